import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import { factsOf } from '#shared/domain/decisionFacts.ts';
import type { Back, Later } from '#shared/domain/later.ts';
import { configWithoutProvider, openWorkspace, type Workspace } from '../workspace.ts';

let folder: string;
let now: Date;
let workspace: Workspace;
let user: number;
let list: number;

async function open(): Promise<void> {
  workspace = await openWorkspace({
    file: join(folder, 'w.db'),
    config: configWithoutProvider(''),
    now: () => now,
    onEvent: () => undefined,
    reportError: (error) => {
      throw error;
    },
    isBrief: true,
  });
}

async function reopen(): Promise<void> {
  workspace.close();
  await open();
}

async function load(name: string, content: string): Promise<void> {
  const path = join(folder, name);
  await writeFile(path, content);
  const choices = { dryRun: false, removeSample: false };
  await workspace.jobs.startImport([{ path, name: basename(path), mapping: {} }], choices);
}

const header = 'name,website,country,stage,employees,last funding date,total funding\n';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-revisits-'));
  now = new Date(2026, 10, 20, 12);
  await open();
  await load('crm_2026-11-01.csv', `${header}Acme,acme.example,France,Seed,20,2026-01-10,2000000\n`);
  user = (await workspace.state.users.firstUser()).id;
  const made = { name: 'All', filters: emptyFilters(), matchedWeek: '2026-W47', now: now.toISOString() };
  const seed = { companyId: 1, merit: -1, topMatch: false, week: '2026-W47' };
  const created = await workspace.state.smartLists.create(user, made, [seed], []);
  if (created === 'name_taken') throw new Error('taken');
  list = created.list.id;
});

afterEach(async () => {
  await workspace.jobs.cancel();
  workspace.close();
  await rm(folder, { recursive: true, force: true });
});

async function entry() {
  const { rows } = await workspace.state.entries.page(user, { smartListId: list }, { offset: 0, limit: 9 });
  return rows[0]!;
}

async function putOff(later: Later): Promise<void> {
  const facts = factsOf((await workspace.companies.get(1))!);
  const { id } = await entry();
  await workspace.state.entries.move(user, id, 'Later', now.toISOString(), null, { later, facts });
}

/** Why it is back, and how often the ledger says so. */
async function told(): Promise<{ readonly back: Back | null; readonly times: number }> {
  const events = await workspace.state.ledger.ofCompany(user, 1);
  const { back, list: now_ } = await entry();
  expect(now_).toBe(back === null ? 'Later' : 'None');
  return { back, times: events.filter(({ kind }) => kind === 'back').length };
}

describe('M4 a company that was put off', () => {
  test('is back at the first start on its day or after it, once, whatever the clock does', async () => {
    await putOff({ until: '2026-12-20' });
    // The last moment of the day before, in this time zone; then the clock goes back a month.
    for (const moment of [new Date(2026, 11, 19, 23, 59), new Date(2026, 10, 19, 12)]) {
      now = moment;
      await reopen();
      expect(await told()).toEqual({ back: null, times: 0 });
    }
    // Weeks were missed.
    now = new Date(2027, 1, 3, 0, 1);
    await reopen();
    const back = { why: 'day', what: '2026-12-20', from: 'None' };
    expect(await told()).toEqual({ back, times: 1 });
    await reopen();
    await workspace.jobs.startRefresh(true);
    expect(await told()).toEqual({ back, times: 1 });
  });

  test('is back at the refresh on its day', async () => {
    await putOff({ until: '2026-12-20' });
    now = new Date(2026, 11, 20, 0, 0);
    await workspace.jobs.startRefresh(true);
    expect(await told()).toMatchObject({ back: { why: 'day' }, times: 1 });
  });

  test('is back when a newer file says that it has raised, and not when one says something else', async () => {
    await putOff({ when: 'raises' });
    await load('crm_2026-11-10.csv', `${header}Acme,acme.example,France,Seed,40,2026-01-10,2000000\n`);
    expect(await told()).toEqual({ back: null, times: 0 });
    await load('crm_2026-11-15.csv', `${header}Acme,acme.example,France,Series A,40,2026-11-12,9000000\n`);
    expect(await told()).toEqual({ back: { why: 'raises', what: 'Series A', from: 'None' }, times: 1 });
    // To be decided again, and put off again.
    await putOff({ when: 'grows' });
    await load('crm_2026-11-16.csv', `${header}Acme,acme.example,France,Series A,49,2026-11-12,9000000\n`);
    expect(await told()).toEqual({ back: null, times: 1 });
    await load('crm_2026-11-17.csv', `${header}Acme,acme.example,France,Series A,50,2026-11-12,9000000\n`);
    expect(await told()).toEqual({ back: { why: 'grows', what: '25%', from: 'None' }, times: 2 });
  });
});
