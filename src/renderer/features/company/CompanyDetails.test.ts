import { expect, it } from 'vitest';
import { foundPatterns } from '#shared/domain/searchText.ts';
import type { Company } from '#shared/domain/company.ts';
import { company } from '#shared/domain/testing/company.ts';
import { descriptionVariants, discoveredText, factLine, factsOf } from './CompanyDetails.tsx';
import { rateNote } from './History.tsx';
import { saysSomething } from './FromFiles.tsx';
import { markedParts } from './Marked.tsx';
import { standingText } from './Score.tsx';

function kinds(description: { short: string; long: string; llm: string }): string[] {
  return descriptionVariants(description).map(({ kind }) => kind);
}

it('puts the preferred text first and leaves out placeholders and repetitions (product 3)', () => {
  expect(kinds({ short: 'Tiny.', long: 'A long text.', llm: 'A summary.' })).toEqual(['llm', 'long', 'short']);
  expect(kinds({ short: 'The longer of the two.', long: 'Long.', llm: 'bad data' })).toEqual(['short', 'long']);
  expect(kinds({ short: 'Same.', long: 'Same.', llm: "I don't know." })).toEqual(['long']);
  expect(kinds({ short: '', long: '', llm: '' })).toEqual([]);
});

function line(part: Partial<Company>): string {
  return factLine(company(1, { stages: ['inv_stage_seed'], ...part }));
}

it('says what one looks for first in one line, and the stage once', () => {
  expect(line({ funding_total: 2_500_000 })).toContain('Seed · $2.5M raised');
  expect(line({ last_round: 'Seed', funded_on: '2026-06-01' }).match(/Seed/g)).toHaveLength(1);
  expect(line({ last_round: 'Series A', funded_on: '2026-06-01' })).toContain('Seed · Series A, Jun 2026');
});

/** The parts of a text that are marked after a search. */
function marked(text: string, search: string): string[] {
  const parts = markedParts(text, foundPatterns(search));
  expect(parts.join('')).toBe(text);
  return parts.filter((_, index) => index % 2 === 1);
}

it('marks the words and phrases that the search finds, and no others', () => {
  expect(marked('Fintech for fintechs.', 'fintech')).toEqual(['Fintech', 'fintechs']);
  expect(marked('Hospitality for hospitals', 'hospital')).toEqual(['hospitals']);
  expect(marked('Hospitality for hospitals', 'hospital*')).toEqual(['Hospitality', 'hospitals']);
  expect(marked('A night train is no train.', '"night train"')).toEqual(['night train']);
  expect(marked('Night train', 'train OR "night train"')).toEqual(['Night train']);
  expect(marked('Solar, not wind', 'solar -wind')).toEqual(['Solar']);
  expect(marked('Anything', '')).toEqual([]);
});

it('marks what the search finds, whatever its accents, with the accents', () => {
  expect(marked('Crème from Wrocław.', 'creme wroclaw')).toEqual(['Crème', 'Wrocław']);
  expect(marked('Cre\u0300me brûlée', '"CRÈME BRULEE"')).toEqual(['Cre\u0300me brûlée']);
  expect(marked('Große 🚀 각도', 'gross* 각도')).toEqual(['Große', '각도']);
  expect(marked('日本人工智能', '人工 OR データ')).toEqual(['人工']);
});

function found(discovered: string, date: string): string {
  return discoveredText(company(1, { discovered, discovered_date: date }));
}

it('tells the day a company was found, and its week by the Monday where that is another day', () => {
  expect(found('2026-W47', '2026-11-16')).toBe('16 Nov 2026');
  expect(found('2026-W47', '2026-11-19')).toBe('19 Nov 2026 (week of 16 Nov 2026)');
  expect(found('2026-W47', '')).toBe('Week of 16 Nov 2026');
  expect(found('', '')).toBe('');
});

it('tells where a score stands, never better than it is', () => {
  expect(standingText({ rank: null, of: 47_622 })).toBe('');
  expect(standingText({ rank: 1, of: 1 })).toBe('');
  expect(standingText({ rank: 5400, of: 47_622 })).toBe('Top 12% of 47,622');
  expect(standingText({ rank: 1, of: 47_622 })).toBe('Top 0.1% of 47,622');
  expect(standingText({ rank: 400, of: 47_622 })).toBe('Top 0.9% of 47,622');
  expect(standingText({ rank: 2, of: 2 })).toBe('Top 100% of 2');
});

it('E6 what an own column does not say is not shown: blanks, false, placeholders', () => {
  const nothing = ['', ' ', 'false', 'FALSE', 'null', 'None', 'n/a', '-', '[]', '{}', 'bad data'];
  expect(nothing.filter(saysSomething)).toEqual([]);
  const something = ['true', '0', 'W21', '人工', 'Nonesuch'];
  expect(something.filter(saysSomething)).toEqual(something);
});

function facts(of: Company): Record<string, string> {
  return Object.fromEntries(factsOf(of).map(({ term, value }) => [term, value]));
}

it('tells amounts in their currency, and which rate dollars were worked out by', () => {
  const kept = company(1, { funding_total_original: 'EUR 2000000', last_round_amount_original: 'CHF 500000' });
  expect(facts(kept)).toMatchObject({ Funding: '€2M raised', 'Last round amount': 'CHF 500K' });
  expect(rateNote(kept, [], ['funding_total'])).toBe('');
  const rated = company(2, { funding_total: 2_160_000, funding_total_original: 'EUR 2000000 @1.08' });
  expect(facts(rated)['Funding']).toBe('$2.16M raised');
  const seen = { field: 'funding_total_original', header: '', value: 'EUR 2000000 @1.08' };
  const history = [{ ...seen, day: '2026-11-29', source: 'eu.csv' }];
  expect(rateNote(rated, history, ['funding_total'])).toBe('€2M at 1.08, from eu.csv, 29 Nov 2026');
  expect(rateNote(rated, [], ['stages', 'funding_total'])).toBe('€2M at 1.08');
  // Dollars of another source are its own.
  const both = company(3, { funding_total: 5_000_000, funding_total_original: 'EUR 2000000 @1.08' });
  expect([facts(both)['Funding'], rateNote(both, history, ['funding_total'])]).toEqual(['$5M, €2M raised', '']);
});
