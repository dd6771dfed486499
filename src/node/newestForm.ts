import type { DatabaseSync } from 'node:sqlite';
import { migrate, schemaVersion, type Migration } from './migrate.ts';
import { rowsOf, text } from './rows.ts';
import { openDatabase, storageError, transaction } from './sqlite.ts';

/**
 * A file that nothing can be written to, in the form of this version: itself, or for one of an earlier version a copy
 * in memory that is brought up to date, which nothing can be written to either. The file is closed then.
 */
export function inNewestForm(file: DatabaseSync, migrations: readonly Migration[]): DatabaseSync {
  const version = schemaVersion(file);
  // A new file has nothing to bring up to date; one of a later version stays what it is.
  if (version === 0 || version >= migrations.length) return file;
  const copy = openDatabase(':memory:', { durability: 'normal' });
  try {
    migrate(copy, migrations.slice(0, version));
    // While tables come one after the other, what they refer to may not be there yet.
    copy.exec('PRAGMA foreign_keys = OFF');
    transaction(copy, () => {
      for (const table of tablesOf(copy)) copyRows(file, copy, table);
    });
    copy.exec('PRAGMA foreign_keys = ON');
    migrate(copy, migrations);
    copy.exec('PRAGMA query_only = ON');
    return copy;
  } catch (error) {
    copy.close();
    throw storageError(error);
  } finally {
    file.close();
  }
}

/** The tables with rows of Winnow's own; those of SQLite and of the migrations follow by themselves. */
function tablesOf(db: DatabaseSync): string[] {
  const rows = db
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'schema_migration'`,
    )
    .all();
  return rowsOf({ name: text }, rows).map(({ name }) => name);
}

function copyRows(from: DatabaseSync, to: DatabaseSync, table: string): void {
  const columns = rowsOf({ name: text }, to.prepare(`SELECT name FROM pragma_table_info(?)`).all(table)).map(
    ({ name }) => `"${name}"`,
  );
  // A migration may have put rows there.
  to.exec(`DELETE FROM "${table}"`);
  const read = from.prepare(`SELECT ${columns.join(', ')} FROM "${table}"`);
  const write = to.prepare(
    `INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  for (const row of read.iterate()) write.run(...Object.values(row));
}
