import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { ImportSource } from '#node/localApi.ts';
import { JobLock } from '#server/postgres/jobLock.ts';
import { PostgresServer } from '#server/postgres/server.ts';
import type { Workspace } from '#server/workspace.ts';
import { factsOf } from '#shared/domain/decisionFacts.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { namesOn, TestTeam } from '../../postgres/testTeam.ts';

const now = '2026-11-27T10:00:00.000Z';

const team = new TestTeam();

function sourceOf(path: string): ImportSource {
  return { path, name: basename(path), mapping: {} };
}

async function importInto({ jobs }: Workspace, path: string): Promise<void> {
  await jobs.startImport([sourceOf(path)], { dryRun: false, removeSample: false });
  expect(jobs.job).toMatchObject({ state: 'done' });
}

describe('N5 servers of a team', () => {
  test('find what one of them has imported, and no longer find what one of them has taken back', async () => {
    const [one, two] = [await team.node('one'), await team.node('two')];
    await importInto(one, team.csv('first', ['Alpha', 'Beta']));
    await vi.waitFor(async () => expect(await namesOn(two)).toEqual(['Alpha', 'Beta']), { timeout: 20_000 });
    // The other one goes on from there: it replaces one company and adds another.
    await importInto(two, team.csv('second', ['Beta', 'Gamma']));
    await vi.waitFor(async () => expect(await namesOn(one)).toEqual(['Alpha', 'Beta', 'Gamma']), { timeout: 20_000 });
    expect(await one.companies.getMany([1, 2, 3])).toEqual(await two.companies.getMany([1, 2, 3]));
    await one.jobs.startUndo();
    expect(one.jobs.job).toMatchObject({ state: 'done' });
    await vi.waitFor(async () => expect(await namesOn(two)).toEqual(['Alpha', 'Beta']), { timeout: 20_000 });
    // One that starts with nothing has what they have.
    const three = await team.node('three');
    expect(await namesOn(three)).toEqual(await namesOn(one));
    expect(await three.companies.record(2)).toEqual(await one.companies.record(2));
  });

  test('run one job at a time', async () => {
    const workspace = await team.node('one');
    const server = new PostgresServer(team.address, () => undefined);
    const job = await new JobLock(server).take();
    await workspace.jobs.startImport([sourceOf(team.csv('other', ['Alpha']))], { dryRun: false, removeSample: false });
    expect(workspace.jobs.job).toMatchObject({ state: 'failed' });
    expect(workspace.jobs.job?.reason).toMatch(/^Something else is running on another server of the team/);
    await job?.release();
    await importInto(workspace, team.csv('other', ['Alpha']));
    expect(await namesOn(workspace)).toEqual(['Alpha']);
    await server.close();
  });

  test('D6 put off again what an import of one of them had brought back, whichever takes that import back', async () => {
    const [one, two] = [await team.node('one'), await team.node('two')];
    const header = 'name,website,stage,total funding\n';
    const file = (name: string, row: string): string => {
      const path = join(team.folder, `${name}.csv`);
      writeFileSync(path, header + row);
      return path;
    };
    await importInto(one, file('crm_2026-11-01', 'Alpha,alpha.example,Seed,2000000\n'));
    const { id: user } = await one.state.users.firstUser();
    const asked = { name: 'All', filters: emptyFilters(), matchedWeek: '', now };
    const seeds = [{ companyId: 1, merit: 0, topMatch: false, week: '' }];
    const made = await one.state.smartLists.create(user, asked, seeds, []);
    if (made === 'name_taken') throw new Error('taken');
    const entry = async () => {
      const { rows } = await two.state.entries.page(user, { smartListId: made.list.id }, { offset: 0, limit: 1 });
      return rows[0]!;
    };
    const facts = async (id: number) => factsOf((await one.companies.get(id))!);
    const { id } = await entry();
    await one.state.entries.move(user, id, 'Later', now, null, { later: { when: 'raises' }, facts });
    const before = await entry();
    await importInto(one, file('crm_2026-11-15', 'Alpha,alpha.example,Series A,9000000\n'));
    const back = { why: 'raises', what: 'Series A', from: 'None' };
    expect(await entry()).toMatchObject({ list: 'None', back });
    await one.state.entries.move(user, id, 'Archive', now, null);
    await two.state.entries.move(user, id, 'None', now, null, { back: 'before' });
    expect(await entry()).toMatchObject({ list: 'None', back });
    await two.jobs.startUndo();
    expect(two.jobs.job).toMatchObject({ state: 'done' });
    expect(await entry()).toEqual(before);
  });

  test('have the same lists and decisions at once', async () => {
    const [one, two] = [await team.node('one'), await team.node('two')];
    await importInto(one, team.csv('first', ['Alpha', 'Beta']));
    const { id: user } = await one.state.users.firstUser();
    expect((await two.state.users.firstUser()).id).toBe(user);
    const made = await one.state.smartLists.create(
      user,
      { name: 'All', filters: emptyFilters(), matchedWeek: '', now },
      [1, 2].map((companyId) => ({ companyId, merit: 0, topMatch: false, week: '' })),
      [],
    );
    if (made === 'name_taken') throw new Error('taken');
    const { rows } = await two.state.entries.page(user, { smartListId: made.list.id }, { offset: 0, limit: 10 });
    await two.state.entries.move(user, rows[0]!.id, 'Watchlist', now, { key: 'one', hash: 'h' });
    expect(await one.state.entries.get(user, rows[0]!.id)).toMatchObject({ list: 'Watchlist' });
    // Sent again to the other one, as after an answer that was lost.
    const again = await one.state.entries.move(user, rows[0]!.id, 'Watchlist', now, {
      key: 'one',
      hash: 'h',
    });
    expect(again).toMatchObject({ kind: 'repeated' });
    expect(await one.state.ledger.ofCompany(user, rows[0]!.companyId)).toHaveLength(1);
  });
});
