import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeRecord, textsOfEncoded } from '../../record/recordCodec.ts';
import { withoutPlaceholder } from '#shared/domain/text.ts';
import { PhraseMatcher } from './phraseMatcher.ts';
import { recordOf } from '#server/record/testing/records.ts';
import { phraseForm } from '#shared/domain/words.ts';

/** Pieces of text that fold, separate, escape and join in every possible way. */
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('solar', 'Data', 'BIO', 'bad', 'data', 'i', 'don', 't', 'know', '3') },
  { weight: 3, arbitrary: fc.constantFrom(' ', '-', '’', "'", '.', '\n', '"', '\\', '\t', '\u0000', ' – ') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('é', 'É', 'e\u0301', '\u0301', 'ß', 'ﬁ', '™', '½', '🚀', '𝐀', '東', 'ー', 'Σ', 'ж'),
  },
  { weight: 1, arbitrary: fc.constantFrom('한국', '\u1100\u1161', '\ud800', 'İ', '\u2028', '\u00a0', 'x'.repeat(39)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
);
const text = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(''));
const phrase = fc.oneof(
  fc.constantFrom('solar data', 'data bio', 'bad data', 'i don t', 'bio solar data', 'e solar', 'x bio', '東 ー'),
  text,
);

function hasWord(form: string): boolean {
  return form.trim() !== '';
}

/** Whether a record with these texts has the phrases, by the matcher; their tokens must agree. */
function holdsFor(phrases: readonly string[], texts: readonly [string, string, string, string, string]): boolean {
  const [name, city, llm, long, short] = texts;
  const encoded = encodeRecord(recordOf({ name, city, description: { llm, long, short }, logo: 'solar data' }));
  // Other records come before and after it.
  const bytes = Buffer.from(`["solar data"]\n${encoded}\n["solar data"]`);
  const start = bytes.indexOf(10) + 1;
  const found = new PhraseMatcher(phrases).matches(bytes, start, bytes.indexOf(10, start));
  const forms = textsOfEncoded(encoded).map((each) => phraseForm(withoutPlaceholder(each)));
  expect(found).toBe(phrases.every((each) => forms.some((form) => form.includes(each))));
  return found;
}

test('stored texts have a phrase when their tokens have it, whatever they are written with', () => {
  let found = 0;
  fc.assert(
    fc.property(
      // A phrase without a word is never looked for.
      fc.array(phrase.map(phraseForm).filter(hasWord), { minLength: 1, maxLength: 2 }),
      fc.tuple(text, text, text, text, text),
      (phrases, texts) => {
        found += Number(holdsFor(phrases, texts));
      },
    ),
    { numRuns: 9000 },
  );
  expect(found).toBeGreaterThan(40);
});

test.each([
  ['Solar-DATA', true],
  ['sólar dåta', true],
  ['solar “data”', true],
  ['solar\ndata', true],
  ['solar 🚀 data', true],
  ['solar big data', false],
  ['solar database', false],
  ['mysolar data', false],
  ['solar™ data', false],
  ['solar東data', false],
  ['data solar', false],
])('a record with the text %j has "solar data": %s', (long, expected) => {
  const bytes = Buffer.from(encodeRecord(recordOf({ description: { llm: '', long, short: '' } })));
  expect(new PhraseMatcher([phraseForm('solar data')]).matches(bytes, 0, bytes.length)).toBe(expected);
});

function hasBadData(name: string): boolean {
  const bytes = Buffer.from(encodeRecord(recordOf({ name })));
  return new PhraseMatcher([phraseForm('bad data')]).matches(bytes, 0, bytes.length);
}

test('a placeholder is no text, also for phrases', () => {
  expect(hasBadData(' Bad data ')).toBe(false);
  expect(hasBadData('Not bad data')).toBe(true);
});
