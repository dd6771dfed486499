import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '#shared/errors.ts';
import { syncFolderNow } from '#node/atomicFile.ts';
import { isSound, readableRows, setAside } from '#node/damagedFile.ts';
import { openDatabase, transaction } from '#node/sqlite.ts';
import type { CompanyOrigin } from '../../record/companyRecord.ts';
import { openCompanyReader, openCompanyWriter, type SqliteCompanyReader } from './companies.ts';
import { cataloguePath, openMigrated } from './companiesCatalogue.ts';
import type { ReaderOptions } from './companiesReader.ts';
import { damageMet, forgetDamage } from './companiesDamage.ts';
import { findSegments, keepNewestVersions, type KeptSegment } from './companiesSalvage.ts';

/** What the damaged catalogue still tells. */
interface OldCatalogue {
  readonly origins: ReadonlyMap<number, CompanyOrigin>;
  readonly week: string;
  readonly refreshedAt: string;
  readonly nextCompanyId: number;
}

/**
 * Opens the companies of a folder for searching. Where its catalogue or one of its segments is damaged, or a read has met
 * damage since the last start, the file is kept aside and what can be read put together anew (QUALITY F19); `notices` says
 * so. `newestWeek` says which was the newest released week where the catalogue does not know any more. Throws
 * `storage_newer` and leaves everything as it is.
 */
export async function openCompaniesOrRepair(
  folder: string,
  newestWeek: () => Promise<string>,
  now?: () => Date,
): Promise<{ companies: SqliteCompanyReader; notices: string[] }> {
  const damaged = damageMet(folder);
  const options = now === undefined ? {} : { now };
  const sound = damaged.size > 0 ? null : await openSound(folder, options);
  if (sound !== null) {
    forgetDamage(folder);
    return { companies: sound, notices: [] };
  }
  const kept = repair(folder, damaged, await newestWeek(), new Date());
  const companies = openCompanyReader(folder, options);
  const { companies: count } = await companies.status();
  forgetDamage(folder);
  const notice =
    `The search index was damaged. ${String(count)} companies could be read and are here; import the others again. ` +
    `The damaged files are kept: ${kept.join(', ')}.`;
  return { companies, notices: [notice] };
}

/** Null where something is damaged. */
async function openSound(folder: string, options: ReaderOptions): Promise<SqliteCompanyReader | null> {
  let companies: SqliteCompanyReader | undefined;
  try {
    companies = openCompanyReader(folder, options);
    // Opens every segment.
    await companies.status();
    return companies;
  } catch (error) {
    companies?.close();
    if (error instanceof AppError && error.code === 'storage_corrupt') return null;
    throw error;
  }
}

/**
 * Puts the index together anew and returns the names of the files kept aside. Up to the moment when another catalogue takes
 * the place of the old one nothing is changed, and cut off before or after it this can be done once more.
 */
function repair(folder: string, damaged: ReadonlySet<number>, week: string, now: Date): string[] {
  const path = cataloguePath(folder);
  const old = readOld(path);
  const found = findSegments(folder, old.origins, damaged);
  const { kept, seen, nextSegmentId } = keepNewestVersions(folder, found);
  let highest = 0;
  for (const id of seen) highest = Math.max(highest, id);
  const fresh = `${path}.new`;
  for (const ending of ['', '-wal', '-shm']) rmSync(fresh + ending, { force: true });
  writeCatalogue(fresh, kept, {
    week: old.week === '' ? week : old.week,
    refreshedAt: old.refreshedAt === '' ? now.toISOString() : old.refreshedAt,
    nextCompanyId: Math.max(old.nextCompanyId, highest + 1),
    nextSegmentId,
  });
  syncFolderNow(folder);
  const aside = existsSync(path) ? [path] : [];
  // Its journal goes too, which must not come to lie beside another file.
  const bad = setAside(path, now);
  renameSync(fresh, path);
  syncFolderNow(folder);
  const segments = found.filter((segment) => !segment.isSound).map((segment) => setAside(segment.path, now));
  // Removes what nobody names.
  openCompanyWriter(folder).close();
  return [...aside.map(() => bad), ...segments].map((file) => basename(file));
}

function readOld(path: string): OldCatalogue {
  const origins = new Map<number, CompanyOrigin>();
  let [week, refreshedAt, nextCompanyId] = ['', '', 1];
  let db: DatabaseSync | undefined;
  try {
    if (existsSync(path)) db = openDatabase(path, { durability: 'full' });
    if (db === undefined) return { origins, week, refreshedAt, nextCompanyId };
    for (const [id, origin] of readableRows(db, 'segment', ['id', 'origin'])) {
      origins.set(Number(id), origin === 'sample' ? 'sample' : 'import');
    }
    const columns = ['released_week', 'refreshed_at', 'next_company_id'];
    for (const [released, at, next] of readableRows(db, 'manifest', columns)) {
      if (typeof released === 'string' && /^\d{4}-W\d{2}$/.test(released)) week = released;
      if (typeof at === 'string') refreshedAt = at;
      if (Number.isSafeInteger(next)) nextCompanyId = Number(next);
    }
    // A list of segments of which some may be missing is worse than none: then every file counts.
    if (!isSound(db, 0)) origins.clear();
  } catch {
    origins.clear();
  } finally {
    db?.close();
  }
  return { origins, week, refreshedAt, nextCompanyId };
}

function writeCatalogue(
  path: string,
  segments: readonly KeptSegment[],
  manifest: { week: string; refreshedAt: string; nextCompanyId: number; nextSegmentId: number },
): void {
  const db = openMigrated(path);
  try {
    transaction(db, () => {
      const addBatch = db.prepare(
        'INSERT INTO batch (origin, committed_at, added, replaced, merged) VALUES (?, ?, ?, 0, 1)',
      );
      const addSegment = db.prepare('INSERT INTO segment (id, batch_id, origin, documents) VALUES (?, ?, ?, ?)');
      const hide = db.prepare('INSERT INTO tombstone (segment_id, company_id, batch_id) VALUES (?, ?, ?)');
      for (const { id, origin, documents, hidden } of segments) {
        const batch = addBatch.run(origin, manifest.refreshedAt, documents).lastInsertRowid;
        addSegment.run(id, batch, origin, documents);
        for (const company of hidden) hide.run(id, company, batch);
      }
      db.prepare(
        `UPDATE manifest SET generation = generation + 1, released_week = ?, refreshed_at = ?, next_company_id = ?,
           next_segment_id = ?`,
      ).run(manifest.week, manifest.refreshedAt, manifest.nextCompanyId, manifest.nextSegmentId);
    });
  } finally {
    db.close();
  }
}
