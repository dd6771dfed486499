import type { DatabaseSync } from 'node:sqlite';
import { integer, valuesOf } from '#node/rows.ts';
import { filterSetSchema, emptyFilters } from '#shared/domain/filters.ts';
import { exportAddon } from '#shared/domain/account.ts';
import { layoutOf } from '#node/salvage/records.ts';
import { copyReadable, newestMigration, refuseNewer, type ReadRow } from '#node/salvage/copyReadable.ts';
import { DamagedDatabase } from '#node/salvage/damagedDatabase.ts';
import { execute } from '#node/migrate.ts';
import type { Statements } from '../sql/database.ts';
import { settle } from '../sql/ledger.ts';
import { listOfNumber } from '../sql/lists.ts';
import { SqliteDatabase } from './database.ts';
import { stateMigrations } from './schema.ts';

/** Tables of the state, but for sign-ins under way; those that others refer to come first. */
const tables = [
  'user',
  'token',
  'identity',
  'smart_list',
  'entry',
  'event',
  'note',
  'export_note',
  'reason',
  'idempotency_key',
  'opinion',
  'collection',
  'collection_item',
  'import_note',
  'import_run',
  'import_change',
  'known_company',
  'lost_entry',
  'lost_item',
  'lost_company',
  'merge_note',
  'apart',
  'known_source',
  'known_row',
  'clock',
  'settlement',
  'lease',
  'conflict',
  'collection_member',
  'assignment',
  'mention',
  'seal',
] as const;

/** How much of a damaged file could be read, for the user. */
export interface Salvaged {
  readonly smartLists: number;
  readonly entries: number;
  readonly decided: number;
  readonly collections: number;
}

/**
 * Copies what can be read of a damaged state file into a fresh one with an up-to-date schema. A lost row that others
 * refer to gets a stand-in, so that no decision is lost with its list. Throws `storage_newer`.
 */
export async function salvageState(bad: string, target: DatabaseSync, now: Date): Promise<Salvaged> {
  const layouts = [...tables, 'schema_migration'].map((table) => layoutOf(target, table));
  const source = new DamagedDatabase(bad, layouts);
  target.exec('PRAGMA foreign_keys = OFF');
  try {
    refuseNewer(source, target);
    await new SqliteDatabase(target).transaction(async (db) => {
      // Maintaining them row by row would take half the time.
      const indexes = dropIndexes(target);
      for (const table of tables) copyReadable(source, target, table, (row) => makesSense(table, row));
      bringUpToDate(target, newestMigration(source, target));
      for (const sql of indexes) target.exec(sql);
      standIns(target, now.toISOString());
      await reconcile(db);
    });
  } finally {
    target.exec('PRAGMA foreign_keys = ON');
    source.close();
  }
  const count = (sql: string): number => Number(Object.values(target.prepare(sql).get() ?? {})[0] ?? 0);
  return {
    smartLists: count(`SELECT COUNT(*) FROM smart_list WHERE deleted_at = ''`),
    entries: count('SELECT COUNT(*) FROM entry'),
    decided: count('SELECT COUNT(*) FROM entry WHERE list > 0'),
    collections: count(`SELECT COUNT(*) FROM collection WHERE deleted_at = ''`),
  };
}

/** Does what later migrations would have done with the rows of a file that has had those up to `written`. */
function bringUpToDate(target: DatabaseSync, written: number): void {
  // A file that does not say was written by today's more likely than not.
  if (written === 0) return;
  const later = stateMigrations.filter(({ version, functions }) => version > written && functions !== undefined);
  for (const migration of later) execute(target, migration);
}

/** Drops the indexes that only make a file faster. Returns the statements that recreate them. */
function dropIndexes(db: DatabaseSync): string[] {
  const indexes = db
    .prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql LIKE 'CREATE INDEX %'`)
    .all();
  for (const { name } of indexes) db.exec(`DROP INDEX "${String(name)}"`);
  return indexes.map(({ sql }) => String(sql));
}

/**
 * Whether all numbers can be read, and the few rows that everything depends on. A consistent page may still have a
 * flipped bit.
 */
export function rowsMakeSense(db: DatabaseSync): boolean {
  // A ledger may be a hundred times as long as the lists, and is read a company at a time.
  const checked = tables.filter((table) => table !== 'event');
  if (!checked.every((table) => numbersMakeSense(db, table))) return false;
  return (['user', 'smart_list'] as const).every((table) =>
    db
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .every((row) => makesSense(table, row)),
  );
}

/**
 * Whether JavaScript can represent every number of a table. A single one that it cannot would fail every read of its
 * row.
 */
function numbersMakeSense(db: DatabaseSync, table: string): boolean {
  const most = Number.MAX_SAFE_INTEGER;
  const tooLarge = layoutOf(db, table)
    .columns.filter(({ type }) => type === 'INTEGER')
    .map(({ name }) => `"${name}" NOT BETWEEN -${most} AND ${most}`);
  if (tooLarge.length === 0) return true;
  return db.prepare(`SELECT 1 FROM ${table} WHERE ${tooLarge.join(' OR ')} LIMIT 1`).get() === undefined;
}

/** Whether the values that have a text format of their own can be read later. */
function makesSense(table: string, row: ReadRow): boolean {
  try {
    switch (table) {
      case 'smart_list':
        filterSetSchema.parse(JSON.parse(String(row['filters'])));
        return true;
      case 'user':
        return Array.isArray(JSON.parse(String(row['addons'])));
      case 'entry':
      case 'lost_entry':
        return listOfNumber(row['list']) !== undefined;
      case 'event':
        return [row['from_list'], row['to_list']].every((list) => listOfNumber(list) !== undefined);
      case 'import_run':
        return Array.isArray(JSON.parse(String(row['files']))) && JSON.parse(String(row['counts'])) !== null;
      case 'export_note':
        return Array.isArray(JSON.parse(String(row['columns'])));
      case 'opinion':
        return row['positive'] === 0 || row['positive'] === 1;
      case 'known_row':
        return row['candidates'] === '' || Array.isArray(JSON.parse(String(row['candidates'])));
      default:
        return true;
    }
  } catch {
    return false;
  }
}

/** Creates the users, smart lists and collections that rows refer to and that were lost. */
function standIns(db: DatabaseSync, now: string): void {
  const owners = [
    'token',
    'identity',
    'smart_list',
    'entry',
    'event',
    'note',
    'export_note',
    'reason',
    'lost_entry',
    'idempotency_key',
    'opinion',
    'collection',
    'known_source',
  ]
    .map((table) => `SELECT user_id FROM ${table}`)
    .join(' UNION ');
  // If no user is left, the first one is the workspace's owner; otherwise a lost one gets no rights.
  const isAlone = db.prepare('SELECT 1 FROM user').get() === undefined;
  const lost = `SELECT user_id FROM (${owners}) WHERE user_id NOT IN (SELECT id FROM user) ORDER BY 1`;
  const addUser = db.prepare(
    `INSERT INTO user (id, email, name, is_staff, addons, created_at) VALUES (?, '', ?, ?, ?, ?)`,
  );
  for (const [index, userId] of valuesOf(integer, db.prepare(lost).all()).entries()) {
    const owns = isAlone && index === 0;
    addUser.run(
      userId,
      owns ? 'Workspace owner' : 'Recovered user',
      Number(owns),
      JSON.stringify(owns ? [exportAddon] : []),
      now,
    );
  }
  // Deleted, so that it is not filled again: its decided entries stay in the special lists (docs/api.md).
  db.prepare(
    `INSERT INTO smart_list (id, user_id, name, filters, kind, matched_week, refreshed_at, created_at, deleted_at)
     SELECT smart_list_id, MIN(user_id), 'Recovered list ' || smart_list_id, ?, 'search', '', '', ?, ? FROM entry
     WHERE smart_list_id NOT IN (SELECT id FROM smart_list) GROUP BY smart_list_id`,
  ).run(JSON.stringify(emptyFilters()), now, now);
  db.prepare(
    `INSERT INTO collection (id, user_id, name, description, created_at)
     SELECT DISTINCT collection_id, (SELECT MIN(id) FROM user), 'Recovered collection ' || collection_id, '', ?
     FROM collection_item WHERE collection_id NOT IN (SELECT id FROM collection)
       AND EXISTS (SELECT 1 FROM user)`,
  ).run(now);
  // What a CRM knows is its user's alone: where there are others, it is not given to anybody.
  db.prepare(
    `INSERT INTO known_source (id, user_id, name, file, day, digest, imported_at, skipped)
     SELECT DISTINCT source_id, (SELECT id FROM user), 'Recovered source ' || source_id, '', substr(?1, 1, 10), '',
       ?1, 0 FROM known_row
     WHERE source_id NOT IN (SELECT id FROM known_source) AND (SELECT COUNT(*) FROM user) = 1`,
  ).run(now);
  db.exec(`
    DELETE FROM collection_item WHERE collection_id NOT IN (SELECT id FROM collection);
    DELETE FROM opinion WHERE smart_list_id NOT IN (SELECT id FROM smart_list);
    DELETE FROM import_change WHERE run_id NOT IN (SELECT id FROM import_run);
    DELETE FROM known_row WHERE source_id NOT IN (SELECT id FROM known_source);
    UPDATE known_source SET replaced_by = 0 WHERE replaced_by NOT IN (SELECT id FROM known_source)`);
}

/**
 * Makes the ledger and the entries agree where rows of either were lost, or where the file is from before the ledger:
 * what the entries say was decided last is written down as decided before.
 */
async function reconcile(db: Statements): Promise<void> {
  await db.run(
    `INSERT INTO event (at, user_id, kind, company_id, entry_id, smart_list_id, from_list, to_list, reason,
       note)
     SELECT decided_at, user_id, 'before', company_id, id, smart_list_id, 0, list, reason, later FROM (
       SELECT *, ROW_NUMBER() OVER (
         PARTITION BY user_id, company_id ORDER BY list > 0 DESC, decision DESC, id DESC
       ) AS place
       FROM entry
     ) AS last
     WHERE place = 1 AND list <> COALESCE((SELECT v.to_list FROM event v WHERE v.user_id = last.user_id
       AND v.company_id = last.company_id AND v.kind <> 'note' ORDER BY v.seq DESC LIMIT 1), 0)
     ORDER BY decision, id`,
  );
  const mixed = await db.column(
    integer,
    'SELECT DISTINCT company_id FROM entry GROUP BY user_id, company_id HAVING MIN(list) < MAX(list)',
  );
  for (const companyId of mixed) await settle(db, companyId);
  await reconcileNotes(db);
}

/** Writes down in the ledger what only the notes know, then makes the notes what the ledger says. */
async function reconcileNotes(db: Statements): Promise<void> {
  await db.run(
    `INSERT INTO event (at, user_id, kind, company_id, entry_id, smart_list_id, from_list, to_list, note, note_id)
     SELECT changed_at, user_id, 'note', company_id, 0, 0, 0, 0, text, id FROM note
     WHERE text <> COALESCE((SELECT v.note FROM event v WHERE v.user_id = note.user_id
         AND v.company_id = note.company_id AND v.note_id = note.id ORDER BY v.seq DESC LIMIT 1), '')
       AND changed_at >= COALESCE((SELECT MAX(v.at) FROM event v WHERE v.user_id = note.user_id
         AND v.company_id = note.company_id AND v.note_id = note.id), '')
     ORDER BY seq`,
  );
  await db.run('DELETE FROM note');
  await db.run(
    `INSERT OR IGNORE INTO note (seq, id, user_id, company_id, text, created_at, changed_at)
     SELECT first.seq, last.note_id, last.user_id, last.company_id, last.note, first.at, last.at
     FROM (SELECT note_id, MIN(seq) AS begun, MAX(seq) AS ended FROM event WHERE kind = 'note' GROUP BY note_id) AS span
     JOIN event AS first ON first.seq = span.begun JOIN event AS last ON last.seq = span.ended`,
  );
}
