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

test.each([
  ['1.5亿', null],
  ['300万', null],
  ['2,000萬', null],
  ['3億', null],
  ['5百万', null],
  ['1千万', null],
  ['50억', null],
  ['3000만 원', null],
  ['近2亿元', null],
  ['1亿人民币', null],
  ['12 crores', null],
  ['450万美元', 4_500_000],
  ['近1亿美元', 100_000_000],
  ['1.2億ドル', 120_000_000],
  ['US$1.5亿', 150_000_000],
  ['$300万', 3_000_000],
  ['1千万美元', 10_000_000],
  ['50억 달러', 5_000_000_000],
  ['$2 crore', 20_000_000],
  ['1.5 million', 1_500_000],
])('F23 a unit of yuan, yen, won or rupees is one of dollars only where something says so: %s', async (cell, total) => {
  expect(await totals('Total Funding', [cell, '$7M'])).toEqual([total, 7_000_000]);
});

test.each([
  ['融资总额(万美元)', ['450', '1200万美元', '1.5亿'], [4_500_000, 12_000_000, 150_000_000]],
  ['融资总额（美元）', ['1.5亿', '4500000', '300万'], [150_000_000, 4_500_000, 3_000_000]],
  ['融资总额(万元)', ['450', '1200', '$2M'], [null, null, 2_000_000]],
  ['累计融资_亿元', ['4.5', '12', '3'], [null, null, null]],
  ['資金調達額(億円)', ['4.5', '12', '3'], [null, null, null]],
  ['Funding (Cr)', ['4.5', '12', '$3M'], [null, null, 3_000_000]],
  ['Funding in USD', ['1.5 crore', '20 lakhs', '3'], [15_000_000, 2_000_000, 3]],
])('F23 the header %j says what its amounts are counted in', async (header, cells, expected) => {
  expect(await totals(header, cells)).toEqual(expected);
});

test('F23 a currency beside an amount makes dollars of local units', async () => {
  const { writer } = await importText('公司名称,融资总额,币种\n阿尔玛,1.5亿,美元\n贝罗,1.5亿,人民币\n奇托,1.5亿,\n');
  expect(writer.records.map(({ fundingTotal }) => fundingTotal)).toEqual([150_000_000, null, null]);
});

test('F23 one amount in dollars counts in a column of other currencies', async () => {
  const cells = Array.from({ length: 12 }, (_, row) => `${String(row + 1)}亿`);
  expect(await totals('融资金额', [...cells, '450万美元'])).toEqual([...cells.map(() => null), 4_500_000]);
});

test('F23 the day an amount is of is not in the way of its column', async () => {
  expect(await totals('Total funding ($M)', ['51.1 as on Jan 29, 2024', '12 (as of 31.12.2023)', '3'])).toEqual([
    51_100_000, 12_000_000, 3_000_000,
  ]);
  const days = ['$5M as of Jan 2024', '$6.5M as of Feb 2024', '$7M as of Mar 2024'];
  expect(await totals('Total funding', days)).toEqual([5_000_000, 6_500_000, 7_000_000]);
});
