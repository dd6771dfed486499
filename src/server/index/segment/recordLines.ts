import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { AppError } from '#shared/errors.ts';
import { byteTextOf } from '../../record/byteText.ts';

/** The tables that hold records, and by what they hold them. */
const keys = { company: 'id', front: 'document' } as const;

/** Gives the stored records of some companies (at least one), in that order, one on each line, as bytes. */
export type RecordLines = (keys: readonly number[]) => Uint8Array<ArrayBuffer>;

/**
 * Reads stored records of a segment file in batches, by id or from its front by document: a statement for each would
 * take twice as long. What is returned throws `storage_corrupt`.
 */
export function recordLinesOf(db: DatabaseSync, table: keyof typeof keys = 'company'): RecordLines {
  let statement: StatementSync | undefined;
  const key = `${table}.${keys[table]}`;
  return (wanted) => {
    statement ??= db.prepare(`
      SELECT CAST(group_concat(record, char(10)) AS BLOB) AS records, group_concat(${key}) AS keys
      FROM json_each(?) AS wanted CROSS JOIN ${table} ON ${key} = wanted.value`);
    const found = statement.get(JSON.stringify(wanted));
    // SQLite puts texts together in the order in which it reads them, but does not promise it.
    if (found?.['keys'] !== wanted.join(',')) throw damaged();
    return found['records'] as Uint8Array<ArrayBuffer>;
  };
}

/** The records of some keys, each as a byte text. Throws `storage_corrupt`. */
export function readEach(lines: RecordLines, wanted: readonly number[]): string[] {
  if (wanted.length === 0) return [];
  const texts = byteTextOf(lines(wanted)).split('\n');
  // A record has no line feed of its own.
  if (texts.length !== wanted.length) throw damaged();
  return texts;
}

function damaged(): AppError {
  return new AppError('storage_corrupt', 'The search index is damaged.');
}
