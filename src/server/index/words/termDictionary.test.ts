import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TermDictionary, WordTaker } from './termDictionary.ts';
import { wordsOf } from '#shared/domain/words.ts';

function taken(text: string, taker = new WordTaker()): string[] {
  const dictionary = new TermDictionary();
  const ids: number[] = [];
  taker.each(text, dictionary, (id) => ids.push(id));
  return ids.map((id) => dictionary.textOf(id));
}

test('the words of any text are those that queries are cut into, in ASCII as in everything else', () => {
  const taker = new WordTaker();
  const words = fc.oneof(
    fc.string({ unit: 'grapheme-ascii', maxLength: 90 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom('a'.repeat(45), 'É'.repeat(45), `${'x'.repeat(39)}Yz`, 'naïve Café 2000'),
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 6 }), (parts) => {
      // A word in front, so that the text is not a placeholder.
      const text = `Winnow ${parts.join(' ')}`.trim();
      expect(taken(text, taker)).toEqual(wordsOf(text, 'index'));
    }),
    { numRuns: 40 },
  );
}, 60_000);

test('a word has one number, whichever way it came', () => {
  const dictionary = new TermDictionary();
  const taker = new WordTaker();
  const ids: number[] = [];
  taker.each('Robots', dictionary, (id) => ids.push(id));
  taker.each('robots für alle', dictionary, (id) => ids.push(id));
  expect(ids[1]).toBe(ids[0]);
  expect(dictionary.idOfText('robots')).toBe(ids[0]);
});

test('texts longer than its room are taken as a whole', () => {
  const text = Array.from({ length: 9000 }, (_, index) => `word${index}`).join(' ');
  expect(taken(text)).toHaveLength(9000);
});

test.each([
  ['An e-commerce shop', ['ecommerce']],
  ["O'Reilly’s", ['oreilly', 'reillys', 'oreillys']],
  ['state-of-the-art', ['stateof', 'ofthe', 'theart', 'stateoftheart']],
  ['a-b-c-d-e-f', ['ab', 'bc', 'cd', 'de', 'ef']],
  ['2019-2021, COVID-19', ['covid19']],
  ['Müller-Brot', ['mullerbrot', 'mueller', 'muellerbrot']],
  ['Sørensen in Århus', ['soerensen', 'aarhus']],
  ['soft\u00adware', ['software']],
  ["-a - b- 'c' d", []],
  ['人工-智能', []],
])('%s is also found by %j', (text, words) => {
  const plain = wordsOf(text, 'query');
  expect(taken(text)).toEqual(expect.arrayContaining(words));
  expect(taken(text)).toEqual(wordsOf(text, 'index'));
  for (const word of taken(text)) if (word.length > 1) expect([...plain, ...words]).toContain(word);
});
