import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { counted } from '#shared/domain/formats.ts';
import { AppError } from '#shared/errors.ts';
import { syncFolderNow } from '#node/atomicFile.ts';
import { asideOf, setAside } from '#node/damagedFile.ts';
import { layoutOf } from '#node/salvage/records.ts';
import { refuseNewer } from '#node/salvage/copyReadable.ts';
import { DamagedDatabase } from '#node/salvage/damagedDatabase.ts';
import { transaction } from '#node/sqlite.ts';
import { openCompanyReader, openCompanyWriter, type SqliteCompanyReader } from './open.ts';
import { addSegment, cataloguePath, openMigrated } from './catalogue.ts';
import type { ReaderOptions } from './reader.ts';
import { damageMet, forgetDamage, hangsTogether, isDamageMet, noteDamage } from './damage.ts';
import {
  readableCompanies,
  waitingMark,
  waitingSegments,
  findSegments,
  keepNewestVersions,
  type KeptSegment,
  type NamedSegment,
} from './salvage.ts';

/** What can still be read of the damaged catalogue. */
interface OldCatalogue {
  /** None if the list cannot be relied on. */
  readonly segments: readonly NamedSegment[];
  readonly week: string;
  readonly refreshedAt: string;
  readonly nextCompanyId: number;
}

/** What was opened, and what the user must know about it. */
export interface OpenedCompanies {
  readonly companies: SqliteCompanyReader;
  readonly notices: string[];
  /** Something was damaged at this start, or at one that was cut off: companies may be lost. */
  readonly wasDamaged: boolean;
  /** Call it once everything that follows from the damage is done. */
  mended(): void;
}

export interface RepairOptions {
  /** The clock that says what day it is; by default the computer's. */
  readonly now?: () => Date;
  /** Damaged segments larger than this are put aside and read later. */
  readonly mendAtOnceBytes?: number;
}

/**
 * Opens the companies of a folder for searching. If its catalogue or one of its segments is damaged, or a read has met
 * damage since the last start, the file is kept aside and what can be read is put together again; `notices` says so.
 * Only a process alone with the workspace may do that (`mayRepair`). `newestWeek` gives the newest released week if the
 * catalogue no longer knows it. Segments larger than `mendAtOnceBytes` are put aside and read later
 * (`waitingSegments`), because a start should take seconds. Throws `storage_newer` and leaves everything as it is;
 * throws `storage_corrupt` if it may not repair.
 */
export async function openCompaniesOrRepair(
  folder: string,
  newestWeek: () => Promise<string>,
  mayRepair: boolean,
  { now, mendAtOnceBytes = atOnceBytes }: RepairOptions = {},
): Promise<OpenedCompanies> {
  const wasMet = isDamageMet(folder);
  const damaged = damageMet(folder);
  const options = now === undefined ? {} : { now };
  if (!mayRepair) return openUnrepaired(folder, options, wasMet);
  const mended = (): void => forgetDamage(folder);
  const sound = damaged.size > 0 ? null : await openSound(folder, options);
  if (sound !== null) return { companies: sound, notices: [], wasDamaged: wasMet, mended };
  // Until everything that follows from it is done, the next start must know.
  noteDamage(folder);
  const kept = repair(folder, damaged, await newestWeek(), new Date(), mendAtOnceBytes);
  const companies = openCompanyReader(folder, options);
  const { companies: count } = await companies.status();
  const next =
    waitingSegments(folder).length > 0
      ? 'What can be read of the damaged files is being added.'
      : 'Import the others again.';
  const notice =
    `The search index was damaged. ${counted(count, 'company', 'companies')} could be recovered. ${next} ` +
    `The damaged files were kept: ${kept.join(', ')}.`;
  return { companies, notices: [notice], wasDamaged: true, mended };
}

/** Opens an index that can be made anew from elsewhere: where it is damaged, it begins empty. */
export async function openDerived(folder: string, options: ReaderOptions): Promise<OpenedCompanies> {
  const sound = damageMet(folder).size > 0 || isDamageMet(folder) ? null : await openSound(folder, options);
  if (sound === null) rmSync(folder, { recursive: true, force: true });
  const companies = sound ?? openCompanyReader(folder, options);
  return { companies, notices: [], wasDamaged: false, mended: () => forgetDamage(folder) };
}

/** What can be searched while another process has the same files open. */
async function openUnrepaired(folder: string, options: ReaderOptions, isDamaged: boolean): Promise<OpenedCompanies> {
  const companies = await openSound(folder, options);
  if (companies === null) throw new AppError('storage_corrupt', inUse);
  return { companies, notices: isDamaged ? [inUse] : [], wasDamaged: false, mended: () => undefined };
}

const inUse =
  'The search index is damaged and in use by another Winnow. ' +
  'It is repaired at the next start after that one has closed.';

/** This much of a damaged segment is read in a second and made searchable in a few. */
const atOnceBytes = 16 * 1024 ** 2;

/** Null if something is damaged. */
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
 * Puts the index together again and returns the names of the files kept aside. Nothing changes until another catalogue
 * takes the place of the old one. If cut off before or after that, it can simply run again.
 */
function repair(
  folder: string,
  damaged: ReadonlySet<string>,
  week: string,
  now: Date,
  mendAtOnceBytes: number,
): string[] {
  const path = cataloguePath(folder);
  const old = readOld(path);
  const found = findSegments(folder, old.segments, damaged);
  const later = found.filter(({ isSound, path: file }) => !isSound && statSync(file).size > mendAtOnceBytes);
  const { kept, seen, nextSegmentId } = keepNewestVersions(folder, found, new Set(later.map(({ id }) => id)));
  let highest = 0;
  for (const id of seen) highest = Math.max(highest, id);
  // If the catalogue knows the next id, nothing has to be read for it.
  if (old.nextCompanyId === 1) {
    for (const { path: file } of later) for (const { id } of readableCompanies(file)) highest = Math.max(highest, id);
  }
  const fresh = `${path}.new`;
  for (const ending of ['', '-wal', '-shm']) rmSync(fresh + ending, { force: true });
  writeCatalogue(folder, fresh, kept, {
    week: old.week === '' ? week : old.week,
    refreshedAt: old.refreshedAt,
    at: now.toISOString(),
    nextCompanyId: Math.max(old.nextCompanyId, highest + 1),
    nextSegmentId,
  });
  // Before another catalogue takes the place of the old one: the next writer would remove what that does not name.
  for (const { path: file, origin } of later) {
    closeSync(openSync(waitingMark(asideOf(file, now), origin), 'a', 0o600));
    setAside(file, now);
  }
  syncFolderNow(folder);
  const aside = existsSync(path) ? [path] : [];
  // Its journal goes too: it must not end up next to another file.
  const bad = setAside(path, now);
  renameSync(fresh, path);
  syncFolderNow(folder);
  const segments = found.filter((segment) => !segment.isSound).map((segment) => setAside(segment.path, now));
  // Removes what nobody names.
  openCompanyWriter(folder).close();
  return [...aside.map(() => bad), ...segments].map((file) => basename(file));
}

function readOld(path: string): OldCatalogue {
  const named: NamedSegment[] = [];
  const old = { week: '', refreshedAt: '', nextCompanyId: 1 };
  if (!existsSync(path)) return { segments: named, ...old };
  const isWhole = hangsTogether(path);
  const schema = openMigrated(':memory:');
  const [segments, manifest] = [layoutOf(schema, 'segment'), layoutOf(schema, 'manifest')];
  const others = ['batch', 'tombstone', 'schema_migration'].map((table) => layoutOf(schema, table));
  const source = new DamagedDatabase(path, [segments, manifest, ...others]);
  try {
    refuseNewer(source, schema);
    // A list that may lack some segments is worse than none: then every file counts.
    if (isWhole) {
      for (const [id, , origin, , , , edition = 0] of source.rows(segments))
        named.push({ id: Number(id), edition: Number(edition), origin: origin === 'sample' ? 'sample' : 'import' });
      if (named.some(({ id }) => !Number.isSafeInteger(id))) named.length = 0;
    }
    for (const [, , week, refreshedAt, nextCompanyId] of source.rows(manifest)) {
      if (typeof week === 'string' && /^\d{4}-W\d{2}$/.test(week)) old.week = week;
      if (typeof refreshedAt === 'string') old.refreshedAt = refreshedAt;
      if (Number.isSafeInteger(nextCompanyId)) old.nextCompanyId = Number(nextCompanyId);
    }
  } finally {
    source.close();
    schema.close();
  }
  return { segments: named, ...old };
}

function writeCatalogue(
  folder: string,
  path: string,
  segments: readonly KeptSegment[],
  manifest: { week: string; refreshedAt: string; at: string; nextCompanyId: number; nextSegmentId: number },
): void {
  const db = openMigrated(path);
  try {
    transaction(db, () => {
      const addBatch = db.prepare(
        'INSERT INTO batch (origin, committed_at, added, replaced, merged) VALUES (?, ?, ?, 0, 1)',
      );
      const hide = db.prepare('INSERT INTO tombstone (segment_id, company_id, batch_id) VALUES (?, ?, ?)');
      for (const { id, edition, origin, documents, hidden } of segments) {
        const batch = addBatch.run(origin, manifest.refreshedAt || manifest.at, documents).lastInsertRowid;
        addSegment(db, folder, { id, edition, batchId: Number(batch), origin, documents });
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
