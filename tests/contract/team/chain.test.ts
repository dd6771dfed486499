import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

describe('P4 what is gone is excused only where its user was removed, and all of theirs with it', () => {
  const insertRemoved = `INSERT INTO event (at, user_id, kind, company_id, entry_id, smart_list_id, from_list, to_list, note)
    VALUES ('${now}', 1, 'removed', 0, 0, 0, 0, 0, '{"user":1}')`;
  const columns = 'at, user_id, kind, company_id, entry_id, smart_list_id, from_list, to_list';
  const isRemoved = `UPDATE user SET removed_at = '${now}' WHERE id = 1`;
  test.each([
    ['an event says that somebody was removed who is there', ['DELETE FROM event WHERE seq = 3', insertRemoved]],
    [
      'only some of the events of a removed user are gone',
      ['DELETE FROM event WHERE seq = 3', insertRemoved, isRemoved],
    ],
    ['a user is marked as removed, and no event says so', ['DELETE FROM event', isRemoved]],
  ])('P4 it is found when %s', async (_, statements) => {
    expect((await afterChange(...statements)).join('\n')).toMatch(/^Event 3 is missing/m);
  });

  test('P4 an event of a removed user from after the removal is not excused', async () => {
    const state = await openState(file);
    const ann = await state.users.add({ email: '', name: 'Ann', role: 'analyst', addons: [] });
    await state.audit.record({ kind: 'sign_in', userId: ann.id, at: now, detail: {} });
    await state.audit.seal(100);
    await state.accounts.remove(ann.id);
    await state.audit.seal(100);
    expect(await state.audit.check()).toMatchObject({ gone: 1, problems: [] });
    state.close();
    await afterChange(`INSERT INTO event (${columns}) VALUES ('${now}', ${ann.id}, 'sign_in', 0, 0, 0, 0, 0)`);
    const again = await openState(file);
    await again.audit.seal(100);
    again.close();
    expect((await afterChange(`DELETE FROM event WHERE user_id = ${ann.id}`)).join()).toMatch(/^Event \d+ is missing/);
  });

  test('P4 a chain that was made again is found by the hash that was kept', async () => {
    const state = await openState(file);
    const { hash } = await state.audit.check();
    state.close();
    expect((await check('--expect', hash)).stdout).toContain('5 events, nothing was changed.');
    await afterChange('DELETE FROM seal', "UPDATE event SET facts = '{}' WHERE seq = 4");
    await check();
    await expect(check('--expect', hash)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('no line with the expected hash'),
    });
    await expect(check('--expect', 'abc')).rejects.toMatchObject({ code: 2 });
  });

  test.each([
    ['a note', `UPDATE note SET text = 'Changed'`, /^Note .* does not say what its newest event says/],
    ['for whom a note is', `UPDATE note SET audience = 'team'`, /^Note .* written for its author alone/],
    ['a note that is gone', `UPDATE note SET text = ''`, /^Note /],
    ['a decision', 'UPDATE entry SET list = 1 WHERE company_id = 3', /^What user 1 has decided about company 3/],
    ['a decision that is gone', 'UPDATE entry SET list = 0 WHERE company_id = 3', /^What user 1 has decided/],
    ['a reason', 'UPDATE entry SET reason = 2 WHERE company_id = 3', /^The reason of user 1 for company 3/],
  ])('P4 %s that is changed where people read it is found', async (_, statement, problem) => {
    const state = await openState(file);
    await state.notes.write(1, 1, { id: '0198f0a0-0000-7000-8000-000000000001', text: 'Mine' }, now, null);
    await state.audit.seal(100);
    expect((await state.audit.check()).problems).toEqual([]);
    state.close();
    expect((await afterChange(statement)).join('\n')).toMatch(new RegExp(problem.source, 'm'));
  });
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

function check(...more: string[]): Promise<{ stdout: string }> {
  const args = ['src/server/commandLine/cli.ts', 'audit', '--check', ...more, '--db', file];
  return run(process.execPath, args, { cwd: process.cwd() });
}

test('N8 audit --check says so, by its exit code, too', async () => {
  expect((await check()).stdout).toContain('5 events, nothing was changed.');
  await afterChange('UPDATE event SET reason = 1 WHERE seq = 4');
  await expect(check()).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('Event 4 was changed.') });
});
