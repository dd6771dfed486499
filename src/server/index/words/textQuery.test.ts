import { expect, test } from 'vitest';
import { hasPhrasesIn, isIntricate, readTextQuery, type TextQuery } from './textQuery.ts';

/** A query in short: words with `*` where they begin others, phrases in quotes, groups and what is left out. */
function shortOf({ terms, phrases, groups, without }: TextQuery): string {
  const words = terms.map(({ word, others, isBeginning }) => {
    if (isBeginning) return `${word}*`;
    return [word, ...others].join('/');
  });
  return [
    ...words,
    ...phrases.map((phrase) => `"${phrase.trim()}"`),
    ...groups.map((group) => `(${group.map(shortOf).join(' | ')})`),
    ...without.map((query) => `-[${shortOf(query)}]`),
  ].join(' ');
}

test.each([
  ['ab', null],
  [' a ', null],
  ['solar', 'solar/solars'],
  ['solar companies', 'solar/solars companies/companie/company'],
  ['panel panel ', 'panel/panels'],
  ['panel*', 'panel*'],
  ['c++ x', 'c x'],
  ['c++*', 'c'],
  ['"hospital"', 'hospital'],
  ['hospital "hospital"', 'hospital/hospitals hospital'],
  ['“Solar Panel” farm', 'solar panel farm/farms "solar panel"'],
  ['"solar panel', 'solar/solars panel/panels'],
  ['人工智', '人工 工智'],
  ['人工智*', '人工 工智'],
  ['???', '()'],
  ['𠮷𠮷 solar', 'solar/solars'],
  ['𠮷𠮷', '()'],
  ['-crypto', '-[crypto/cryptos/cryptoes]'],
  ['(b2b | "b c") x', 'x (b2b | b c "b c")'],
  ['x -(b2b | "b c")', 'x -[(b2b | b c "b c")]'],
])('%s asks for %s', (text, expected) => {
  const query = readTextQuery(text);
  expect(query === null ? null : shortOf(query)).toBe(expected);
});

test('a query has the words of older files beside it where they differ', () => {
  const query = readTextQuery('b2b -wrocław');
  expect(shortOf(query!)).toBe('b2b -[wroclaw/wroclaws]');
  expect(shortOf(query!.older!)).toBe('b2b -[wrocław]');
  expect(readTextQuery('b2b')!.older).toBeUndefined();
});

test('of many phrases that stand in brackets or after a minus the last are taken for their words', () => {
  const text = Array.from({ length: 12 }, (_, index) => `-"x${index} y"`).join(' ');
  expect(readTextQuery(text)!.without.filter(hasPhrasesIn)).toHaveLength(8);
  expect(readTextQuery(text)!.without).toHaveLength(12);
});

test('plain words need no look at texts', () => {
  expect(['solar', 'solar* (wind | water)'].some((text) => isIntricate(readTextQuery(text)!))).toBe(false);
  expect(['"a b"', '-solar', '(wind | "a b")'].every((text) => isIntricate(readTextQuery(text)!))).toBe(true);
});
