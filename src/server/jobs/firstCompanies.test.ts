import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ColumnMapping, ReadRow } from '#shared/bridge/workspace.ts';
import type { Company } from '#shared/domain/company.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { inspectFile } from '../ingest/inspect.ts';
import { useListWorkspace } from '../lists/testing/listWorkspace.ts';

const the = useListWorkspace();

const file = [
  'Firm,Homepage,HQ city,Land,Sector,Since,Staff,Raised (USD mn),Round,Contact,Batch,Founders',
  'Alma,https://alma.example,Lyon,France,Fintech,2019,11-50,2.5,Series A,ann@alma.example,Winter 2021,Ann Roe; Bob Poe',
  ',,,,,,,,,,,',
  'Total,,,,,,,12,,,,',
  'Bero,bero.example,,Spain,Robotics,12/2015,120,€3M,Seed,,,',
  'https://cyan.example,,,,,,,,,,Summer 2022,',
].join('\n');

async function read(text: string, mapping: ColumnMapping = {}, day?: string): Promise<readonly ReadRow[]> {
  const path = join(the.folder, 'deals_2026-11-03.csv');
  await writeFile(path, text);
  const reading = { mapping, ...(day === undefined ? {} : { day }) };
  const [preview] = await inspectFile(path, { name: 'deals_2026-11-03.csv', reading });
  return preview?.companies ?? [];
}

async function imported(text: string, mapping: ColumnMapping): Promise<readonly Company[]> {
  const path = join(the.folder, 'deals_2026-11-03.csv');
  await writeFile(path, text);
  const choices = { dryRun: false, removeSample: false };
  await the.workspace.jobs.startImport([{ path, name: 'deals_2026-11-03.csv', mapping }], choices);
  const query = { filters: emptyFilters(), sortBy: 'company_name', onlyIds: null, withoutIds: null } as const;
  return (await the.workspace.companies.search(query, 0, 100)).items;
}

/** All of a company but what it gets by being there. */
function facts({ id: _id, discovered, discovered_date: day, tags, ...company }: Company): unknown {
  void [discovered, day, tags];
  return company;
}

function byName(all: readonly Company[]): unknown {
  return all.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((company) => facts(company));
}

test.each<[string, ColumnMapping]>([
  ['as its columns are recognised', {}],
  ['with corrections to its columns', { Sector: 'own', Batch: '', Since: 'own' }],
])('Minute 3 the first rows of a file are the companies that an import makes of them, %s', async (_, mapping) => {
  const rows = await read(file, mapping);
  const companies = rows.flatMap(({ company }) => (company === null ? [] : [company]));
  expect(companies.map(({ name }) => name)).toEqual(['Alma', 'Bero', 'cyan.example']);
  expect(byName(companies)).toEqual(byName(await imported(file, mapping)));
});

test('Minute 3 each row says its line, which columns its values come from, and why it would be rejected', async () => {
  const [alma, total, bero, cyan] = await read(file);
  expect(alma).toMatchObject({
    line: 2,
    problem: '',
    founders: ['Ann Roe', 'Bob Poe'],
    from: {
      name: ['Firm'],
      website: ['Homepage'],
      city: ['HQ city'],
      country: ['Land'],
      industries: ['Sector'],
      founded: ['Since'],
      employees: ['Staff'],
      fundingTotal: ['Raised (USD mn)'],
      stage: ['Round'],
      emails: ['Contact'],
      founders: ['Founders'],
    },
  });
  expect(total).toMatchObject({ line: 4, company: null, from: {} });
  expect(total?.problem).not.toBe('');
  // An amount in another currency is none in dollars.
  expect(bero).toMatchObject({
    line: 5,
    company: { funding_total: null, funding_total_original: 'EUR 3000000', own: [] },
  });
  expect(bero?.from['city']).toBeUndefined();
  expect(cyan).toMatchObject({ line: 6, from: { name: ['Firm'] } });
});

test('Minute 3 a file of many rows shows its first, and nothing where it was not asked', async () => {
  const many = Array.from({ length: 3000 }, (_, n) => `Firm ${String(n)},firm${String(n)}.example`);
  const rows = await read(`name,website\n${many.join('\n')}`);
  expect(rows.map(({ company }) => company?.name)).toEqual(Array.from({ length: 20 }, (_, n) => `Firm ${String(n)}`));
  const [preview] = await inspectFile(join(the.folder, 'deals_2026-11-03.csv'));
  expect(preview).not.toHaveProperty('companies');
});
