import { expect, test } from 'vitest';
import { importText } from '../testing/importText.ts';

const stagesOf = async (header: string, ...rows: string[]): Promise<(string | number | null)[][]> => {
  const { writer } = await importText(
    `name,website,${header}\n${rows.map((row, at) => `F${String(at)},f${String(at)}.test,${row}\n`).join('')}`,
  );
  return writer.records.map(({ stages, fundingTotal }) => [
    stages.map((stage) => stage.replace('inv_stage_', '')).join(' '),
    fundingTotal,
  ]);
};

test('a column for each round says the stages, and where there is no total, the largest round', async () => {
  expect(
    await stagesOf(
      'funding_total_usd,seed,angel,round_A,round_B,round_C',
      '3000000,500000,0,2500000,0,0',
      '400000,0,400000,0,0,0',
      '20000000,0,0,5000000,15000000,0',
    ),
  ).toEqual([
    ['series_a seed', 3_000_000],
    ['pre_seed', 400_000],
    ['series_b series_a', 20_000_000],
  ]);
  expect(await stagesOf('Pre-Seed (USD),Seed (USD),Series A amount,Series D', '$200K,$2M,,', ',,$9M,$90M')).toEqual([
    ['seed pre_seed', 2_000_000],
    ['series_a', 90_000_000],
  ]);
});

test('marks and amounts in a unit that is not named say only the stage', async () => {
  expect(await stagesOf('Seed,Series A,Series B', 'x,,', 'x,x,', ',,x')).toEqual([
    ['seed', null],
    ['series_a seed', null],
    ['series_b', null],
  ]);
  expect(await stagesOf('Seed,Serie A', '1,0', '0,1')).toEqual([
    ['seed', null],
    ['series_a', null],
  ]);
  const millions = ['0.5,2.5', '1.5,0', '0,12', '2,7', '3,9', '1.2,8'];
  expect((await stagesOf('Seed round,Series A round', ...millions)).map(([stage]) => stage)).toEqual([
    'series_a seed',
    'seed',
    'series_a',
    'series_a seed',
    'series_a seed',
    'series_a seed',
  ]);
});

test.each([
  ['one column alone', 'Seed', ['500', '7000']],
  ['days', 'Seed,Series A', ['2019-01-02,2020-03-04']],
  ['investors', 'Seed investors,Series A investors', ['Orbit,Nimbus']],
  ['texts', 'Seed,Angel', ['Barley,Gabriel', 'Wheat,Michael']],
  ['other amounts', 'Seed valuation,Series A valuation', ['5000000,9000000']],
  ['a known stage', 'Stage,Seed,Series A', ['Series B,500000,']],
])('no stage is taken from %s', async (_, header, rows) => {
  const found = await stagesOf(header, ...rows);
  expect(found.map(([stage]) => stage)).toEqual(rows.map(() => (header.startsWith('Stage') ? 'series_b' : '')));
});

test.each([
  ['Funding', ['Serie E', 'Adquirida', 'Serie C', 'Serie B'], ['', '', 'series_c', 'series_b']],
  ['Funding', ['IPO', 'Series F', 'Private Equity', 'Grant', 'Series A'], ['', '', '', '', 'series_a']],
  ['Last Funding', ['Debt Financing', 'D轮', '战略融资', 'A轮'], ['', '', '', 'series_a']],
  ['Total Raised', ['Bootstrapped', 'Acquired', 'Seed'], ['', '', 'seed']],
  // Words that are no rounds.
  ['Funding', ['Own money', 'Family', 'Seed'], ['', '', '']],
])('a column of %s may name rounds, most of them late: %j', async (header, cells, expected) => {
  expect((await stagesOf(header, ...cells)).map(([stage]) => stage)).toEqual(expected);
});

test('amounts under “Funding” stay amounts', async () => {
  expect(await stagesOf('Funding', '$3M', '$12M', 'Series A')).toEqual([
    ['', 3_000_000],
    ['', 12_000_000],
    ['', null],
  ]);
});
