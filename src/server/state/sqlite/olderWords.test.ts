import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isActiveText, topParts, readSearchText } from '#shared/domain/searchText.ts';
import { endsInWord, phraseForm, searchForm, wordsOf } from '#shared/domain/words.ts';
import { filtersInNewWords, inNewWords } from './olderWords.ts';

test.each([
  ['payments', 'payments*'],
  ['solar panel', 'solar panel*'],
  ['solar panel ', 'solar panel'],
  ['wrocław', 'wrocław*'],
  ['e-mail', 'e-mail*'],
  ['"night train"', '"night train"'],
  ['“night train” berl', '"night train" berl*'],
  ['"night train', 'night train*'],
  ['c++', 'c++'],
  ['人工智能', '人工智能'],
  ['AI 人工', 'AI 人工'],
  ['solar -wind', 'solar wind*'],
  ['solar OR wind', 'solar or wind*'],
  ['(solar | wind)', 'solar wind'],
  ['hosp*', 'hosp'],
  ['wo*rd', 'wo*rd*'],
  ['R&D', 'R&D*'],
  ['ab', 'ab'],
  ['', ''],
  ['???', '???'],
])('%s becomes %s', (before, after) => {
  expect(inNewWords(before)).toBe(after);
});

/** How texts were read before: words, the last of them a prefix, and phrases. */
function readAsBefore(text: string): { words: Set<string>; prefix: string; phrases: Set<string> } {
  const parts = text.replaceAll(/[“”„«»]/g, '"').split('"');
  const words = new Set<string>();
  const phrases = new Set<string>();
  let prefix = '';
  parts.forEach((part, index) => {
    const found = wordsOf(part, 'query');
    if (index % 2 === 1 && index < parts.length - 1) {
      if (found.length > 1) phrases.add(phraseForm(part));
    } else if (index === parts.length - 1 && found.length > 0 && endsInWord(searchForm(part))) {
      prefix = found.pop() ?? '';
    }
    for (const word of found) words.add(word);
  });
  return { words, prefix, phrases };
}

/** The same of today's meaning, if a text has no other signs. */
function readToday(text: string): ReturnType<typeof readAsBefore> {
  const read = { words: new Set<string>(), prefix: '', phrases: new Set<string>() };
  for (const part of topParts(readSearchText(text))) {
    if (part.kind !== 'word' && part.kind !== 'phrase') throw new Error(`${text} has signs.`);
    const words = wordsOf(part.text, 'query');
    if (part.kind === 'phrase' && words.length > 1) read.phrases.add(phraseForm(part.text));
    if (part.kind === 'word' && part.isBeginning && endsInWord(searchForm(part.text))) read.prefix = words.pop() ?? '';
    for (const word of words) read.words.add(word);
  }
  return read;
}

test('any text asks for the same words, phrases and beginning as before', () => {
  const pieces = [
    'a',
    'Solar',
    'é',
    '字',
    '字字',
    'OR',
    'AND',
    '"',
    '“',
    '(',
    ')',
    '|',
    '-',
    '*',
    '＊',
    ' ',
    ' ',
    '.',
    '™',
  ];
  const text = fc.oneof(
    fc.array(fc.constantFrom(...pieces), { minLength: 3, maxLength: 14 }).map((parts) => parts.join('')),
    fc.string({ unit: 'grapheme', minLength: 3, maxLength: 20 }),
  );
  fc.assert(
    fc.property(text, (before) => {
      const after = inNewWords(before);
      if (isActiveText(before)) expect(readToday(after)).toEqual(readAsBefore(before));
      else expect(after).toBe(before);
    }),
    { numRuns: 5000 },
  );
});

test('filters change in their two texts only, and what cannot be read not at all', () => {
  const filters = { include: { textSearch: 'solar', stages: ['x'] }, exclude: { textSearch: 'OR gas' }, later: 1 };
  expect(JSON.parse(filtersInNewWords(JSON.stringify(filters)))).toEqual({
    include: { textSearch: 'solar*', stages: ['x'] },
    exclude: { textSearch: 'or gas*' },
    later: 1,
  });
  for (const json of ['', '{', 'null', '[]', '{"include":null}', '{"include":{"textSearch":3}}']) {
    expect(filtersInNewWords(json)).toBe(json);
  }
});
