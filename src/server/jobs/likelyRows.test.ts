import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ImportChoices } from '#node/localApi.ts';
import type { WorkspaceJob } from '#shared/bridge/workspace.ts';
import type { LikelyChoices } from '#shared/domain/likelyRows.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { useListWorkspace } from '../lists/testing/listWorkspace.ts';
import { findDuplicates } from './duplicates.ts';

const the = useListWorkspace();

const here =
  'name,website,country,city,founded,total funding\n' +
  'Dime,dime.example,United States,Reno,2019,$1M\n' +
  'Origami,origami.example,Japan,Osaka,2020,$2M\n' +
  'Kite,kite.example,France,Lyon,2018,$3M\n';
const later = 'name,total funding\nDime,$5M\n"Origami, Inc.",$6M\nLytix,$7M\n';

/** Imports a file of this content, and returns the job as it ended. */
async function run(name: string, content: string, choices: Partial<ImportChoices> = {}): Promise<WorkspaceJob> {
  const path = join(the.folder, name);
  await writeFile(path, content);
  const source = { path, name, mapping: {} };
  await the.workspace.jobs.startImport([source], { dryRun: false, removeSample: false, ...choices });
  const { job } = the.workspace.jobs;
  expect(job).toMatchObject({ state: 'done', reason: '' });
  return job!;
}

/** Every company with what it has raised, in millions. */
async function everything(): Promise<string[]> {
  const { companies } = the.workspace;
  const query = { filters: emptyFilters(), sortBy: 'company_name', onlyIds: null, withoutIds: null } as const;
  const { items } = await companies.search(query, 0, 100);
  return items.map(({ name, funding_total: total }) => `${name} ${String((total ?? 0) / 1e6)}`);
}

async function idOf(name: string): Promise<number> {
  const { companies } = the.workspace;
  const query = { filters: emptyFilters(), sortBy: 'company_name', onlyIds: null, withoutIds: null } as const;
  return (await companies.search(query, 0, 100)).items.find((company) => company.name === name)?.id ?? 0;
}

const counts = ({ reports: [report] }: WorkspaceJob): unknown => [
  report?.imported,
  report?.updated,
  report?.duplicates,
];
const before = ['Dime 1', 'Kite 3', 'Origami 2'];

test('E15 a check names the rows that may be companies that are here, and writes nothing', async () => {
  await run('a.csv', here);
  const job = await run('b.csv', later, { dryRun: true });
  expect(counts(job)).toEqual([3, 0, 0]);
  expect(job.likely).toEqual({
    count: 2,
    rows: [
      {
        name: 'Dime',
        domain: '',
        country: '',
        says: '$5M raised',
        companies: [
          {
            id: await idOf('Dime'),
            name: 'Dime',
            says: 'dime.example · Reno, US · founded 2019 · $1M raised',
            by: 'name',
          },
        ],
      },
      {
        name: 'Origami, Inc.',
        domain: '',
        country: '',
        says: '$6M raised',
        companies: [
          {
            id: await idOf('Origami'),
            name: 'Origami',
            says: 'origami.example · Osaka, JP · founded 2020 · $2M raised',
            by: 'name',
          },
        ],
      },
    ],
  });
  expect(await everything()).toEqual(before);
});

test('E15 without a choice they are added, the import says so, and they are likely duplicates', async () => {
  await run('a.csv', here);
  const job = await run('b.csv', later);
  expect([counts(job), job.likely?.count]).toEqual([[3, 0, 0], 2]);
  expect(await everything()).toEqual(['Dime 1', 'Dime 5', 'Kite 3', 'Lytix 7', 'Origami 2', 'Origami, Inc. 6']);
  expect((await findDuplicates(the.workspace)).count).toBe(2);
  // What was added is found by its own row again.
  expect(counts(await run('c.csv', later))).toEqual([0, 0, 3]);
});

test.each<[string, () => Promise<LikelyChoices>]>([
  ['for all', async () => ({ rows: [], others: 'match' })],
  [
    'for each',
    async () => ({
      rows: [
        { name: 'Dime', domain: '', country: '', company: await idOf('Dime') },
        { name: 'Origami, Inc.', domain: '', country: '', company: await idOf('Origami') },
      ],
      others: 'ask',
    }),
  ],
])(
  'E15 matched %s, the values go to the companies, a later file does the same, and undo takes it back',
  async (_, choose) => {
    await run('a.csv', here);
    const job = await run('b_2026-11-10.csv', later, { likely: await choose() });
    expect([counts(job), job.likely]).toEqual([[1, 2, 0], { count: 0, rows: [] }]);
    expect(job.changed).toEqual({ raised: 2 });
    const matched = ['Dime 5', 'Kite 3', 'Lytix 7', 'Origami 6'];
    expect(await everything()).toEqual(matched);
    expect((await findDuplicates(the.workspace)).count).toBe(0);
    // The same file, and a newer one of the same rows, ask nothing and add nothing.
    expect(counts(await run('b_2026-11-10.csv', later))).toEqual([0, 0, 3]);
    const newer = await run('c_2026-11-15.csv', later.replaceAll(/\$(\d)M/g, '$$1$1M'));
    expect([counts(newer), newer.likely?.count]).toEqual([[0, 3, 0], 0]);
    await the.workspace.jobs.startUndo();
    expect(await everything()).toEqual(matched);
    await the.workspace.jobs.startUndo();
    expect(await everything()).toEqual(before);
    expect((await run('b_2026-11-10.csv', later, { dryRun: true })).likely?.count).toBe(2);
  },
);

test('E15 added as new ones they stay two: nobody is asked again, also about a later file', async () => {
  await run('a.csv', here);
  const job = await run('b.csv', later, { likely: { rows: [], others: 'add' } });
  expect([counts(job), job.likely?.count]).toEqual([[3, 0, 0], 0]);
  expect((await findDuplicates(the.workspace)).count).toBe(0);
  const again = await run('c.csv', later, { dryRun: true });
  expect([counts(again), again.likely?.count]).toEqual([[0, 0, 3], 0]);
  await the.workspace.jobs.startUndo();
  expect(await everything()).toEqual(before);
});

test('E15 each row has its own choice; of several companies none is taken for all', async () => {
  await run('a.csv', `${here}Dime,dime.test,United States,Reno,2021,$9M\n`);
  const dry = await run('b.csv', later, { dryRun: true });
  expect(dry.likely?.rows[0]?.companies.map(({ says }) => says.split(' ')[0])).toEqual(['dime.example', 'dime.test']);
  const all = await run('b.csv', later, { dryRun: true, likely: { rows: [], others: 'match' } });
  expect([counts(all), all.likely?.rows.map(({ name }) => name)]).toEqual([[2, 1, 0], ['Dime']]);
  const second = dry.likely!.rows[0]!.companies[1]!.id;
  const rows = [{ name: 'Dime', domain: '', country: '', company: second }];
  await run('b.csv', later, { likely: { rows, others: 'add' } });
  expect(await everything()).toEqual(['Dime 1', 'Dime 9', 'Kite 3', 'Lytix 7', 'Origami 2', 'Origami, Inc. 6']);
  const taken = await the.workspace.companies.record(second);
  expect(taken?.fromFiles).toEqual(['a.csv', 'b.csv']);
});

test('E15 what a website, a country or two facts tell apart is not asked about; one site under two names is', async () => {
  await run('a.csv', here);
  const header = 'name,website,country,city,founded,total funding\n';
  const rows = [
    'Kite,kite-other.test,,,,$5M',
    'Dime,,Germany,,,$5M',
    'Kite,,France,Paris,2001,$5M',
    'Paperwork,origami.example,Japan,,,$5M',
    'Dime,,,,,$5M',
    'Dime,,,,,$6M',
  ];
  const job = await run('b.csv', header + rows.join('\n'), { dryRun: true });
  expect(job.likely?.count).toBe(2);
  expect(
    job.likely?.rows.map(({ name, companies }) => [name, companies.map(({ name: other, by }) => `${other} ${by}`)]),
  ).toEqual([
    ['Paperwork', ['Origami site']],
    ['Dime', ['Dime name']],
  ]);
});

test('E15 a company that has gone since the check is asked about like any other', async () => {
  await run('a.csv', here);
  const rows = [{ name: 'Dime', domain: '', country: '', company: 4711 }];
  const job = await run('b.csv', later, { likely: { rows, others: 'ask' } });
  expect([counts(job), job.likely?.count]).toEqual([[3, 0, 0], 2]);
});

test('E15 an earlier row of the same import counts: what it has made of a company is what a later one is matched to', async () => {
  await run('a.csv', here);
  const header = 'name,website,country,total funding\n';
  const rows = 'Dime,dime.example,United States,$20M\n"Dime, Inc.",,,$5M\n"Dime, Inc.",,,$30M\n';
  const job = await run('b_2026-11-10.csv', header + rows, { likely: { rows: [], others: 'match' } });
  expect(counts(job)).toEqual([0, 3, 0]);
  expect(await everything()).toEqual(['Dime 30', 'Kite 3', 'Origami 2']);
});

test('E15 the companies of a workspace of which many are told of at once are a few, the others are counted', async () => {
  const names = Array.from({ length: 230 }, (_, index) => `Firm${String(index)}`);
  await run('a.csv', `name,website,country\n${names.map((name) => `${name},${name}.example,France`).join('\n')}\n`);
  const file = `name,total funding\n${names.map((name) => `${name},$5M`).join('\n')}\n`;
  const job = await run('b.csv', file, { dryRun: true });
  expect([job.likely?.count, job.likely?.rows.length]).toEqual([230, 200]);
  const all = await run('b.csv', file, { likely: { rows: [], others: 'match' } });
  expect(counts(all)).toEqual([0, 230, 0]);
});
