import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#node/sqlite.ts';
import { makeLogRoom } from './logRoom.ts';

let folder = '';
let open: DatabaseSync[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-log-'));
  open = [];
});
afterEach(() => {
  for (const db of open) db.close();
  rmSync(folder, { recursive: true });
});

const file = (name = 'a.db'): string => join(folder, name);
const logSize = (name?: string): number => statSync(`${file(name)}-wal`).size;
const values = (db: DatabaseSync): unknown[] =>
  db
    .prepare('SELECT x FROM a ORDER BY x')
    .all()
    .map(({ x }) => x);

function opened(name?: string): DatabaseSync {
  const db = openDatabase(file(name), { durability: 'full' });
  open.push(db);
  db.exec('CREATE TABLE IF NOT EXISTS a (x INTEGER) STRICT');
  return db;
}

test('many small commits do not make the log longer, and every one is still brought to the disk', () => {
  const db = opened();
  makeLogRoom(db, file());
  const before = logSize();
  const put = db.prepare('INSERT INTO a VALUES (?)');
  for (let x = 0; x < 2000; x++) put.run(x);
  expect(logSize()).toBe(before);
  expect(values(db)).toHaveLength(2000);
  expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
});

/** Leaves a file and its log as a crash would: nothing of the log taken into the file. */
function crash(from: string, to: string): void {
  copyFileSync(file(from), file(to));
  copyFileSync(`${file(from)}-wal`, `${file(to)}-wal`);
}

test('what a crash left in a log with room is there again', () => {
  const db = opened();
  makeLogRoom(db, file());
  for (const x of [1, 2, 3]) db.prepare('INSERT INTO a VALUES (?)').run(x);
  crash('a.db', 'b.db');
  expect(values(opened('b.db'))).toEqual([1, 2, 3]);
});

test('room is made behind what a crash left', () => {
  const db = opened();
  for (const x of [1, 2, 3]) db.prepare('INSERT INTO a VALUES (?)').run(x);
  crash('a.db', 'b.db');
  const again = opened('b.db');
  makeLogRoom(again, file('b.db'));
  again.prepare('INSERT INTO a VALUES (4)').run();
  crash('b.db', 'c.db');
  expect(values(opened('c.db'))).toEqual([1, 2, 3, 4]);
});

test('where no room can be made the file is as good as before', () => {
  const db = opened();
  makeLogRoom(db, file('elsewhere.db'));
  db.prepare('INSERT INTO a VALUES (1)').run();
  expect(values(db)).toEqual([1]);
  expect(db.isTransaction).toBe(false);
});
