import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useListWorkspace } from '#server/lists/testing/listWorkspace.ts';
import { changeKinds, importParts } from '#shared/domain/companyChange.ts';
import { filtersFromQuery } from '#shared/domain/filterQuery.ts';
import { importFiles } from '../ingest/importFiles.ts';
import { openCompanyWriter } from '../index/open.ts';
import { indexFolderOf } from '../jobs/copies/workspaceFiles.ts';
import { companyQueryOf } from './companyQuery.ts';

const the = useListWorkspace();

const header = 'name,website,country,city,employees,total funding,status\n';
const before = ['Acme', 'Bluebird', 'Cobalt', 'Dunlin', 'Egret'];

function row(name: string, { site = name, city = 'Lyon', employees = 10, raised = '$1M', status = 'Active' } = {}) {
  return `${name},${site.toLowerCase()}.example,France,${city},${employees},${raised},${status}\n`;
}

const first = header + before.map((name) => row(name)).join('');
const second =
  header +
  row('Acme', { raised: '$34.5M', employees: 25 }) +
  row('Bluebird', { status: 'Closed' }) +
  row('Cobalt', { city: 'Nice' }) +
  row('Falcon') +
  row('Falcon', { employees: 12 });

/** The companies that a value of the filter finds, by name, as any search finds them. */
async function found(value: string): Promise<string[]> {
  const { companies, state } = the.workspace;
  const query = await companyQueryOf(state, the.user, filtersFromQuery({ changes: value }));
  const ids = await companies.searchIds(query, 100);
  return (await companies.getMany(ids)).map(({ name }) => name).toSorted();
}

async function everything(run: string): Promise<Record<string, string[]>> {
  const answers: Record<string, string[]> = {};
  for (const what of [...importParts, ...changeKinds, 'changed']) {
    const names = await found(`${run}:${what}`);
    if (names.length > 0) answers[what] = names;
  }
  return answers;
}

const expected = {
  added: ['Falcon'],
  updated: ['Acme', 'Bluebird', 'Cobalt'],
  repeated: ['Falcon'],
  raised: ['Acme'],
  grew: ['Acme'],
  closed: ['Bluebird'],
  moved: ['Cobalt'],
  changed: ['Acme', 'Bluebird', 'Cobalt'],
};

test('E9 an import says what it changed, each number finds its companies, also after a restart, and none once undone', async () => {
  await the.load('a_2026-11-01.csv', first);
  expect(await everything('last')).toEqual({ added: before });
  await the.load('b_2026-11-05.csv', second);
  expect(the.workspace.jobs.job).toMatchObject({ changed: { raised: 1, grew: 1, closed: 1, moved: 1 }, repeated: 1 });
  const [run] = await the.workspace.state.imports.list(1);
  const counts = { added: 1, updated: 3, same: 0, repeated: 1, changed: { raised: 1, grew: 1, closed: 1, moved: 1 } };
  expect(run).toMatchObject({ ...counts, files: ['b_2026-11-05.csv'] });
  expect(await everything('last')).toEqual(expected);
  await the.reopen();
  expect(await everything(String(run?.id))).toEqual(expected);
  const changes = await the.workspace.state.imports.changesOf(run!.id, [1]);
  expect(changes.map(({ kind, was, now }) => [kind, was, now])).toEqual([
    ['grew', '10', '25'],
    ['raised', '1000000', '34500000'],
  ]);
  await the.workspace.jobs.startUndo();
  expect(await everything(String(run?.id))).toEqual({});
  expect(await everything('last')).toEqual({ added: before });
  await the.load('b_2026-11-05.csv', second);
  expect(await everything('last')).toEqual(expected);
});

test('E9 companies of which an import says what was known are as they were', async () => {
  const text = 'Name,Website,Employees\nAcme,acme.example.org,41\n';
  await the.load('one.csv', text);
  await the.load('two.csv', `${text}Zeta,zeta.example.org,7\n`);
  expect(await everything('last')).toEqual({ added: ['Zeta'], same: ['Acme'] });
});

test('E9 a check says the same and keeps nothing', async () => {
  await the.load('a_2026-11-01.csv', first);
  const path = join(the.folder, 'b_2026-11-05.csv');
  await writeFile(path, second);
  const source = { path, name: 'b_2026-11-05.csv', mapping: {} };
  await the.workspace.jobs.startImport([source], { dryRun: true, removeSample: false });
  expect(the.workspace.jobs.job).toMatchObject({ changed: { raised: 1, grew: 1, closed: 1, moved: 1 }, repeated: 1 });
  expect(await everything('last')).toEqual({ added: before });
});

test('E9 an import that was cut off before it was told is told of all the same', async () => {
  await the.load('a_2026-11-01.csv', first);
  const { state, companies } = the.workspace;
  const { lastCompanyId, lastImport } = await companies.status();
  await state.upkeep.beginImport({ owner: '', lastCompanyId, lastBatch: lastImport?.batchId ?? 0 });
  const path = join(the.folder, 'b_2026-11-05.csv');
  await writeFile(path, second);
  const writer = openCompanyWriter(indexFolderOf(the.file));
  try {
    await importFiles([{ path, name: 'b_2026-11-05.csv', mapping: {} }], writer, {
      today: '2026-11-20',
      dryRun: false,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
  } finally {
    writer.close();
  }
  await the.reopen();
  const { repeated: _, ...rest } = expected;
  const answer = await everything('last');
  expect(answer).toMatchObject({ ...rest, updated: expect.arrayContaining(rest.updated) as string[] });
});
