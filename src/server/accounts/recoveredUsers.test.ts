import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openState } from '../state/sqlite/file.ts';
import type { State, UserRecord } from '../state/port.ts';

const pageBytes = 4096;
let folder: string;
let file: string;
let tokens: string[];

/** A workspace with its owner, a colleague who is staff and one without rights, each with a list and a token. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-recovered-'));
  file = join(folder, 'w.db');
  const state = await openState(file);
  await state.users.firstUser();
  for (const [login, role] of [
    ['staff@x.org', 'staff'],
    ['plain@x.org', 'analyst'],
  ] as const) {
    await state.accounts.add({ login, name: login, role, addons: ['export'], password: 'x' });
  }
  tokens = [];
  for (const { id } of await state.accounts.list()) {
    await state.collections.create(id, 'Mine', '', '2026-11-20T10:00:00.000Z');
    tokens.push(await state.users.issueToken(id, 'app'));
  }
  state.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

function change(sql: string): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA foreign_keys = OFF; PRAGMA wal_checkpoint(TRUNCATE)');
  db.exec(sql);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}

/** Overwrites the first page of a table or index. */
function harm(name: string): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const page = Number(db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name)?.['rootpage']);
  db.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, (page - 1) * pageBytes);
  closeSync(handle);
}

async function rights(state: State): Promise<(Pick<UserRecord, 'role' | 'addons'> | null)[]> {
  const users = await Promise.all(tokens.map((token) => state.users.byToken(token)));
  return users.map((user) => (user === undefined ? null : { role: user.role, addons: user.addons }));
}

const owner = { role: 'staff', addons: ['export'] };
const nobody = { role: 'analyst', addons: [] };

test('S48 F19 of users who were all lost the owner alone has rights; the others have what is theirs and no more', async () => {
  harm('user');
  const state = await openState(file, { isOurs: true });
  expect(state.notices).toHaveLength(1);
  expect(await rights(state)).toEqual([owner, nobody, nobody]);
  state.close();
});

test('S48 F19 a lost user beside others that are there comes back without rights, whoever it was', async () => {
  change('DELETE FROM user WHERE id IN (SELECT id FROM user ORDER BY id LIMIT 2)');
  harm('token_by_user');
  const state = await openState(file, { isOurs: true });
  expect(state.notices).toHaveLength(1);
  expect(await rights(state)).toEqual([nobody, nobody, { role: 'analyst', addons: ['export'] }]);
  state.close();
});
