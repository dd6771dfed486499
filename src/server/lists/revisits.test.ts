import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openCompanyWriter } from '../index/open.ts';
import type { CompanyWriter } from '../index/port.ts';
import { importFiles } from '../ingest/importFiles.ts';
import { indexFolderOf } from '../jobs/copies/workspaceFiles.ts';
import { companyQueryOf } from './companyQuery.ts';
import { useListWorkspace } from '#server/lists/testing/listWorkspace.ts';
import { filtersFromQuery } from '#shared/domain/filterQuery.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { factsOf } from '#shared/domain/decisionFacts.ts';
import type { Back, Later } from '#shared/domain/later.ts';

const the = useListWorkspace();
let list: number;

const header = 'name,website,country,stage,employees,last funding date,total funding\n';

beforeEach(async () => {
  await the.load('crm_2026-11-01.csv', `${header}Acme,acme.example,France,Seed,20,2026-01-10,2000000\n`);
  list = await the.list('All', emptyFilters(), [{ companyId: 1, merit: -1, topMatch: false, week: '2026-W47' }]);
});

async function entry() {
  const { rows } = await the.workspace.state.entries.page(the.user, { smartListId: list }, { offset: 0, limit: 9 });
  return rows.find(({ companyId }) => companyId === 1)!;
}

async function putOff(later: Later): Promise<void> {
  const facts = async (companyId: number) => factsOf((await the.workspace.companies.get(companyId))!);
  const { id } = await entry();
  await the.workspace.state.entries.move(the.user, id, 'Later', the.now.toISOString(), null, { later, facts });
}

/** Why it is back, and how often the ledger says so. */
async function told(): Promise<{ readonly back: Back | null; readonly times: number }> {
  const events = await the.workspace.state.ledger.ofCompany(the.user, 1);
  const { back, list: now_ } = await entry();
  expect(now_).toBe(back === null ? 'Later' : 'None');
  return { back, times: events.filter(({ kind }) => kind === 'back').length };
}

describe('M4 a company that was put off', () => {
  test('is back at the first start on its day or after it, once, whatever the clock does', async () => {
    await putOff({ until: '2026-12-20' });
    // The last moment of the day before, in this time zone; then the clock goes back a month.
    for (const moment of [new Date(2026, 11, 19, 23, 59), new Date(2026, 10, 19, 12)]) {
      the.now = moment;
      await the.reopen();
      expect(await told()).toEqual({ back: null, times: 0 });
    }
    // Weeks were missed.
    the.now = new Date(2027, 1, 3, 0, 1);
    await the.reopen();
    const back = { why: 'day', what: '2026-12-20', from: 'None' };
    expect(await told()).toEqual({ back, times: 1 });
    await the.reopen();
    await the.workspace.jobs.startRefresh(true);
    expect(await told()).toEqual({ back, times: 1 });
  });

  test('is back at the refresh on its day', async () => {
    await putOff({ until: '2026-12-20' });
    the.now = new Date(2026, 11, 20, 0, 0);
    await the.workspace.jobs.startRefresh(true);
    expect(await told()).toMatchObject({ back: { why: 'day' }, times: 1 });
  });

  test('is back when a newer file says that it has raised, and not when one says something else', async () => {
    await putOff({ when: 'raises' });
    await the.load('crm_2026-11-10.csv', `${header}Acme,acme.example,France,Seed,40,2026-01-10,2000000\n`);
    expect(await told()).toEqual({ back: null, times: 0 });
    await the.load('crm_2026-11-15.csv', `${header}Acme,acme.example,France,Series A,40,2026-11-12,9000000\n`);
    expect(await told()).toEqual({ back: { why: 'raises', what: 'Series A', from: 'None' }, times: 1 });
    // To be decided again, and put off again.
    await putOff({ when: 'grows' });
    await the.load('crm_2026-11-16.csv', `${header}Acme,acme.example,France,Series A,49,2026-11-12,9000000\n`);
    expect(await told()).toEqual({ back: null, times: 1 });
    await the.load('crm_2026-11-17.csv', `${header}Acme,acme.example,France,Series A,50,2026-11-12,9000000\n`);
    expect(await told()).toEqual({ back: { why: 'grows', what: '25%', from: 'None' }, times: 2 });
  });
});

/** As a process that was killed leaves an import or an undo: noted, done to the companies, and not in the lists. */
async function cutOff(undoes: number, work: (writer: CompanyWriter) => Promise<unknown>): Promise<void> {
  const { state, companies } = the.workspace;
  const { lastCompanyId, lastImport } = await companies.status();
  await state.upkeep.beginImport({ owner: '', lastCompanyId, lastBatch: lastImport?.batchId ?? 0, undoes });
  const writer = openCompanyWriter(indexFolderOf(the.file));
  try {
    await work(writer);
  } finally {
    writer.close();
  }
  await the.reopen();
}

describe('D6 what an import brought back', () => {
  const changes = [
    ['raises', 'Seed,20,2026-11-12,9000000'],
    ['stage', 'Series A,20,2026-01-10,2000000'],
    ['grows', 'Seed,50,2026-01-10,2000000'],
  ] as const;

  test.each(changes)('when it %s is put off as it was once the import is undone, and back again', async (when, row) => {
    await putOff({ when });
    const before = await entry();
    const load = () => the.load('crm_2026-11-15.csv', `${header}Acme,acme.example,France,${row}\n`);
    await load();
    expect(await told()).toMatchObject({ back: { why: when } });
    await the.workspace.jobs.startUndo();
    expect(the.workspace.jobs.job).toMatchObject({ state: 'done' });
    expect(await entry()).toEqual(before);
    // It waits for the same: a start does not bring it back, the import does.
    await the.reopen();
    expect(await entry()).toEqual(before);
    await load();
    expect(await told()).toMatchObject({ back: { why: when } });
  });

  test('E9 is counted and found by its import, also once it is decided, and no more once the import is undone', async () => {
    const { state, companies } = the.workspace;
    const backBy = async (run: number | 'last'): Promise<unknown> =>
      state.ledger.broughtBack(the.user, await state.imports.batchOf(run));
    const found = async (value: string): Promise<number[]> =>
      companies.searchIds(await companyQueryOf(state, the.user, filtersFromQuery({ changes: value })), 10);
    await putOff({ when: 'raises' });
    expect([await backBy('last'), await found('last:back')]).toEqual([[], []]);
    await the.load('crm_2026-11-15.csv', `${header}Acme,acme.example,France,Seed,20,2026-11-12,9000000\n`);
    const company = 1;
    const [run] = await state.imports.list(1);
    const expected = [{ companyId: company, why: 'raises' }];
    expect([await backBy('last'), await backBy(run!.id)]).toEqual([expected, expected]);
    const { id } = await entry();
    await state.entries.move(the.user, id, 'Watchlist', the.now.toISOString(), null);
    await the.load('crm_2026-11-16.csv', `${header}Acme,acme.example,France,Seed,25,2026-11-12,9000000\n`);
    expect([await found(`${String(run!.id)}:back`), await found('last:back')]).toEqual([[company], []]);
    await the.workspace.jobs.startUndo();
    await the.workspace.jobs.startUndo();
    expect([await found(`${String(run!.id)}:back`), await found('last:back')]).toEqual([[], []]);
  });

  test('is put off again by the undo of that import, whatever was imported after it', async () => {
    await putOff({ when: 'raises' });
    const before = await entry();
    await the.load('crm_2026-11-15.csv', `${header}Acme,acme.example,France,Seed,20,2026-11-12,9000000\n`);
    await the.load('crm_2026-11-16.csv', `${header}Acme,acme.example,France,Seed,25,2026-11-12,9000000\n`);
    await the.workspace.jobs.startUndo();
    expect(await told()).toMatchObject({ back: { why: 'raises' } });
    await the.workspace.jobs.startUndo();
    expect(await entry()).toEqual(before);
  });

  test('on its day stays back: its day has come', async () => {
    await putOff({ until: '2026-11-20' });
    await the.load('crm_2026-11-15.csv', `${header}Acme,acme.example,France,Seed,25,2026-01-10,2000000\n`);
    await the.workspace.jobs.startUndo();
    expect(await told()).toMatchObject({ back: { why: 'day' } });
  });

  test('stays decided, and is not back when that is taken back', async () => {
    await putOff({ when: 'raises' });
    await the.load('crm_2026-11-15.csv', `${header}Acme,acme.example,France,Seed,20,2026-11-12,9000000\n`);
    const { entries } = the.workspace.state;
    const { id } = await entry();
    await entries.move(the.user, id, 'Watchlist', the.now.toISOString(), null);
    await the.workspace.jobs.startUndo();
    expect(await entry()).toMatchObject({ list: 'Watchlist' });
    await entries.move(the.user, id, 'None', the.now.toISOString(), null, { back: 'before' });
    expect(await entry()).toMatchObject({ list: 'None', back: null });
  });

  test('is put off again, too, where the undo was cut off, and not where nothing was undone by then', async () => {
    await putOff({ when: 'raises' });
    const before = await entry();
    await the.load('crm_2026-11-15.csv', `${header}Acme,acme.example,France,Seed,20,2026-11-12,9000000\n`);
    const batchId = (await the.workspace.companies.status()).lastImport!.batchId;
    await cutOff(batchId, () => Promise.resolve());
    expect(await told()).toMatchObject({ back: { why: 'raises' } });
    await cutOff(batchId, (writer) => writer.undoBatch(batchId));
    expect(await entry()).toEqual(before);
  });

  test('goes with its import, too, where that was cut off', async () => {
    await putOff({ when: 'raises' });
    const before = await entry();
    const name = 'crm_2026-11-15.csv';
    const path = join(the.folder, name);
    await writeFile(path, `${header}Acme,acme.example,France,Seed,20,2026-11-12,9000000\n`);
    await cutOff(0, (writer) =>
      importFiles([{ path, name, mapping: {} }], writer, {
        today: '2026-11-20',
        dryRun: false,
        signal: new AbortController().signal,
        onProgress: () => undefined,
      }),
    );
    expect(await told()).toMatchObject({ back: { why: 'raises' } });
    await the.workspace.jobs.startUndo();
    expect(await entry()).toEqual(before);
  });

  test('goes with a merge as with an import', async () => {
    const other = `${header}Acme Holding,holding.example,France,Series B,20,2026-11-12,9000000\n`;
    await the.load('other_2026-11-02.csv', other);
    await putOff({ when: 'raises' });
    const before = await entry();
    await the.workspace.jobs.startMerge([1, 2]);
    expect(the.workspace.jobs.job).toMatchObject({ state: 'done' });
    expect(await told()).toMatchObject({ back: { why: 'raises' } });
    await the.workspace.jobs.startUndo();
    expect(await entry()).toEqual(before);
  });
});
