import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ImportReport } from '#shared/bridge/workspace.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import type { Company } from '#shared/domain/company.ts';
import { openCompanyReader, openCompanyWriter, type SqliteCompanyReader } from '../index/open.ts';
import type { CompanyQuery, CompanyWriter } from '../index/port.ts';
import { longer } from '../testing/propertyRuns.ts';
import { importFiles } from './importFiles.ts';

const query: CompanyQuery = { filters: emptyFilters(), sortBy: 'company_name', onlyIds: null, withoutIds: null };

/** A few companies that recur in many forms, so that rows meet. */
const row = fc.record({
  name: fc.constantFrom('Acme', 'ACME Inc.', 'Acme Robotics', 'Bravo Labs', 'Café Zoë', 'cafe zoe', 'Delta', '', '-'),
  website: fc.constantFrom('', 'https://acme.example.org', 'http://www.bravo.example.net/x', 'delta.example.com', '?'),
  country: fc.constantFrom('', 'France', 'DE', 'NA'),
  industries: fc.constantFrom('', 'Fintech', 'AI; Biotech', 'Kites'),
  founded: fc.constantFrom('', '2015', '2019-05-01'),
});
type Row = typeof row extends fc.Arbitrary<infer R> ? R : never;
const file = fc.array(row, { maxLength: 6 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      files: fc.array(file, { minLength: 1, maxLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'again' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'undo' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'release' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('cancel' as const),
      files: fc.array(file, { minLength: 1, maxLength: 1 }),
    }),
  },
);

async function everyCompany(reader: SqliteCompanyReader): Promise<Company[]> {
  const { count } = await reader.search(query, 0, 1);
  const all: Company[] = [];
  for (let page = 0; page * 3 <= count; page++) {
    const answer = await reader.search(query, page, 3);
    expect(answer.count).toBe(count);
    all.push(...answer.items);
  }
  // I14: the count is what paging reaches, each company once.
  expect(new Set(all.map(({ id }) => id)).size).toBe(count);
  expect(all).toHaveLength(count);
  return all;
}

test(
  'I13 I14 whatever is imported, repeated, cancelled, undone and released, the store says the truth',
  { timeout: longer(180_000) },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), checkSteps),
      // Shrinking a failure takes minutes, and in the end it would not be reported.
      { numRuns: longer(20), endOnFailure: true },
    );
  },
);

const acme: Row = { name: 'Acme', website: '', country: '', industries: '', founded: '' };
const atSite: Row = { ...acme, website: 'https://acme.example.org' };

test.each<[string, readonly Row[][][]]>([
  [
    'a namesake has come into the country of a company that has no site',
    [[[atSite]], [[{ ...acme, country: 'DE' }], [{ ...atSite, country: 'DE' }]]],
  ],
  ['a later row has renamed the company', [[[acme, atSite], [{ ...atSite, name: 'Acme Robotics' }]]]],
  [
    'a later row has moved the company',
    [
      [
        [
          { ...atSite, country: 'DE' },
          { ...acme, country: 'DE' },
        ],
        [{ ...atSite, country: 'France' }],
      ],
    ],
  ],
  [
    'one site is a page of a hosting site, the other the company’s own',
    [[[atSite], [{ ...acme, website: 'delta.example.com' }], [{ ...atSite, country: 'France' }]]],
  ],
])('I13 importing twice changes nothing, also where %s', async (_, imports) => {
  const steps = imports.map((files) => ({ kind: 'import' as const, files }));
  await checkSteps([...steps, { kind: 'again' }, { kind: 'again' }]);
});

/** In a new folder. */
async function checkSteps(steps: Steps): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-model-'));
  const writer = openCompanyWriter(join(folder, 'index'));
  const reader = openCompanyReader(join(folder, 'index'));
  try {
    await writer.release('2026-W47', new Date('2026-11-16T06:00:00Z'));
    await check(steps, { folder, writer, reader });
  } finally {
    reader.close();
    writer.close();
    await rm(folder, { recursive: true });
  }
}

type Steps = readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[];

async function check(
  steps: Steps,
  { folder, writer, reader }: { folder: string; writer: CompanyWriter; reader: SqliteCompanyReader },
): Promise<void> {
  let last: string[] = [];
  let week = 47;
  /** What was there before each import that added something. */
  const earlier: Company[][] = [];
  const run = async (paths: readonly string[], dryRun: boolean, stopped = false): Promise<ImportReport[]> => {
    const abort = new AbortController();
    return importFiles(
      paths.map((path) => ({ path, name: basename(path), mapping: {} })),
      writer,
      { today: '2026-11-20', dryRun, signal: abort.signal, onProgress: () => (stopped ? abort.abort() : undefined) },
    );
  };
  for (const [index, each] of steps.entries()) {
    const before = await everyCompany(reader);
    const { generation, lastImport } = await reader.status();
    switch (each.kind) {
      case 'import': {
        last = await Promise.all(each.files.map((rows, number) => save(folder, `${index}-${number}.csv`, rows)));
        const tried = await run(last, true);
        expect((await reader.status()).generation).toBe(generation);
        const reports = await run(last, false);
        expect(reports).toEqual(tried);
        const sum = (of: (report: ImportReport) => number): number =>
          reports.reduce((total, report) => total + of(report), 0);
        for (const { rows, imported, updated, duplicates, rejected } of reports) {
          expect(imported + updated + duplicates + rejected.length).toBe(rows);
          expect(rejected.every(({ line, reason }) => line > 1 && reason !== '')).toBe(true);
        }
        expect(sum(({ rows }) => rows)).toBe(each.files.flat().length);
        expect(await everyCompany(reader)).toHaveLength(before.length + sum(({ imported }) => imported));
        // A row that adds no value may still add a day on which the values held.
        if ((await reader.status()).generation > generation) earlier.push(before);
        break;
      }
      case 'again': {
        if (last.length === 0) break;
        await run(last, false);
        expect((await reader.status()).generation).toBe(generation);
        break;
      }
      case 'undo': {
        if (lastImport === null) break;
        await writer.undoBatch(lastImport.batchId);
        // Again, it would add something.
        last = [];
        const expected = earlier.pop();
        // A release in between changes what follows from the date, never which companies there are.
        expect((await everyCompany(reader)).map(facts)).toEqual(expected?.map(facts));
        break;
      }
      case 'release':
        week++;
        expect(await writer.release(`2026-W${week}`, new Date('2026-11-23T06:00:00Z'))).toHaveLength(1);
        expect((await everyCompany(reader)).map(facts)).toEqual(before.map(facts));
        break;
      case 'cancel': {
        const path = await save(folder, `${index}.csv`, each.files[0] ?? []);
        const outcome = await run([path], false, true).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'cancelled' });
        expect(await everyCompany(reader)).toEqual(before);
        break;
      }
    }
  }
}

function facts({ id, name, links, location, industry, founded }: Company): unknown {
  return { id, name, links, location, industry, founded };
}

async function save(folder: string, name: string, rows: readonly Record<string, string>[]): Promise<string> {
  const header = ['name', 'website', 'country', 'industries', 'founded'];
  const lines = rows.map((cells) => header.map((field) => `"${cells[field] ?? ''}"`).join(','));
  const path = join(folder, name);
  await writeFile(path, [header.join(','), ...lines].join('\n'));
  return path;
}
