import { DatabaseSync } from 'node:sqlite';
import { openCatalogue, readManifest, segmentPath } from '../catalogue.ts';
import { checksumsOf } from '../segmentChecksums.ts';
import { storedFieldIds, storedFields, type StoredField } from '../analysis/facetFields.ts';
import { kindsBeforeNoted, segmentFormat } from '../segment/segmentFormat.ts';

/** What an earlier version of Winnow did not have: a format, facets of filters that came later. */
interface Age {
  readonly format?: number;
  readonly without?: readonly StoredField[];
}

/** Turns every segment of a folder into one written by an earlier version; nobody may have it open. */
export function ageSegments(folder: string, { format = segmentFormat, without = storedFields }: Age = {}): void {
  const catalogue = openCatalogue(folder, 'write');
  try {
    const update = catalogue.prepare('UPDATE segment SET bytes = ?, sums = ? WHERE id = ?');
    for (const segment of readManifest(catalogue).segments) {
      const path = segmentPath(folder, segment);
      age(path, format, without);
      const { bytes, sums } = checksumsOf(path);
      update.run(bytes, sums, segment.id);
    }
  } finally {
    catalogue.close();
  }
}

function age(path: string, format: number, without: readonly StoredField[]): void {
  const db = new DatabaseSync(path);
  try {
    if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'holds'").get() === undefined) {
      db.exec('CREATE TABLE holds (kind INTEGER NOT NULL, name TEXT NOT NULL) STRICT');
      const note = db.prepare("INSERT INTO holds (kind, name) VALUES (?, '')");
      for (const kind of kindsBeforeNoted) note.run(kind);
    }
    for (const field of without) {
      db.prepare('DELETE FROM holds WHERE kind = ?').run(storedFieldIds[field]);
      db.prepare('DELETE FROM posting WHERE kind = ?').run(storedFieldIds[field]);
    }
    db.exec(`PRAGMA user_version = ${String(format)}`);
  } finally {
    db.close();
  }
}
