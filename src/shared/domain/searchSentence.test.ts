import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { filterSentence } from './filterSentence.ts';
import { emptyFilters } from './filters.ts';
import { searchName, searchPhrase } from './searchSentence.ts';

it.each([
  ['fintech', 'matching “fintech”'],
  [' energy storage ', 'matching “energy storage”'],
  ['"night train"', 'matching “night train”'],
  ['solar, wind', 'matching “solar, wind”'],
  [
    '(health | patient | hospital | clinic*) -dental',
    'mentioning health, patient, hospital or clinic…, but not dental',
  ],
  ['hosp*', 'mentioning hosp…'],
  ['solar OR wind', 'mentioning solar or wind'],
  ['(ai | "machine learning") (care | patient)', 'mentioning ai or “machine learning”, and care or patient'],
  ['"night train" berlin', 'mentioning “night train” and berlin'],
  ['a b -c -"d e"', 'mentioning a and b, but not c or “d e”'],
  ['-crypto', 'not mentioning crypto'],
])('E21 the search %s is told as %s', (text, phrase) => {
  expect(searchPhrase(text)).toBe(phrase);
});

it('E21 whatever is searched for is told without signs that only a search reads', () => {
  const word = fc.constantFrom('health', 'patient', '"night train"', 'clin*', 'ai');
  const text = fc.array(fc.tuple(fc.constantFrom('', '-', '(', ') ', '| ', 'OR '), word), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(text, (parts) => {
      const written = parts.map(([sign, each]) => `${sign}${each}`).join(' ');
      const said = searchPhrase(written);
      if (said.startsWith('matching')) return;
      expect(said).toMatch(/^(?:not )?mentioning \S/);
      expect(said).not.toMatch(/[|()*]|\bOR\b|(?:^| )-/);
    }),
  );
});

it('E21 a report is called by what is searched for, and long searches by their first word', () => {
  expect(searchName('fintech')).toBe('“fintech”');
  expect(searchName('solar OR wind')).toBe('solar or wind');
  expect(searchName('(health | patient | hospital | clinic* | care | nurse | doctor | surgery) -dental')).toBe(
    'health, patient, hospital and 5 more, but not dental',
  );
  expect(searchName('("artificial intelligence in medicine" | "clinical decision support" | triage*)')).toBe(
    '“artificial intelligence in medicine” and 2 more words',
  );
});

it('E21 a filter says a search in words', () => {
  const filters = emptyFilters();
  filters.include.textSearch = '(health | care) -dental';
  filters.exclude.textSearch = 'crypto';
  expect(filterSentence(filters)).toBe('Companies mentioning health or care, but not dental, not matching “crypto”.');
});
