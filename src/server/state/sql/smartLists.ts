import { isDeepStrictEqual } from 'node:util';
import { flag, integer, json, text, type Column, type RowOf } from '#node/rows.ts';
import { emptyFilters, filterSetSchema, type FilterSet } from '#shared/domain/filters.ts';
import { listNameKey } from '#shared/domain/listNameKey.ts';
import type {
  Added,
  EntrySeed,
  Counted,
  FilledList,
  FiltersChanged,
  NameTaken,
  NewSmartList,
  Opinion,
  SharedWith,
  Slice,
  SmartListChange,
  SmartListCounts,
  SmartListRecord,
  SmartListStore,
} from '../port.ts';
import { listParameter, unlessTaken, type Database, type Statements, type Transaction } from './database.ts';
import { addEntries, type Arrival } from './entries.ts';
import { recordAct, takenBack } from './ledger.ts';
import { knownLeftOut, leaveOutKnown } from './known.ts';
import { freeName, sharedColumns, sharedOf, sharedShape } from './sharing.ts';
import { hideSettled } from './settlements.ts';

const columns = `l.id, l.user_id, l.name, l.filters, l.kind, l.matched_week, l.refreshed_at, l.shows_decided, l.arrival,
  l.seen, ${sharedColumns}`;

const filtersColumn = json((value) => filterSetSchema.parse(value));
const kindColumn: Column<SmartListRecord['kind']> = (value) => (text(value) === 'picks' ? 'picks' : 'search');
const nameRow = { id: integer, name: text };
const smartListRow = {
  id: integer,
  userId: integer,
  name: text,
  filters: filtersColumn,
  kind: kindColumn,
  matchedWeek: text,
  refreshedAt: text,
  showsDecided: flag,
  arrival: integer,
  seen: integer,
  ...sharedShape,
};
type SmartListRow = RowOf<typeof smartListRow>;
const filteredRow = { userId: integer, filters: filtersColumn, arrival: integer };
const countsRow = {
  id: integer,
  topCompanies: integer,
  newCount: integer,
  totalCount: integer,
  unratedCount: integer,
  newUnratedCount: integer,
  leftOutCount: integer,
  knownOutCount: integer,
  settledCount: integer,
};

const noneAdded: Added = { added: 0, leftOut: 0, known: 0, crossed: {} };

/** The built-in smart list's name (docs/api.md); a number is added if the user has taken it. */
const picksName = 'My picks';

/** Smart lists in SQL. */
export class SqlSmartLists implements SmartListStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(userId: number, { offset, limit }: Slice): Promise<Counted<SmartListRecord>> {
    const where = `l.team_id = :team AND l.user_id = ? AND l.deleted_at = ''
      AND (l.kind <> 'picks' OR EXISTS (SELECT 1 FROM entry e
        WHERE e.team_id = :team AND e.smart_list_id = l.id AND e.left_out < ${takenBack}))`;
    const count = await this.#db.number(`SELECT COUNT(*) FROM smart_list l WHERE ${where}`, userId);
    const rows = await this.#db.all(
      smartListRow,
      `SELECT ${columns} FROM smart_list l WHERE ${where} ORDER BY l.id LIMIT ? OFFSET ?`,
      userId,
      limit,
      offset,
    );
    return { count, rows: rows.map(recordOf) };
  }

  async get(userId: number, id: number): Promise<SmartListRecord | undefined> {
    return listOf(this.#db, userId, id);
  }

  async create(
    userId: number,
    { name, filters, matchedWeek, now }: NewSmartList,
    entries: readonly EntrySeed[],
    opinions: readonly Opinion[],
  ): Promise<FilledList | NameTaken> {
    return this.#unlessTaken(async (db) => {
      const id = await insertList(db, userId, { name, filters, matchedWeek, now }, 'search');
      const arrival = await arrivalIn(db, userId, filters);
      const added = await addEntries(db, { userId, smartListId: id, now }, entries, arrival);
      await addOpinions(db, userId, id, opinions);
      return { list: await expectList(db, userId, id), ...added };
    });
  }

  async update(userId: number, id: number, change: SmartListChange): Promise<FilledList | NameTaken | undefined> {
    const { name, filters, showsDecided, opinions, now } = change;
    return this.#unlessTaken(async (db) => {
      let added: Added = noneAdded;
      const before = await listOf(db, userId, id);
      if (before === undefined) return undefined;
      if (name !== undefined) {
        const rename = 'UPDATE smart_list SET name = ?, name_key = ? WHERE team_id = :team AND id = ?';
        await db.run(rename, name, listNameKey(name), id);
      }
      if (filters !== undefined) {
        await db.run(set('filters'), JSON.stringify(filters.value), id);
        await db.run(
          `DELETE FROM entry WHERE team_id = :team AND smart_list_id = ? AND (list = 0 OR left_out BETWEEN 1 AND 2)
           AND company_id IN (SELECT value FROM ids(?))`,
          id,
          listParameter(filters.drop),
        );
        const arrival = await arrivalIn(db, userId, filters.value);
        added = await addEntries(db, { userId, smartListId: id, now }, filters.add, arrival);
        await leaveOutKnown(db, userId, { smartListId: id });
        await hideSettled(db, { smartListId: id });
        const isForTeam = before.shared !== null;
        await recordAct(db, { kind: 'filters', userId, at: now, smartListId: id, detail: filters.value, isForTeam });
      }
      if (showsDecided !== undefined) await db.run(set('shows_decided'), Number(showsDecided), id);
      if (opinions !== undefined) await addOpinions(db, userId, id, opinions);
      return { list: await expectList(db, userId, id), ...added };
    });
  }

  async remove(userId: number, id: number, now: string): Promise<boolean> {
    const changed = await this.#db.run(
      `UPDATE smart_list SET deleted_at = ? WHERE team_id = :team AND id = ? AND user_id = ? AND deleted_at = ''`,
      now,
      id,
      userId,
    );
    return changed > 0;
  }

  async restore(userId: number, id: number): Promise<SmartListRecord | NameTaken | undefined> {
    return this.#unlessTaken(async (db) => {
      const newer = await newerPicks(db, userId, id);
      if (newer !== null) {
        await moveInto(db, newer, id);
        return listOf(db, userId, newer);
      }
      const again = await newerOfFamily(db, userId, id);
      if (again !== null) return listOf(db, userId, again);
      const undelete = `UPDATE smart_list SET deleted_at = ''
        WHERE team_id = :team AND id = ? AND user_id = ? AND taken_at = ''`;
      await db.run(undelete, id, userId);
      return listOf(db, userId, id);
    });
  }

  async picks(userId: number, now: string): Promise<SmartListRecord> {
    return this.#db.transaction(async (db) => {
      const known = await db.get(
        smartListRow,
        `SELECT ${columns} FROM smart_list l
         WHERE l.team_id = :team AND l.user_id = ? AND l.kind = 'picks' AND l.deleted_at = ''`,
        userId,
      );
      if (known !== undefined) return recordOf(known);
      const list = {
        name: await freeName(db, 'smart_list', userId, picksName),
        filters: emptyFilters(),
        matchedWeek: '',
        now,
      };
      return expectList(db, userId, await insertList(db, userId, list, 'picks'));
    });
  }

  async counts(userId: number, ids: readonly number[]): Promise<Map<number, SmartListCounts>> {
    const rows = await this.#db.all(
      countsRow,
      `SELECT l.id, COUNT(e.id) AS total_count, COUNT(CASE WHEN e.list = 0 THEN 1 END) AS unrated_count,
         COUNT(CASE WHEN e.top_match = 1 THEN 1 END) AS top_companies,
         COUNT(CASE WHEN e.arrival > l.seen THEN 1 END) AS new_count,
         COUNT(CASE WHEN e.arrival > l.seen AND e.list = 0 THEN 1 END) AS new_unrated_count,
         (SELECT COUNT(*) FROM entry o
           WHERE o.team_id = :team AND o.smart_list_id = l.id AND o.left_out = 1) AS left_out_count,
         (SELECT COUNT(*) FROM entry o
           WHERE o.team_id = :team AND o.smart_list_id = l.id AND o.left_out = 2) AS known_out_count,
         (SELECT COUNT(*) FROM entry o
           WHERE o.team_id = :team AND o.smart_list_id = l.id AND o.left_out = 3) AS settled_count
       FROM smart_list l
       LEFT JOIN entry e ON e.team_id = :team AND e.smart_list_id = l.id AND e.left_out <= l.shows_decided
       WHERE l.team_id = :team AND l.user_id = ? AND l.id IN (SELECT value FROM ids(?)) GROUP BY l.id`,
      userId,
      listParameter(ids),
    );
    return new Map(rows.map(({ id, ...counts }) => [id, counts]));
  }

  async sharedAs(id: number): Promise<SharedWith | null> {
    const select = `SELECT ${sharedColumns} FROM smart_list l WHERE l.team_id = :team AND l.id = ? AND l.family > 0`;
    const row = await this.#db.get(sharedShape, select, id);
    return row === undefined ? null : sharedOf(row);
  }

  async names(userId: number, ids: readonly number[]): Promise<Map<number, string>> {
    const rows = await this.#db.all(
      nameRow,
      `SELECT l.id, l.name FROM ids(?) c
       JOIN smart_list l ON l.team_id = :team AND l.id = c.value AND l.user_id = ?`,
      listParameter(ids),
      userId,
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  async sharedNames(ids: readonly number[]): Promise<Map<number, string>> {
    const rows = await this.#db.all(
      nameRow,
      `SELECT l.id, l.name FROM ids(?) c
       JOIN smart_list l ON l.team_id = :team AND l.id = c.value WHERE l.family > 0`,
      listParameter(ids),
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  async haveSeen(userId: number, id: number, arrival: number): Promise<void> {
    // Nothing makes new again what was seen, nor seen what is yet to come.
    await this.#db.run(
      `UPDATE smart_list SET seen = CASE WHEN arrival < ? THEN arrival ELSE ? END
       WHERE team_id = :team AND user_id = ? AND id = ? AND seen < ? AND seen < arrival`,
      arrival,
      arrival,
      userId,
      id,
      arrival,
    );
  }

  async seen(userId: number, ids: readonly number[]): Promise<Map<number, number>> {
    const rows = await this.#db.all(
      { id: integer, seen: integer },
      `SELECT l.id, l.seen FROM ids(?) c
       JOIN smart_list l ON l.team_id = :team AND l.id = c.value AND l.user_id = ?`,
      listParameter(ids),
      userId,
    );
    return new Map(rows.map(({ id, seen }) => [id, seen]));
  }

  async allSearches(): Promise<SmartListRecord[]> {
    const rows = await this.#db.all(
      smartListRow,
      `SELECT ${columns} FROM smart_list l JOIN "user" u ON u.team_id = :team AND u.id = l.user_id
       WHERE l.team_id = :team AND l.kind = 'search' AND l.deleted_at = '' AND u.closed_at = '' ORDER BY l.id`,
    );
    return rows.map(recordOf);
  }

  async addMatches(
    { id, filters }: Pick<SmartListRecord, 'id' | 'filters'>,
    entries: readonly EntrySeed[],
    week: string | null,
    now: string,
    isNews = true,
  ): Promise<Added | FiltersChanged> {
    return this.#db.transaction(async (db) => {
      const select = 'SELECT user_id, filters, arrival FROM smart_list WHERE team_id = :team AND id = ?';
      const row = await db.get(filteredRow, select, id);
      // Gone with its user.
      if (row === undefined) return noneAdded;
      if (!isDeepStrictEqual(row.filters, filters)) return 'filters_changed';
      const { userId } = row;
      const arrival = isNews ? row.arrival + 1 : 0;
      const doing = await arrivalIn(db, userId, filters);
      const added = await addEntries(db, { userId, smartListId: id, now, arrival }, entries, doing);
      if (arrival > 0 && entries.length > 0) {
        await db.run('UPDATE smart_list SET arrival = ? WHERE team_id = :team AND id = ?', arrival, id);
      }
      if (week !== null) {
        const refresh = 'UPDATE smart_list SET matched_week = ?, refreshed_at = ? WHERE team_id = :team AND id = ?';
        await db.run(refresh, week, now, id);
      }
      return added;
    });
  }

  async withdraw(id: number, companies: readonly number[]): Promise<void> {
    await this.#db.run(
      `DELETE FROM entry WHERE team_id = :team AND smart_list_id = ? AND came <> '' AND (list = 0 OR left_out = 1)
         AND company_id IN (SELECT value FROM ids(?))`,
      id,
      listParameter(companies),
    );
  }

  #unlessTaken<T>(work: (db: Transaction) => Promise<T>): Promise<T | NameTaken> {
    return unlessTaken('name_taken', () => this.#db.transaction(work));
  }
}

/** A statement that changes a column of a list. */
function set(column: 'filters' | 'shows_decided'): string {
  return `UPDATE smart_list SET ${column} = ? WHERE team_id = :team AND id = ?`;
}

function insertList(
  db: Statements,
  userId: number,
  { name, filters, matchedWeek, now }: NewSmartList,
  kind: 'search' | 'picks',
): Promise<number> {
  return db.insert(
    `INSERT INTO smart_list (team_id, user_id, name, name_key, filters, kind, matched_week, refreshed_at, created_at)
     VALUES (:team, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    userId,
    name,
    listNameKey(name),
    JSON.stringify(filters),
    kind,
    matchedWeek,
    now,
    now,
  );
}

async function listOf(db: Statements, userId: number, id: number): Promise<SmartListRecord | undefined> {
  const row = await db.get(
    smartListRow,
    `SELECT ${columns} FROM smart_list l
     WHERE l.team_id = :team AND l.user_id = ? AND l.id = ? AND l.deleted_at = ''`,
    userId,
    id,
  );
  return row === undefined ? undefined : recordOf(row);
}

function recordOf({ family, sharing, role, ownerId, memberCount, ...list }: SmartListRow): SmartListRecord {
  return { ...list, shared: sharedOf({ family, sharing, role, ownerId, memberCount }) };
}

async function expectList(db: Statements, userId: number, id: number): Promise<SmartListRecord> {
  const list = await listOf(db, userId, id);
  if (list === undefined) throw new Error('The smart list that was just written is not there.');
  return list;
}

/** The "My picks" made since this one was deleted; null if there is none, or if this is another kind of list. */
async function newerPicks(db: Statements, userId: number, id: number): Promise<number | null> {
  const [newer] = await db.column(
    integer,
    `SELECT newer.id FROM smart_list old JOIN smart_list newer
       ON newer.team_id = :team AND newer.user_id = old.user_id AND newer.kind = 'picks' AND newer.deleted_at = ''
     WHERE old.team_id = :team AND old.user_id = ? AND old.id = ? AND old.kind = 'picks' AND old.deleted_at <> ''`,
    userId,
    id,
  );
  return newer ?? null;
}

/** The list of the same family that the user was given since this one was deleted; null if there is none. */
async function newerOfFamily(db: Statements, userId: number, id: number): Promise<number | null> {
  const [newer] = await db.column(
    integer,
    `SELECT newer.id FROM smart_list old JOIN smart_list newer
       ON newer.team_id = :team AND newer.user_id = old.user_id AND newer.family = old.family AND newer.deleted_at = ''
     WHERE old.team_id = :team AND old.user_id = ? AND old.id = ? AND old.family > 0 AND old.deleted_at <> ''`,
    userId,
    id,
  );
  return newer ?? null;
}

/** Moves what a deleted list has and the other has not. Entries keep their ids, for moves that are under way. */
async function moveInto(db: Statements, listId: number, deletedId: number): Promise<void> {
  for (const table of ['entry', 'opinion']) {
    await db.run(
      `UPDATE ${table} AS e SET smart_list_id = ? WHERE e.team_id = :team AND e.smart_list_id = ? AND NOT EXISTS (
         SELECT 1 FROM ${table} o WHERE o.team_id = :team AND o.smart_list_id = ? AND o.company_id = e.company_id)`,
      listId,
      deletedId,
      listId,
    );
  }
}

async function addOpinions(db: Statements, userId: number, id: number, opinions: readonly Opinion[]): Promise<void> {
  for (const { companyId, positive } of opinions) {
    await db.run(
      `INSERT INTO opinion (team_id, user_id, smart_list_id, company_id, positive) VALUES (:team, ?, ?, ?, ?)
       ON CONFLICT (team_id, smart_list_id, company_id) DO UPDATE SET positive = excluded.positive`,
      userId,
      id,
      companyId,
      Number(positive),
    );
  }
}

/** A list that asks for what is in Watchlist, say, shows what was decided. */
async function arrivalIn(db: Statements, userId: number, filters: FilterSet): Promise<Arrival> {
  const decided = filters.include.bookmarkList.length > 0 ? 'shown' : 'left_out';
  return { decided, known: await knownLeftOut(db, userId, filters) };
}
