import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { AppError } from '#shared/errors.ts';

const recordsInOrder = `
  SELECT CAST(group_concat(record, char(10)) AS BLOB) AS records, group_concat(company.id) AS ids
  FROM json_each(?) AS wanted CROSS JOIN company ON company.id = wanted.value`;

/** Gives the stored records of some companies (at least one), in that order, one on each line, as bytes. */
export type RecordLines = (ids: readonly number[]) => Uint8Array<ArrayBuffer>;

/**
 * Reads stored records of a segment file in batches: a statement for each would take twice as long. What is returned
 * throws `storage_corrupt`.
 */
export function recordLinesOf(db: DatabaseSync): RecordLines {
  let statement: StatementSync | undefined;
  return (ids) => {
    statement ??= db.prepare(recordsInOrder);
    const found = statement.get(JSON.stringify(ids));
    // SQLite puts texts together in the order in which it reads them, but does not promise it.
    if (found?.['ids'] !== ids.join(',')) throw new AppError('storage_corrupt', 'The search index is damaged.');
    return found['records'] as Uint8Array<ArrayBuffer>;
  };
}
