import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ImportReport } from '#shared/bridge/workspace.ts';
import type { Company } from '#shared/domain/company.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import type { SeenValue } from '#shared/domain/history.ts';
import { openCompanyReader, openCompanyWriter, type SqliteCompanyReader } from '../index/open.ts';
import type { CompanyWriter } from '../index/port.ts';
import { longer } from '../testing/propertyRuns.ts';
import { dayInName, dayOfFile } from './file/fileDay.ts';
import { importFiles } from './importFiles.ts';
import { importText } from './testing/importText.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-dated-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['harmonic_2025-11-03.csv', '2025-11-03'],
  ['20251103 export.xlsx', '2025-11-03'],
  ['deals 2025-11-03T09.30.csv.gz', '2025-11-03'],
  ['Pipeline 3 Nov 2025.csv', '2025-11-03'],
  ['pipeline-Nov-03-2025.csv', '2025-11-03'],
  ['export 25-12-2024.csv', '2024-12-25'],
  ['export 12-25-2024.csv', '2024-12-25'],
  ['november_2025.csv', '2025-11-30'],
  ['2024-02.csv', '2024-02-29'],
  ['crunchbase_2014-01.csv', '2014-01-31'],
  // Not a time, or not one that can be told.
  ['companies.csv', ''],
  ['export 03-04-2025.csv', ''],
  // E17 A season, a quarter, a year or a version is no day.
  ['report Q3 2025.csv', ''],
  ['2025q4.csv', ''],
  ['2025-Q1.csv', ''],
  ['inc5000-2021.csv', ''],
  ['Winter 2024.json', ''],
  ['Summer2026.json', ''],
  ['Spring 2025.csv', ''],
  ['Fall 2025.csv', ''],
  ['Herbst 2025.csv', ''],
  ['hiver 2025.csv', ''],
  ['W24.json', ''],
  ['2024-25.csv', ''],
  ['FY2024.csv', ''],
  ['H1 2025.csv', ''],
  ['pitch decks 2025.csv', ''],
  ['v2.2024.csv', ''],
  ['winnow-2024.1.csv', ''],
  ['top 500.csv', ''],
  ['fund 20251399.csv', ''],
  ['batch 1234567890.csv', ''],
])('the file %j is of the day %j by its name', (name, day) => {
  expect(dayInName(name)).toBe(day);
});

test('without a day in its name a file is of the day of its last change, never of one ahead', () => {
  const path = join(folder, 'companies.csv');
  writeFileSync(path, 'x');
  utimesSync(path, new Date(2025, 10, 3, 9, 30), new Date(2025, 10, 3, 9, 30));
  expect(dayOfFile(path, 'companies.csv', '2026-11-20')).toEqual({ day: '2025-11-03T09:30', from: 'changed' });
  expect(dayOfFile(path, 'companies.csv', '2025-10-01').day).toBe('2025-10-01');
  expect(dayOfFile(path, 'plan May 2030.csv', '2026-11-20')).toEqual({ day: '2026-11-20', from: 'name' });
});

test('a column of days says for each row of which day its values are', async () => {
  const { writer } = await importText(
    'Name,Website,Employees,Last updated\n' +
      'Acme,acme.example.org,41,2025-11-03\nBravo,bravo.example.net,7,13/11/2024\nCosta,costa.example.net,9,2031-01-01\n',
  );
  expect(writer.records.map(({ name, valuesOn }) => [name, valuesOn])).toEqual([
    ['Acme', '2025-11-03'],
    ['Bravo', '2024-11-13'],
    ['Costa', '2026-11-20'],
  ]);
});

test('the newest value of employees, status and stage counts, whichever file comes first', async () => {
  const older =
    'Name,Website,Employees,Stage,Status,City,Country\nAcme,acme.example.org,35,Seed,Operating,Köln,Germany\n';
  const newer = 'Name,Website,Employees,Stage,Status,City,Country\nAcme,acme.example.org,41,Series A,Acquired,,\n';
  for (const order of [
    ['a_2025-03-01.csv', 'b_2025-11-03.csv'],
    ['b_2025-11-03.csv', 'a_2025-03-01.csv'],
  ]) {
    const { company, history } = await importing(
      order.map((name) => ({ name, text: name.startsWith('a') ? older : newer })),
    );
    expect(company).toMatchObject({
      size: { count: 41 },
      stages: ['inv_stage_series_a'],
      status: 'acquired',
      location: { city: 'Köln' },
      values_on: '2025-11-03',
      employee_growth: 0.171,
    });
    expect(history.filter(({ field }) => field === 'employees')).toEqual([
      { field: 'employees', header: '', value: 35, day: '2025-03-01', source: 'a_2025-03-01.csv' },
      { field: 'employees', header: '', value: 41, day: '2025-11-03', source: 'b_2025-11-03.csv' },
    ]);
  }
});

test('D7 a copy under another name, or of another day, adds no value: its rows are duplicates, and its name is kept', async () => {
  const store = await openStore('copies');
  try {
    const text = 'Name,Website,Employees\nAcme,acme.example.org,41\n';
    const names = ['one.csv', 'two.csv', 'one (1).csv', 'one_2025-03-01.csv', 'one_2026-11-19.csv', 'one.csv'];
    const outcomes = [];
    for (const name of names) {
      const report = await importOne(store.writer, name, text);
      outcomes.push([report?.imported, report?.updated, report?.duplicates]);
    }
    expect(outcomes).toEqual([[1, 0, 0], ...names.slice(1).map(() => [0, 0, 1])]);
    const [state] = await stateOf(store.reader);
    expect(state?.company.from_files.toSorted()).toEqual([...new Set(names)].toSorted());
    const more = await importOne(store.writer, 'three.csv', text.replace('Employees', 'City').replace('41', 'Bonn'));
    expect([more?.updated, more?.duplicates]).toEqual([1, 0]);
  } finally {
    store.close();
  }
});

/** What the reader says of the only company once these files are imported, one after the other. */
async function importing(
  files: readonly { readonly name: string; readonly text: string }[],
): Promise<{ company: Company | undefined; history: readonly SeenValue[] }> {
  const store = await openStore(`store ${files.map(({ name }) => name).join(' ')}`);
  try {
    for (const file of files) await importOne(store.writer, file.name, file.text);
    const [state] = await stateOf(store.reader);
    return { company: state?.company, history: state?.history ?? [] };
  } finally {
    store.close();
  }
}

interface Store {
  readonly writer: CompanyWriter;
  readonly reader: SqliteCompanyReader;
  close(): void;
}

async function openStore(name: string): Promise<Store> {
  const writer = openCompanyWriter(join(folder, name));
  const reader = openCompanyReader(join(folder, name));
  await writer.release('2026-W47', new Date('2026-11-16T06:00:00Z'));
  return {
    writer,
    reader,
    close: () => {
      reader.close();
      writer.close();
      rmSync(join(folder, name), { recursive: true });
    },
  };
}

async function importOne(writer: CompanyWriter, name: string, text: string): Promise<ImportReport | undefined> {
  const path = join(folder, name);
  writeFileSync(path, text);
  const [report] = await importFiles([{ path, name, mapping: {} }], writer, {
    today: '2026-11-20',
    dryRun: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  return report;
}

/** Everything that is said of every company, by site; ids follow from the order of files. */
async function stateOf(reader: SqliteCompanyReader): Promise<{ company: Company; history: readonly SeenValue[] }[]> {
  const query = { filters: emptyFilters(), sortBy: 'company_name', onlyIds: null, withoutIds: null } as const;
  const { items } = await reader.search(query, 0, 100);
  const sorted = items.toSorted((a, b) => (siteOf(a) < siteOf(b) ? -1 : 1));
  return Promise.all(
    sorted.map(async (item) => {
      const { values = [] } = (await reader.history(item.id)) ?? {};
      return { company: { ...item, id: 0 }, history: values };
    }),
  );
}

function siteOf({ links }: Company): string {
  return links.find(({ type }) => type === 'website')?.url ?? '';
}

const row = fc.record({
  name: fc.constantFrom('Acme', 'ACME Inc.', 'Acme Robotics'),
  website: fc.constantFrom('acme.example.org', 'acmerobotics.example.net'),
  employees: fc.constantFrom('', '35', '41', '11-50'),
  stage: fc.constantFrom('', 'Seed', 'Series A'),
  total: fc.constantFrom('', '$1,000,000', '$2,500,000'),
  funded: fc.constantFrom('', '2024-05-01', '2025-06-01'),
  status: fc.constantFrom('', 'Operating', 'Closed'),
  city: fc.constantFrom('', 'Köln', 'Lyon'),
  country: fc.constantFrom('', 'Germany', 'France'),
  followers: fc.constantFrom('', '1200', '1500'),
  batch: fc.constantFrom('', 'W21', 'S22'),
});
const headers =
  'Name,Website,Employees,Stage,Total Funding,Last Funding Date,Status,City,Country,Followers,Our batch\n';
/** One company a file: which of two rows of one file has the say is a matter of their order there. */
const file = fc.uniqueArray(row, { minLength: 1, maxLength: 2, selector: ({ website }) => website });
const days = ['2024-12-31', '2025-06-30', '2025-11-03', '2026-02-01'];
const datedFiles = fc
  .tuple(fc.shuffledSubarray(days, { minLength: 2 }), fc.array(file, { minLength: 4, maxLength: 4 }))
  .map(([some, files]) =>
    some.map((day, index) => ({
      name: `list_${day}.csv`,
      text: `${headers}${files[index]!.map((cells) =>
        Object.values(cells)
          .map((cell) => `"${cell}"`)
          .join(','),
      ).join('\n')}\n`,
    })),
  );

test(
  'M7 dated files in any order give the same companies and histories; taking the newest import back restores both',
  { timeout: longer(120_000) },
  async () => {
    await fc.assert(
      fc.asyncProperty(datedFiles, async (files) => {
        const [one, another] = [await openStore('one'), await openStore('another')];
        try {
          const before: unknown[] = [];
          for (const { name, text } of files) {
            before.push(await stateOf(one.reader));
            await importOne(one.writer, name, text);
          }
          const all = await stateOf(one.reader);
          for (const { name, text } of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
            await importOne(another.writer, name, text);
          }
          expect(await stateOf(another.reader)).toEqual(all);
          // Every file once more changes nothing.
          const { generation } = await one.reader.status();
          for (const { name, text } of files) await importOne(one.writer, name, text);
          expect((await one.reader.status()).generation).toBe(generation);
          for (const state of before.toReversed()) {
            const { lastImport } = await one.reader.status();
            await one.writer.undoBatch(lastImport!.batchId);
            expect(await stateOf(one.reader)).toEqual(state);
          }
        } finally {
          one.close();
          another.close();
        }
      }),
      { numRuns: longer(10), endOnFailure: true },
    );
  },
);
