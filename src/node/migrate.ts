import { createHash } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { integer, rowsOf, text } from './rows.ts';
import { AppError } from '#shared/errors.ts';
import { storageError, transaction } from './sqlite.ts';

/** One step of a schema. Once released it never changes; the next change is the next step. */
export interface Migration {
  /** 1, 2, 3 … without a gap. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** What SQL cannot say: functions of one text for the statements above, by name. */
  readonly functions?: Readonly<Record<string, (text: string) => string>>;
}

interface Applied {
  readonly version: number;
  readonly hash: string;
}

/**
 * Brings a file's schema up to the newest of `migrations`, each in its own transaction, and returns how many ran. A
 * file that is not new is first copied to `<file>.v<version>.bak`. Throws `storage_newer` for a file written by a later
 * version of Winnow, and an Error if a released migration was edited.
 */
export function migrate(db: DatabaseSync, migrations: readonly Migration[]): number {
  try {
    return runPending(db, migrations);
  } catch (error) {
    throw storageError(error);
  }
}

function runPending(db: DatabaseSync, migrations: readonly Migration[]): number {
  migrations.forEach(({ version, name }, index) => {
    if (version !== index + 1) throw new Error(`Migration ${name} should have number ${index + 1}.`);
  });
  const applied = appliedMigrations(db);
  verify(applied, migrations);
  const pending = migrations.slice(applied.length);
  if (pending.length === 0) return 0;
  if (applied.length > 0) backUp(db, applied.length);
  for (const migration of pending) {
    transaction(db, () => {
      // Another process may have been faster.
      const done = appliedMigrations(db);
      verify(done, migrations);
      if (done.length < migration.version) apply(db, migration);
    });
  }
  return pending.length;
}

/** The number of the last migration that a file has; 0 for a new one. */
export function schemaVersion(db: DatabaseSync): number {
  return appliedMigrations(db).at(-1)?.version ?? 0;
}

function appliedMigrations(db: DatabaseSync): Applied[] {
  const table = db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migration'`).get();
  if (table === undefined) return [];
  const rows = db.prepare('SELECT version, hash FROM schema_migration ORDER BY version').all();
  return rowsOf({ version: integer, hash: text }, rows);
}

function verify(applied: readonly Applied[], migrations: readonly Migration[]): void {
  for (const { version, hash } of applied) {
    const migration = migrations[version - 1];
    if (migration === undefined) {
      throw new AppError('storage_newer', 'This workspace was written by a newer version of Winnow.');
    }
    if (hashOf(migration) !== hash) throw new Error(`Migration ${migration.name} was edited after its release.`);
  }
}

function apply(db: DatabaseSync, migration: Migration): void {
  db.exec(`CREATE TABLE IF NOT EXISTS schema_migration (
    version INTEGER PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT`);
  execute(db, migration);
  db.prepare('INSERT INTO schema_migration (version, name, hash, applied_at) VALUES (?, ?, ?, ?)').run(
    migration.version,
    migration.name,
    hashOf(migration),
    new Date().toISOString(),
  );
}

/** Does what a migration says, without noting it. */
export function execute(db: DatabaseSync, { sql, functions = {} }: Migration): void {
  for (const [name, work] of Object.entries(functions)) {
    db.function(name, { deterministic: true }, (value) => work(String(value)));
  }
  db.exec(sql);
}

function hashOf({ sql }: Migration): string {
  return createHash('sha256').update(sql).digest('hex');
}

/** Copies the file beside itself, complete or not at all. */
function backUp(db: DatabaseSync, version: number): void {
  const path = db.location();
  if (path === null || path === '') return;
  const target = `${path}.v${version}.bak`;
  const temporary = `${target}.tmp`;
  rmSync(temporary, { force: true });
  closeSync(openSync(temporary, 'wx', 0o600));
  db.prepare('VACUUM INTO ?').run(temporary);
  chmodSync(temporary, 0o600);
  const file = openSync(temporary, 'r+');
  fsyncSync(file);
  closeSync(file);
  renameSync(temporary, target);
}
