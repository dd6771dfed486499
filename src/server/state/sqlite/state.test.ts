import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { State } from '../port.ts';
import { migrate } from '#node/migrate.ts';
import { openDatabase } from '#node/sqlite.ts';
import { SqliteDatabase } from './database.ts';
import { openState } from './file.ts';
import { stateMigrations } from './schema.ts';
import { SqlUsers } from '../sql/accounts.ts';
import { SignIns } from '../sql/signIns.ts';

const now = '2026-11-20T09:00:00.000Z';

let folder: string;
let file: string;
let state: State;
let user: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-state-'));
  file = join(folder, 'state.db');
  state = await openState(file);
  user = (await state.users.firstUser()).id;
});

afterEach(async () => {
  state.close();
  await rm(folder, { recursive: true, force: true });
});

describe('users and tokens', () => {
  test('S27 a token is only stored as its hash', async () => {
    const token = await state.users.issueToken(user, 'test');
    expect((await state.users.byToken(token))?.id).toBe(user);
    state.close();
    for (const name of [file, `${file}-wal`]) {
      const text = readFileSync(name, { encoding: 'latin1', flag: 'a+' });
      expect(text.includes(token)).toBe(false);
    }
    state = await openState(file);
  });
});

test('F7 over a file that cannot be written tokens live in memory, and nothing else changes', async () => {
  const token = await state.users.issueToken(user, 'earlier');
  state.close();
  const database = new SqliteDatabase(openDatabase(file, { durability: 'full', readOnly: true }));
  const users = new SqlUsers(database, new SignIns(0), { readOnly: true });
  expect((await users.byToken(token))?.id).toBe(user);
  const second = await users.issueToken(user, 'desktop');
  expect((await users.byToken(second))?.id).toBe(user);
  await users.revokeTokens(user, 'desktop');
  expect(await users.byToken(second)).toBeUndefined();
  await expect(users.completeSignUp(user, 'x', 'y')).rejects.toMatchObject({ code: 'storage_readonly' });
  state = await openState(file);
  expect(await state.users.byToken(second)).toBeUndefined();
});

test('F7 S48 over such a file too a revocation ends what it names and nothing else', async () => {
  const other = await state.accounts.add({
    login: 'ann@x.example',
    name: '',
    role: 'analyst',
    addons: [],
    password: '',
  });
  if (typeof other === 'string') throw new Error(other);
  state.close();
  const database = new SqliteDatabase(openDatabase(file, { durability: 'full', readOnly: true }));
  const users = new SqlUsers(database, new SignIns(0), { readOnly: true });
  const tokens = {
    mine: await users.issueToken(user, 'app'),
    mineElsewhere: await users.issueToken(user, 'desktop'),
    hers: await users.issueToken(other.id, 'app'),
    hersElsewhere: await users.issueToken(other.id, 'desktop'),
  };
  const good = async (): Promise<string[]> => {
    const known: string[] = [];
    for (const [name, token] of Object.entries(tokens))
      if ((await users.byToken(token)) !== undefined) known.push(name);
    return known;
  };
  await expect(users.issueToken(424_242, 'app')).rejects.toThrow();
  expect(await good()).toEqual(['mine', 'mineElsewhere', 'hers', 'hersElsewhere']);
  await users.revokeTokens(user, 'app');
  expect(await good()).toEqual(['mineElsewhere', 'hers', 'hersElsewhere']);
  await users.revokeToken(tokens.hersElsewhere);
  expect(await good()).toEqual(['mineElsewhere', 'hers']);
  await users.revokeTokens(other.id);
  expect(await good()).toEqual(['mineElsewhere']);
  state = await openState(file);
});

describe('entries', () => {
  const ofList =
    'FROM entry e WHERE e.smart_list_id = (SELECT l.id FROM smart_list l WHERE l.id = 1 AND l.user_id = 1)';
  const ofUser = 'FROM entry e WHERE e.user_id = 1 AND e.list = 2 AND e.list > 0';
  const paged = 'ORDER BY e.score DESC, e.company_id LIMIT 25 OFFSET 10000';
  test.for([
    ['SELECT e.id, e.list', `${ofList} ${paged}`],
    ['SELECT e.id, e.list', `${ofList} AND e.list = 0 ${paged}`],
    ['SELECT e.id, e.list', `${ofUser} ${paged}`],
    ['SELECT COUNT(*)', ofList],
    ['SELECT COUNT(*)', `${ofList} AND e.list = 0`],
    ['SELECT COUNT(DISTINCT e.company_id)', ofUser],
  ])('are paged without sorting and counted by an index alone: %s %s', ([what, from]) => {
    const db = new DatabaseSync(file, { readOnly: true });
    const plan = db
      .prepare(`EXPLAIN QUERY PLAN ${what} ${from}`)
      .all()
      .map((row) => String(row['detail']))
      .join('; ');
    db.close();
    expect(plan).toMatch(
      what?.startsWith('SELECT COUNT') === true ? /SEARCH e USING COVERING INDEX/ : /SEARCH e USING/,
    );
    expect(plan).not.toMatch(/USE TEMP B-TREE FOR ORDER BY|SCAN/);
  });
});

describe('the file', () => {
  test.for([
    ['a new one', () => join(folder, 'new.db')],
    ['one that is there', () => file],
    [
      'one that was mended',
      () => {
        state.close();
        writeFileSync(file, readFileSync(file).fill(0xa5, 4096, 8192));
        return file;
      },
    ],
  ] as const)('F4 I1 what %s has committed is on the disk before it is answered', async ([, path]) => {
    const opened = path();
    const close = vi.spyOn(DatabaseSync.prototype, 'close');
    const synchronous: unknown[] = [];
    // The connection is private to the state; what it was opened with is asked when it closes.
    close.mockImplementation(function (this: DatabaseSync) {
      if (this.location() === opened) synchronous.push(this.prepare('PRAGMA synchronous').get()?.['synchronous']);
      close.mockRestore();
      this.close();
    });
    (await openState(opened)).close();
    close.mockRestore();
    state = await openState(file);
    expect(synchronous).toEqual([2]);
  });

  test('S46 is readable by its owner only', async () => {
    if (process.platform === 'win32') return;
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('F30 one that a newer version wrote is refused', async () => {
    state.close();
    const db = new DatabaseSync(file);
    db.exec(`INSERT INTO schema_migration (version, name, hash, applied_at) VALUES (99, 'later', 'x', '${now}')`);
    db.close();
    await expect(openState(file)).rejects.toThrow(expect.objectContaining({ code: 'storage_newer' }));
    const back = new DatabaseSync(file);
    back.exec('DELETE FROM schema_migration WHERE version = 99');
    back.close();
    state = await openState(file);
  });

  test('F19 one that is no database is told to be damaged, and left as it is', async () => {
    const bad = join(folder, 'bad.db');
    writeFileSync(bad, 'Not a database, but a letter that somebody saved under this name.'.repeat(50));
    const before = readFileSync(bad);
    await expect(openState(bad)).rejects.toThrow(expect.objectContaining({ code: 'storage_corrupt' }));
    expect(readFileSync(bad)).toEqual(before);
  });
});

test('a file from before names had keys: the later of two names that differ in case or accents only gets a number', async () => {
  const older = join(folder, 'older.db');
  const db = new DatabaseSync(older);
  migrate(db, stateMigrations.slice(0, 23));
  db.exec(`INSERT INTO user (id, email, name, is_staff, addons, created_at) VALUES (1, '', 'Ann', 1, '[]', '')`);
  const list = db.prepare(`INSERT INTO smart_list
    (user_id, name, filters, kind, matched_week, refreshed_at, created_at, deleted_at)
    VALUES (1, ?, '{}', 'search', '', '', '', ?)`);
  for (const [name, deletedAt] of [['Fintech'], ['fintech'], ['FINTECH', now], ['Fintech (2)']] as const) {
    list.run(name, deletedAt ?? '');
  }
  const collection = db.prepare(
    `INSERT INTO collection (user_id, name, description, created_at) VALUES (1, ?, '', '')`,
  );
  for (const name of ['Énergie', 'Energie', 'Gas']) collection.run(name);
  db.close();
  (await openState(older)).close();
  const opened = new DatabaseSync(older);
  const namesOf = (table: string): unknown[] =>
    opened.prepare(`SELECT name, name_key FROM ${table} ORDER BY id`).all().map(Object.values);
  expect(namesOf('smart_list')).toEqual([
    ['Fintech', 'fintech'],
    ['fintech (3)', 'fintech (3)'],
    ['FINTECH', 'fintech'],
    ['Fintech (2)', 'fintech (2)'],
  ]);
  expect(namesOf('collection')).toEqual([
    ['Énergie', 'energie'],
    ['Energie (2)', 'energie (2)'],
    ['Gas', 'gas'],
  ]);
  opened.close();
});
