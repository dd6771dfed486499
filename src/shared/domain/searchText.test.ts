import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  foundPatterns,
  inQuotes,
  isActiveText,
  readSearchText,
  searchStretches,
  wantedParts,
  whileTyping,
  writeSearchText,
} from './searchText.ts';
import { foldLetters } from './text.ts';

/** How a text is read, in its normal form, which says everything. */
const read = (text: string): string => writeSearchText(readSearchText(text));

test.each([
  ['solar  Wind', 'solar Wind'],
  ['hospital*', 'hospital*'],
  ['berlin "night  train"', 'berlin "night train"'],
  ['“night train” «fast rail»', '"night train" "fast rail"'],
  ['solar -wind', 'solar -wind'],
  ['solar −"night train" –(a | b)', 'solar -"night train" -(a | b)'],
  ['-crypto', '-crypto'],
  ['- -crypto', '-crypto'],
  ['--crypto', '-crypto'],
  ['-(-crypto)', 'crypto'],
  ['e-mail crypto-currency', 'e-mail crypto-currency'],
  ['solar OR wind', '(solar | wind)'],
  ['solar | wind | "night train"', '(solar | wind | "night train")'],
  ['fintech OR insurtech germany', '(fintech | insurtech) germany'],
  ['a OR -b c', '(a | -b) c'],
  ['(machine learning | ai) health', '(machine learning | ai) health'],
  ['(machine learning OR ai) health', '(machine learning | ai) health'],
  ['((a | b) | (c))', '(a | b | c)'],
  ['(a b) c', 'a b c'],
  ['solar AND wind', 'solar wind'],
  ['solar and wind or water', 'solar and wind or water'],
  ['（太陽｜風力）水', '(太陽 | 風力) 水'],
  ['c++ .NET R&D', 'c++ .NET R&D'],
  ['Acme™ ™', 'Acme™ ™'],
])('%s is read as %s', (text, normal) => {
  expect(read(text)).toBe(normal);
});

// The most sensible way, and never an error.
test.each([
  ['"night train', 'night train'],
  ['night "train" "', 'night "train"'],
  ['"-solar', '-solar'],
  ['(solar | wind', '(solar | wind)'],
  ['solar) wind', 'solar wind'],
  ['solar -', 'solar'],
  ['- solar', 'solar'],
  ['-', ''],
  ['-|(', ''],
  ['solar OR', 'solar'],
  ['OR solar', 'solar'],
  ['| solar || wind |', '(solar | wind)'],
  ['solar *', 'solar'],
  ['*', ''],
  ['**solar**', 'solar*'],
  ['so*lar', 'so*lar'],
  ['"" ( ) solar', 'solar'],
  ['??? 🚀', ''],
  ['.OR x', '.OR x'],
  ['"a b"-OR x', '"a b" or x'],
  ['AND', ''],
  [`${'('.repeat(30)}a | b${')'.repeat(30)} c`, '(a | b) c'],
])('what cannot be understood, %j, is read as %j', (text, normal) => {
  expect(read(text)).toBe(normal);
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        'a',
        'Bc',
        'OR',
        'AND',
        '"',
        '“',
        '(',
        ')',
        '|',
        '-',
        '–',
        '*',
        ' ',
        ' ',
        '字',
        'é',
        '\u0301',
        '.',
      ),
      {
        maxLength: 30,
      },
    )
    .map((parts) => parts.join('')),
);

test('any text can be read, and its normal form is read as the same', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const part = readSearchText(text);
      expect(readSearchText(writeSearchText(part))).toEqual(part);
      expect(finds(text, 'abc')).toBeTypeOf('boolean');
      expect(whileTyping(text).startsWith(text)).toBe(true);
    }),
    { numRuns: 5000 },
  );
});

describe('the word being typed', () => {
  it.each([
    ['hosp', 'hosp*'],
    ['solar hosp', 'solar hosp*'],
    ['(solar | hosp', '(solar | hosp*'],
    ['"night tra', '"night tra*'],
    ['wrocł', 'wrocł*'],
    ['3', '3*'],
  ])('stands for longer words: %s is %s', (text, typed) => {
    expect(whileTyping(text)).toBe(typed);
  });

  it.each(['', 'solar ', 'hosp*', '"night train"', 'solar OR', '人工', 'データ', 'solar (', 'c++'])(
    'nothing is being typed at the end of %j',
    (text) => {
      expect(whileTyping(text)).toBe(text);
    },
  );
});

/** Whether a text would be marked after a search. */
function finds(search: string, text: string): boolean {
  const form = foldLetters(text).normalize('NFC');
  return foundPatterns(search).some((source) => new RegExp(source, 'v').test(form));
}

describe('what was found', () => {
  it.each([
    ['hospital', 'Hospitals in Kenya', true],
    ['hospital', 'hospitality', false],
    ['hospitals', 'a hospital', true],
    ['hospital*', 'hospitality', true],
    ['spital', 'hospital', false],
    ['night train', 'TRAIN', true],
    ['"night train"', 'The Night-Train company', true],
    ['"night train"', 'night trains', false],
    ['"night train"', 'a train at night', false],
    ['-solar', 'solar', false],
    ['(solar | wind)', 'wind', true],
    ['e-mail', 'mail', true],
    ['men’s', 'company’s', false],
    ['人工', '日本人工智能', true],
    ['"人工"', 'AI人工智能', true],
    ['각도', '각도', true],
    ['ecommerce', 'an E-Commerce shop', true],
    ['e-commerce', 'Ecommerce', true],
    ['ecomm*', 'E-Commerce', true],
    ['oreilly', 'O’Reilly', true],
    ["O'Reilly", 'OReilly Media', true],
    ['mueller', 'Müller', true],
    ['Müller', 'Mueller', true],
    ['Müller', 'Muller', true],
    ['blue', 'blu', false],
    ['AI人工', 'ai', true],
  ])('%s in %j: %s', (search, text, expected) => {
    expect(finds(search, text)).toBe(expected);
  });
});

it('lists what is looked for once, and not what is left out', () => {
  const texts = wantedParts(readSearchText('solar (wind | solar) "night train" -coal -(gas | oil)')).map(
    ({ text }) => text,
  );
  expect(texts).toEqual(['solar', 'wind', 'night train']);
});

it('puts a search text between quotation marks once', () => {
  expect(inQuotes(' night train ')).toBe('“night train”');
  expect(inQuotes('"night train"')).toBe('“night train”');
  expect(inQuotes('“night train”')).toBe('“night train”');
  expect(inQuotes('"night train" berlin')).toBe('“"night train" berlin”');
});

it('cuts a text for a substring search at its quotation marks', () => {
  expect(searchStretches(' night "fast rail" ')).toEqual(['night', 'fast rail']);
});

it('counts three characters of the whole text, an ideograph, kana or syllable as two', () => {
  for (const text of ['abc', 'a b', '人工', 'ai*', '"ai"', '水 a', 'データ'])
    expect(isActiveText(text), text).toBe(true);
  for (const text of ['ab', ' q ', '水', ' 한 ', 'ト', '']) expect(isActiveText(text), text).toBe(false);
});
