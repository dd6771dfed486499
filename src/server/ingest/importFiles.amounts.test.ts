import { expect, test } from 'vitest';
import { importText } from './testing/importText.ts';

/** Amounts as analysts' lists write them; reading one a thousand times too large is worse than reading none. */

const totals = async (header: string, cells: readonly string[]): Promise<(number | null)[]> => {
  const rows = cells.map((cell, index) => `Firm ${String(index)}\tfirm${String(index)}.io\t${cell}\n`);
  const { writer } = await importText(`Company\tWebsite\t${header}\n${rows.join('')}`);
  return writer.records.map(({ fundingTotal }) => fundingTotal);
};

test('F23 three digits behind a dot are a fraction before a unit, however many of the column have three', async () => {
  expect(await totals('Total Raised', ['$7.44B', '$6.874B', '$2.901B', '$3.472B', '$940.5M'])).toEqual([
    7_440_000_000, 6_874_000_000, 2_901_000_000, 3_472_000_000, 940_500_000,
  ]);
  expect(await totals('Total Funding ($M)', ['6.874', '2.901', '12.5', '1.107'])).toEqual([
    6_874_000, 2_901_000, 12_500_000, 1_107_000,
  ]);
});

test('F23 a column in millions that writes fractions with a comma does so with three digits, too', async () => {
  expect(await totals('Funding (USD millions)', ['12,5', '0,75', '1.250,5', '3,456'])).toEqual([
    12_500_000, 750_000, 1_250_500_000, 3_456_000,
  ]);
});

test('F23 a sign for dollars before a number does not take the unit of its column away', async () => {
  expect(await totals('$ Raised (mm)', ['$12.5', '$3', '$ 41', '12.5 USD', '$7M'])).toEqual([
    12_500_000, 3_000_000, 41_000_000, 12_500_000, 7_000_000,
  ]);
});

test('F23 what is owed is not raised, and `mil` may be a thousand or a million', async () => {
  expect(await totals('Total Funding', ['(500,000)', '$2 mil', '$15M'])).toEqual([null, null, 15_000_000]);
});

test('F23 words around an amount', async () => {
  expect(await totals('Total Funding', ['$20M raised', 'raised $20M', '$20M total', 'Series A: $20M', '$15M'])).toEqual(
    [20_000_000, 20_000_000, 20_000_000, 20_000_000, 15_000_000],
  );
});
