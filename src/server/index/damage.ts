import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, storageError } from '#node/sqlite.ts';
import { AppError } from '#shared/errors.ts';
import { isSameFile, openCatalogue, readManifest, segmentFilesIn, segmentPath } from './catalogue.ts';
import type { ManifestSegment } from './catalogue.ts';
import { differenceFrom, noChecksums } from './segmentChecksums.ts';

/**
 * Lies next to the index if a read has met a damaged page. Checking every page takes seconds, so a start does it only
 * then. Nothing else would reveal it: a damaged page in the middle does not stop a file from opening.
 */
const markName = 'damage.met';

/** What an error of a read means (`storageError`). If it is damage, the next start looks for it and mends it. */
export function noticed(folder: string, error: unknown): unknown {
  const known = storageError(error);
  if (!(known instanceof AppError) || known.code !== 'storage_corrupt') return known;
  try {
    noteDamage(folder);
  } catch {
    // A folder that cannot be written to cannot be mended either; the caller is told of the damage.
    return known;
  }
  return known === error ? known : new AppError('storage_corrupt', mendedLater, { cause: error });
}

const mendedLater = 'Part of the search index is damaged. Winnow repairs what can be read when it next starts.';

/** Records that there is damage. Throws what the file system throws. */
export function noteDamage(folder: string): void {
  closeSync(openSync(join(folder, markName), 'a', 0o600));
}

/** Whether damage was met that is not mended yet. */
export function isDamageMet(folder: string): boolean {
  return existsSync(join(folder, markName));
}

/**
 * If damage was met: the paths of segments with an inconsistent page, or that differ from when they were made.
 * Otherwise none.
 */
export function damageMet(folder: string): Set<string> {
  if (!isDamageMet(folder)) return new Set();
  const named = namedIn(folder);
  const paths = new Set<string>();
  for (const file of segmentFilesIn(folder)) {
    const known = named?.find((segment) => isSameFile(segment, file));
    // What the catalogue does not name belongs to nobody.
    if (named !== null && known === undefined) continue;
    const path = segmentPath(folder, file);
    const isWhole = hangsTogether(path) && differenceFrom(known?.checksums ?? noChecksums, path) === '';
    if (!isWhole) paths.add(path);
  }
  return paths;
}

/** The segments that the catalogue names; null if it cannot be read, because then it is rebuilt. */
function namedIn(folder: string): readonly ManifestSegment[] | null {
  try {
    const catalogue = openCatalogue(folder, 'read');
    try {
      return readManifest(catalogue).segments;
    } finally {
      catalogue.close();
    }
  } catch {
    return null;
  }
}

/** Call it when the damage is mended or gone. */
export function forgetDamage(folder: string): void {
  rmSync(join(folder, markName), { force: true });
}

/** Whether the pages of a file are consistent, as far as SQLite can tell. */
export function hangsTogether(path: string): boolean {
  try {
    const db = openDatabase(path, { durability: 'normal', readOnly: true });
    try {
      return db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] === 'ok';
    } finally {
      db.close();
    }
  } catch (error) {
    const known = storageError(error);
    return !(known instanceof AppError && known.code === 'storage_corrupt');
  }
}
