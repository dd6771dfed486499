import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { integer, orElse, rowsOf, text, valuesOf } from '#node/rows.ts';
import { openDatabase, openImmutable } from '#node/sqlite.ts';
import { listNames } from '#shared/domain/listName.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { AppError } from '#shared/errors.ts';
import { openCompanyReader } from '../../index/open.ts';
import { cataloguePath, readManifest, segmentPath, type Manifest } from '../../index/catalogue.ts';
import { differenceFrom } from '../../index/segmentChecksums.ts';
import { indexFolderOf } from './workspaceFiles.ts';

/** What a check of a whole workspace has found. */
export interface CheckResult {
  /** What is wrong, one sentence each. */
  readonly problems: readonly string[];
  /** What the user should know although it is not wrong. */
  readonly notes: readonly string[];
  readonly companies: number;
  readonly entries: number;
  /** Unsent decisions in the desktop's queue next to it. */
  readonly moves: number;
}

/** How many messages of SQLite are reported per file. */
const mostMessages = 5;

/**
 * Checks every file of a workspace and compares its counts with what is there. Changes nothing, and may run beside a
 * server. Throws `not_found` if there is no such file.
 */
export async function checkWorkspace(file: string): Promise<CheckResult> {
  if (!existsSync(file)) throw new AppError('not_found', `${file} does not exist.`);
  const problems: string[] = [];
  const notes: string[] = [];
  const state = checkState(file, problems, notes);
  const companies = await checkIndex(indexFolderOf(file), state.companies, problems);
  const moves = checkQueue(join(dirname(file), 'queue.db'), problems);
  return { problems, notes, companies, entries: state.entries, moves };
}

/** Checks the state's file. Returns the companies that its lists name. */
function checkState(
  file: string,
  problems: string[],
  notes: string[],
): { entries: number; companies: ReadonlyMap<number, number> } {
  const nothing = { entries: 0, companies: new Map<number, number>() };
  if (statSync(file).size === 0) {
    if (existsSync(indexFolderOf(file))) problems.push('The file of lists and decisions is empty.');
    return nothing;
  }
  return withDatabase(file, 'The file of lists and decisions', nothing, problems, (db) => {
    const broken = db.prepare('PRAGMA foreign_key_check').all();
    if (broken.length > 0)
      problems.push(`Rows of lists and decisions that refer to what is not there: ${String(broken.length)}.`);
    const doubles = numberOf(
      db,
      `SELECT count(*) FROM (SELECT 1 FROM entry GROUP BY smart_list_id, company_id HAVING count(*) > 1)`,
    );
    if (doubles > 0) problems.push(`Companies with more than one entry in the same list: ${String(doubles)}.`);
    if (hasTable(db, 'lost_entry')) {
      const lost = numberOf(db, 'SELECT count(*) FROM lost_entry');
      if (lost > 0) notes.push(`Entries that wait for lost companies, which can be imported again: ${String(lost)}.`);
    }
    const rows = db
      .prepare(
        `SELECT company_id, count(*) AS uses
         FROM (SELECT company_id FROM entry UNION ALL SELECT company_id FROM collection_item) GROUP BY 1`,
      )
      .all();
    return {
      entries: numberOf(db, 'SELECT count(*) FROM entry'),
      companies: new Map(
        rowsOf({ companyId: integer, uses: integer }, rows).map(({ companyId, uses }) => [companyId, uses]),
      ),
    };
  });
}

/** Checks the index. Returns how many companies can be found. */
async function checkIndex(folder: string, referred: ReadonlyMap<number, number>, problems: string[]): Promise<number> {
  if (!existsSync(cataloguePath(folder))) {
    if (referred.size > 0) problems.push('The search index is missing, and lists name companies of it.');
    return 0;
  }
  const manifest = withDatabase<Manifest | null>(
    cataloguePath(folder),
    'The list of the search index',
    null,
    problems,
    readManifest,
  );
  if (manifest === null) return 0;
  const before = problems.length;
  checkSegments(folder, manifest, problems);
  // Counts of files that are known to be damaged would add nothing.
  return problems.length > before ? 0 : checkCounts(folder, referred, problems);
}

/**
 * Checks the parts of the index. Every company must be visible in at most one of them, and all ids must be below the
 * next one.
 */
function checkSegments(folder: string, { segments, nextCompanyId }: Manifest, problems: string[]): void {
  const seen = new Set<number>();
  let [twice, highest] = [0, 0];
  for (const segment of segments) {
    const gone = new Set(segment.hidden);
    for (const id of idsOfSegment(folder, segment, problems)) {
      highest = Math.max(highest, id);
      if (gone.has(id)) continue;
      if (seen.has(id)) twice += 1;
      seen.add(id);
    }
  }
  if (twice > 0) problems.push(`Companies that are in the search index twice: ${String(twice)}.`);
  if (highest >= nextCompanyId) problems.push('Companies have numbers that would be given to others.');
}

/** The companies of a part of the index; none if it is not what it was. */
function idsOfSegment(folder: string, segment: Manifest['segments'][number], problems: string[]): number[] {
  const { id, documents, checksums } = segment;
  const path = segmentPath(folder, segment);
  const name = `Part ${String(id)} of the search index`;
  const difference = existsSync(path) ? differenceFrom(checksums, path) : 'is missing';
  if (difference !== '') {
    problems.push(`${name} ${difference}.`);
    return [];
  }
  const ids = withDatabase<number[] | null>(path, name, null, problems, idsIn, true);
  if (ids === null) return [];
  if (ids.length !== documents) {
    problems.push(`${name} has ${String(ids.length)} companies where the list of the index says ${String(documents)}.`);
  }
  return ids;
}

function idsIn(db: DatabaseSync): number[] {
  return valuesOf(integer, db.prepare('SELECT id FROM company').all());
}

async function checkCounts(folder: string, referred: ReadonlyMap<number, number>, problems: string[]): Promise<number> {
  const reader = openCompanyReader(folder);
  try {
    const { companies } = await reader.status();
    const everything = { filters: emptyFilters(), sortBy: 'best_match', onlyIds: null, withoutIds: null } as const;
    const ids = await reader.searchIds(everything, Number.MAX_SAFE_INTEGER);
    if (ids.length !== companies) {
      problems.push(`The index counts ${String(companies)} companies, and a search finds ${String(ids.length)}.`);
    }
    const there = new Set(ids);
    const orphans = [...referred].filter(([id]) => !there.has(id));
    const uses = orphans.reduce((sum, [, count]) => sum + count, 0);
    if (uses > 0) problems.push(`Entries of lists and collections whose company is not there: ${String(uses)}.`);
    return companies;
  } finally {
    reader.close();
  }
}

function checkQueue(path: string, problems: string[]): number {
  if (!existsSync(path)) return 0;
  return withDatabase(path, 'The file of unsent decisions', 0, problems, (db) => {
    const lists = `(${listNames.map((name) => `'${name}'`).join(', ')})`;
    const odd = numberOf(db, `SELECT count(*) FROM command WHERE from_list NOT IN ${lists} OR to_list NOT IN ${lists}`);
    if (odd > 0) problems.push(`Unsent decisions that make no sense: ${String(odd)}.`);
    return numberOf(db, 'SELECT count(*) FROM command');
  });
}

/** The result of `work` on a file whose pages are consistent; otherwise reports a problem and returns `otherwise`. */
function withDatabase<T>(
  path: string,
  name: string,
  otherwise: T,
  problems: string[],
  work: (db: DatabaseSync) => T,
  isImmutable = false,
): T {
  let db: DatabaseSync | undefined;
  try {
    db = isImmutable ? openImmutable(path) : openDatabase(path, { durability: 'full', readOnly: true });
    const check = db.prepare(`PRAGMA integrity_check(${String(mostMessages)})`);
    const messages = valuesOf(text, check.all()).filter((message) => message !== 'ok');
    if (messages.length > 0) {
      problems.push(`${name} is damaged: ${messages.join('; ').replaceAll(/\s+/g, ' ')}.`);
      return otherwise;
    }
    return work(db);
  } catch (error) {
    problems.push(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return otherwise;
  } finally {
    db?.close();
  }
}

function hasTable(db: DatabaseSync, name: string): boolean {
  return db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`).get(name) !== undefined;
}

function numberOf(db: DatabaseSync, sql: string): number {
  return valuesOf(orElse(integer, 0), db.prepare(sql).all())[0] ?? 0;
}
