import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeFileAtomically } from './atomicFile.ts';
import { migrate, type Migration } from './migrate.ts';
import { openDatabase, storageError, transaction } from './sqlite.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-node-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const file = (): string => join(folder, 'a.db');
const code = (expected: string): unknown => expect.objectContaining({ name: 'AppError', code: expected });

const first: Migration = {
  version: 1,
  name: 'first',
  sql: 'CREATE TABLE a (x INTEGER) STRICT; INSERT INTO a VALUES (1)',
};
const second: Migration = { version: 2, name: 'second', sql: 'CREATE TABLE b (x INTEGER) STRICT' };

/** What another process reads that wants the file for itself alone, or why it may not have it. */
function readAloneElsewhere(): string {
  const script = `
    const db = new (require('node:sqlite').DatabaseSync)(process.argv[1], { timeout: 0 });
    try {
      db.exec('PRAGMA locking_mode = EXCLUSIVE');
      console.log(JSON.stringify(db.prepare('SELECT x FROM a').all()));
    } catch (error) {
      console.log(error.message);
    }`;
  return execFileSync(process.execPath, ['-e', script, file()], { encoding: 'utf8' }).trim();
}

describe('opening', () => {
  test('S46 makes a private file in WAL mode, and a read-only one cannot be written', () => {
    const db = openDatabase(file(), { durability: 'full' });
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    migrate(db, [first]);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const reading = openDatabase(file(), { durability: 'full', readOnly: true });
    expect(() => transaction(reading, () => reading.exec('INSERT INTO a VALUES (2)'))).toThrow(
      code('storage_readonly'),
    );
    expect(reading.prepare('SELECT count(*) AS n FROM a').get()).toEqual({ n: 1 });
    reading.close();
    db.close();
  });

  test('S46 a file that others could read is closed to them', () => {
    openDatabase(file(), { durability: 'full' }).close();
    chmodSync(file(), 0o644);
    openDatabase(file(), { durability: 'full' }).close();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  test('I1 a second connection leaves the locks of the first one as they are', () => {
    const one = openDatabase(file(), { durability: 'full' });
    migrate(one, [first]);
    const two = openDatabase(file(), { durability: 'full' });
    expect(readAloneElsewhere()).toBe('database is locked');
    two.close();
    one.close();
    expect(readAloneElsewhere()).toBe('[{"x":1}]');
  });

  test('F19 a damaged file is storage_corrupt, for reading too', () => {
    writeFileSync(file(), 'no database '.repeat(100));
    expect(() => openDatabase(file(), { durability: 'normal' })).toThrow(code('storage_corrupt'));
    expect(() => openDatabase(file(), { durability: 'normal', readOnly: true })).toThrow(code('storage_corrupt'));
  });

  test('F5 a full disk is told as one, also where only the shared part of a journal has no room', () => {
    for (const errcode of [13, 4874]) {
      const error = Object.assign(new Error('from SQLite'), { errcode });
      expect(storageError(error)).toMatchObject({ code: 'storage_full' });
    }
    const unknown = Object.assign(new Error('disk I/O error'), { errcode: 10 });
    expect(storageError(unknown)).toBe(unknown);
  });

  test('a transaction that throws leaves nothing', () => {
    const db = openDatabase(':memory:', { durability: 'full' });
    db.exec('CREATE TABLE a (x INTEGER)');
    const fault = new Error('on purpose');
    const work = (): void => {
      db.exec('INSERT INTO a VALUES (1)');
      throw fault;
    };
    expect(() => transaction(db, work)).toThrow(fault);
    expect(db.prepare('SELECT count(*) AS n FROM a').get()).toEqual({ n: 0 });
    db.close();
  });
});

describe('migrating', () => {
  test('F30 runs what is pending, once, and keeps a copy of a file that was not new', () => {
    const db = openDatabase(file(), { durability: 'full' });
    expect(migrate(db, [first])).toBe(1);
    expect(readdirSync(folder)).not.toContain('a.db.v1.bak');
    expect(migrate(db, [first, second])).toBe(1);
    expect(migrate(db, [first, second])).toBe(0);
    db.close();
    const copy = openDatabase(join(folder, 'a.db.v1.bak'), { durability: 'full', readOnly: true });
    expect(copy.prepare('SELECT x FROM a').all()).toEqual([{ x: 1 }]);
    expect(copy.prepare(`SELECT name FROM sqlite_schema WHERE name = 'b'`).all()).toEqual([]);
    copy.close();
  });

  test('F30 refuses a newer file, an edited migration, and keeps nothing of one that fails', () => {
    const db = openDatabase(file(), { durability: 'full' });
    migrate(db, [first, second]);
    expect(() => migrate(db, [first])).toThrow(code('storage_newer'));
    expect(() => migrate(db, [{ ...first, sql: 'SELECT 1' }, second])).toThrow('edited');
    expect(() => migrate(db, [second, first])).toThrow('should have number 1');
    const third = { version: 3, name: 'third', sql: 'CREATE TABLE c (x); INSERT INTO nowhere VALUES (1)' };
    expect(() => migrate(db, [first, second, third])).toThrow('nowhere');
    expect(migrate(db, [first, second])).toBe(0);
    expect(db.prepare(`SELECT name FROM sqlite_schema WHERE name = 'c'`).all()).toEqual([]);
    db.close();
  });
});

describe('writing a file', () => {
  test('puts all of it there or leaves the old one, and nothing beside it', async () => {
    const path = join(folder, 'settings.json');
    await writeFileAtomically(path, 'one');
    await writeFileAtomically(path, Buffer.from('two'));
    expect(readFileSync(path, 'utf8')).toBe('two');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await expect(writeFileAtomically(join(path, 'below'), 'x')).rejects.toThrow();
    await expect(writeFileAtomically(folder, 'x')).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });
});
