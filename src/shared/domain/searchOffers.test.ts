import { expect, test } from 'vitest';
import { anyOfText, longerTexts, textsWithout, type OfferedText } from './searchOffers.ts';

const inShort = (offers: readonly OfferedText[]): string[] => offers.map(({ word, text }) => `${word}: ${text}`);

test.each([
  ['hospital', ['hospital: hospital*']],
  ['company', ['company: (company | company*)']],
  ['hospitals', ['hospitals: (hospitals | hospitals*)']],
  ['ai hospital -inn', ['ai: ai* hospital -inn', 'hospital: ai hospital* -inn']],
  ['hosp* "night train" (a | b) c++ 人工智能', []],
  ['ab', []],
  ['', []],
])('longer words of %j', (text, expected) => {
  expect(inShort(longerTexts(text))).toEqual(expected);
});

test.each([
  ['ai drug discovery', ['ai: drug discovery', 'drug: ai discovery', 'discovery: ai drug']],
  [
    '"night train" -coal (a | b)',
    ['night train: -coal (a | b)', '-coal: "night train" (a | b)', '(a | b): "night train" -coal'],
  ],
  ['discovery', []],
  ['ab', []],
])('%j without one of its parts', (text, expected) => {
  expect(inShort(textsWithout(text))).toEqual(expected);
});

test.each([
  ['ai drug discovery', '(ai | drug | discovery)'],
  ['ai "drug discovery" -crypto', '(ai | "drug discovery") -crypto'],
  ['(a | b) c', '(a | b | c)'],
  ['discovery', null],
  ['discovery -crypto', null],
  ['ab', null],
])('any of %j', (text, expected) => {
  expect(anyOfText(text)).toBe(expected);
});

test('of many parts some are looked at', () => {
  const text = Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ');
  expect(textsWithout(text)).toHaveLength(8);
});
