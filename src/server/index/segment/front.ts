import type { DatabaseSync } from 'node:sqlite';

/**
 * The front of a segment: the records of its first documents a second time, in the order of documents. Records lie in
 * the file in the order in which they came, so the 25 of a page would be 25 reads from anywhere in it; but what is
 * shown comes nearly always from the front, where neighbours share pages, and these stay in memory.
 */

/** How many documents in one that is in front. */
const share = 32;

/** Writes the front of a segment with these companies, by document. */
export function writeFront(db: DatabaseSync, ids: Uint32Array): void {
  const copy = db.prepare('INSERT INTO front (document, record) SELECT ?, record FROM company WHERE id = ?');
  const length = Math.ceil(ids.length / share);
  for (let document = 0; document < length; document++) copy.run(document, ids[document]!);
}

/** How many documents a segment file has in front; files from before there was one have none. */
export function frontLengthOf(db: DatabaseSync): number {
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'front'").get() === undefined) return 0;
  const last = db.prepare('SELECT max(document) AS document FROM front').get()?.['document'];
  return typeof last === 'number' ? last + 1 : 0;
}
