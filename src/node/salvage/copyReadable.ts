import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { integer, valuesOf } from '#node/rows.ts';
import { AppError } from '#shared/errors.ts';
import type { DamagedDatabase } from './damagedDatabase.ts';
import { layoutOf, type StoredValue, type TableLayout } from './records.ts';

/** A row that was read, by column names. */
export type ReadRow = Readonly<Record<string, StoredValue>>;

/**
 * Empties a table of a fresh file and fills it with what can be read of it in a damaged one; returns the number of rows
 * copied. Rows that `makesSense` or the table itself rejects are left out. If two rows have the same key, the one that
 * the damaged file leads to wins.
 */
export function copyReadable(
  source: DamagedDatabase,
  target: DatabaseSync,
  table: string,
  makesSense: (row: ReadRow) => boolean = () => true,
): number {
  const layout = layoutOf(target, table);
  target.exec(`DELETE FROM ${table}`);
  const inserts = new Map<number, (values: readonly StoredValue[]) => number>();
  const insertOf = (columns: number): ((values: readonly StoredValue[]) => number) => {
    let insert = inserts.get(columns);
    if (insert === undefined) {
      const names = layout.columns.slice(0, columns).map(({ name }) => `"${name}"`);
      const places = names.map(() => '?').join(', ');
      const statement = target.prepare(`INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${places})`);
      insert = (values) => Number(statement.run(...(values as SQLInputValue[])).changes);
      inserts.set(columns, insert);
    }
    return insert;
  };
  let copied = 0;
  for (const values of source.rows(layout)) {
    if (!hasNumbers(layout, values) || !makesSense(namedRow(layout, values))) continue;
    try {
      copied += insertOf(values.length)(values);
    } catch {
      // Values that the table rejects were damaged.
    }
  }
  return copied;
}

/**
 * Whether JavaScript can represent every number of a row; any other is damaged, and would fail whoever reads it later.
 */
function hasNumbers({ columns }: TableLayout, values: readonly StoredValue[]): boolean {
  return values.every(
    (value, index) => columns[index]?.type !== 'INTEGER' || value === null || Number.isSafeInteger(Number(value)),
  );
}

function namedRow({ columns }: TableLayout, values: readonly StoredValue[]): ReadRow {
  return Object.fromEntries(values.map((value, index) => [columns[index]?.name ?? '', value]));
}

const migrationTable = 'schema_migration';
/** No version is further ahead than this: the number is damaged. */
const mostAhead = 100;

/** Throws `storage_newer` if a damaged file says that a later version of Winnow wrote it; it is then left alone. */
export function refuseNewer(source: DamagedDatabase, target: DatabaseSync): void {
  if (newestMigration(source, target) <= newestOf(target)) return;
  throw new AppError('storage_newer', 'This workspace was written by a newer version of Winnow.');
}

/** The newest migration that a damaged file says it has had; 0 if it does not say. */
export function newestMigration(source: DamagedDatabase, target: DatabaseSync): number {
  const most = newestOf(target) + mostAhead;
  const layout = layoutOf(target, migrationTable);
  let newest = 0;
  for (const values of source.rows(layout)) {
    const { version, hash } = namedRow(layout, values);
    const isWhole = typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash);
    if (isWhole && typeof version === 'number' && version <= most) newest = Math.max(newest, version);
  }
  return newest;
}

function newestOf(db: DatabaseSync): number {
  return valuesOf(integer, db.prepare(`SELECT max(version) FROM ${migrationTable}`).all())[0] ?? 0;
}
