import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openState } from '#server/state/sqlite/file.ts';
import { emptyFilters } from '#shared/domain/filters.ts';

const run = promisify(execFile);
const now = '2026-11-20T09:00:00.000Z';

let folder: string;
let file: string;

/** A file in which five companies were decided, all of it in the chain. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-chain-'));
  file = join(folder, 'team.db');
  const state = await openState(file);
  const { id: user } = await state.users.firstUser();
  const seeds = [1, 2, 3, 4, 5].map((companyId) => ({ companyId, merit: 0.5, topMatch: false, week: '2026-W47' }));
  const list = { name: 'All', filters: emptyFilters(), matchedWeek: '2026-W47', now };
  const created = await state.smartLists.create(user, list, seeds, []);
  if (created === 'name_taken') throw new Error('The name was taken.');
  const { rows } = await state.entries.page(user, { smartListId: created.list.id }, { offset: 0, limit: 10 });
  for (const { id } of rows) await state.entries.move(user, id, 'Archive', now, null);
  await state.audit.seal(100);
  state.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What a check finds once something was done with the file. */
async function afterChange(...statements: string[]): Promise<readonly string[]> {
  const db = new DatabaseSync(file);
  for (const sql of statements) db.exec(sql);
  db.close();
  const state = await openState(file);
  try {
    return (await state.audit.check()).problems;
  } finally {
    state.close();
  }
}

test('N8 the chain holds as long as nobody touches it', async () => {
  expect(await afterChange()).toEqual([]);
});

test.each([
  ['an event is changed', ['UPDATE event SET to_list = 1 WHERE seq = 3'], /^Event 3 was changed/],
  ['its maker is changed', ["UPDATE event SET at = '2026-11-21' WHERE seq = 2"], /^Event 2 was changed/],
  ['an event is removed', ['DELETE FROM event WHERE seq = 3'], /^Event 3 is missing/],
  [
    'an event and its place are removed',
    ['DELETE FROM event WHERE seq = 3', 'DELETE FROM seal WHERE seq = 3'],
    /missing/,
  ],
  [
    'two events are swapped',
    [
      'UPDATE event SET seq = 99 WHERE seq = 2',
      'UPDATE event SET seq = 2 WHERE seq = 3',
      'UPDATE event SET seq = 3 WHERE seq = 99',
    ],
    /^Event 2 was changed/,
  ],
  ['a hash is changed', [`UPDATE seal SET event_hash = 'x' WHERE place = 4`], /^Place 4 does not follow/],
  [
    'the first is removed',
    ['DELETE FROM event WHERE seq = 1', 'DELETE FROM seal WHERE place = 1'],
    /^Places 1 to 1 are missing/,
  ],
] as const)('N8 it is found when %s', async (_, statements, problem) => {
  expect((await afterChange(...statements)).join('\n')).toMatch(new RegExp(problem.source, 'm'));
});

test('N8 an event that is put in between is found', async () => {
  const columns = 'at, user_id, kind, company_id, entry_id, smart_list_id, from_list, to_list';
  const problems = await afterChange(
    'UPDATE event SET seq = seq + 100 WHERE seq >= 3',
    'UPDATE seal SET seq = seq + 100 WHERE seq >= 3',
    `INSERT INTO event (seq, ${columns}) SELECT 50, ${columns} FROM event WHERE seq = 1`,
  );
  expect(problems.join('\n')).toContain('Event 50 was put in between.');
});

test('N8 a process that is killed leaves a chain that holds, and what it had not put into it is put into it', async () => {
  const writer = `
    import { openState } from '#server/state/sqlite/file.ts';
    const state = await openState(${JSON.stringify(file)});
    const { id: user } = await state.users.firstUser();
    const { rows } = await state.entries.page(user, { companyId: 1 }, { offset: 0, limit: 10 });
    for (let turn = 0; ; turn++) {
      await state.entries.move(user, rows[0].id, turn % 2 === 0 ? 'Watchlist' : 'Archive', new Date().toISOString(), null);
      if (turn % 3 === 0) await state.audit.seal(100);
      if (turn === 20) process.kill(process.pid, 'SIGKILL');
    }`;
  const options = { cwd: process.cwd() };
  await expect(run(process.execPath, ['--input-type=module', '-e', writer], options)).rejects.toMatchObject({
    signal: 'SIGKILL',
  });
  const state = await openState(file);
  while ((await state.audit.seal(100)) !== 0);
  const { events, problems } = await state.audit.check();
  const db = new DatabaseSync(file);
  expect(problems).toEqual([]);
  expect(events).toBe(Number(Object.values(db.prepare('SELECT COUNT(*) FROM event').get() ?? {})[0]));
  expect(events).toBeGreaterThan(20);
  db.close();
  state.close();
});

function check(): Promise<{ stdout: string }> {
  const args = ['src/server/commandLine/cli.ts', 'audit', '--check', '--db', file];
  return run(process.execPath, args, { cwd: process.cwd() });
}

test('N8 audit --check says so, by its exit code, too', async () => {
  expect((await check()).stdout).toContain('5 events, nothing was changed.');
  await afterChange('UPDATE event SET reason = 1 WHERE seq = 4');
  await expect(check()).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('Event 4 was changed.') });
});
