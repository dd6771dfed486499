import { isDeepStrictEqual } from 'node:util';
import { flag, integer, json, text, type Column } from '#node/rows.ts';
import { emptyFilters, filterSetSchema, type FilterSet } from '#shared/domain/filters.ts';
import type {
  Added,
  EntrySeed,
  Counted,
  FilledList,
  FiltersChanged,
  NameTaken,
  NewSmartList,
  Opinion,
  Slice,
  SmartListChange,
  SmartListCounts,
  SmartListRecord,
  SmartListStore,
} from '../port.ts';
import { idsParameter, unlessTaken, type StateDatabase } from './database.ts';
import { addEntries, type Arrival } from './entries.ts';
import { knownLeftOut, leaveOutKnown } from './known.ts';

const columns = 'l.id, l.user_id, l.name, l.filters, l.kind, l.matched_week, l.refreshed_at, l.shows_decided';

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
};
const filteredRow = { userId: integer, filters: filtersColumn };
const countsRow = {
  id: integer,
  topCompanies: integer,
  newCount: integer,
  totalCount: integer,
  unratedCount: integer,
  newUnratedCount: integer,
  leftOutCount: integer,
  knownOutCount: integer,
};

const noneAdded: Added = { added: 0, leftOut: 0, known: 0, crossed: {} };

/** The built-in smart list's name (docs/api.md); a number is added if the user has taken it. */
const picksName = 'My picks';

/** Smart lists in SQLite. */
export class SqliteSmartLists implements SmartListStore {
  readonly #db: StateDatabase;

  constructor(db: StateDatabase) {
    this.#db = db;
  }

  async list(userId: number, { offset, limit }: Slice): Promise<Counted<SmartListRecord>> {
    const where = `l.user_id = ? AND l.deleted_at = ''`;
    const count = this.#db.number(`SELECT COUNT(*) FROM smart_list l WHERE ${where}`, userId);
    const rows = this.#db.all(
      smartListRow,
      `SELECT ${columns} FROM smart_list l WHERE ${where} ORDER BY l.id LIMIT ? OFFSET ?`,
      userId,
      limit,
      offset,
    );
    return { count, rows };
  }

  async get(userId: number, id: number): Promise<SmartListRecord | undefined> {
    return this.#read(userId, id);
  }

  async create(
    userId: number,
    { name, filters, matchedWeek, now }: NewSmartList,
    entries: readonly EntrySeed[],
    opinions: readonly Opinion[],
  ): Promise<FilledList | NameTaken> {
    return this.#unlessTaken(() => {
      const id = this.#insert(userId, { name, filters, matchedWeek, now }, 'search');
      const added = addEntries(
        this.#db,
        { userId, smartListId: id, now },
        entries,
        arrivalIn(this.#db, userId, filters),
      );
      this.#addOpinions(userId, id, opinions);
      return { list: this.#expect(userId, id), ...added };
    });
  }

  async update(userId: number, id: number, change: SmartListChange): Promise<FilledList | NameTaken | undefined> {
    const { name, filters, showsDecided, opinions, now } = change;
    return this.#unlessTaken(() => {
      let added: Added = noneAdded;
      if (this.#read(userId, id) === undefined) return undefined;
      if (name !== undefined) this.#db.run('UPDATE smart_list SET name = ? WHERE id = ?', name, id);
      if (filters !== undefined) {
        this.#db.run('UPDATE smart_list SET filters = ? WHERE id = ?', JSON.stringify(filters.value), id);
        this.#db.run(
          `DELETE FROM entry WHERE smart_list_id = ? AND (list = 0 OR left_out > 0)
           AND company_id IN (SELECT value FROM json_each(?))`,
          id,
          idsParameter(filters.drop),
        );
        const arrival = arrivalIn(this.#db, userId, filters.value);
        added = addEntries(this.#db, { userId, smartListId: id, now }, filters.add, arrival);
        leaveOutKnown(this.#db, userId, { smartListId: id });
      }
      if (showsDecided !== undefined) {
        this.#db.run('UPDATE smart_list SET shows_decided = ? WHERE id = ?', Number(showsDecided), id);
      }
      if (opinions !== undefined) this.#addOpinions(userId, id, opinions);
      return { list: this.#expect(userId, id), ...added };
    });
  }

  async remove(userId: number, id: number, now: string): Promise<boolean> {
    return (
      this.#db.run(
        `UPDATE smart_list SET deleted_at = ? WHERE id = ? AND user_id = ? AND deleted_at = ''`,
        now,
        id,
        userId,
      ) > 0
    );
  }

  async restore(userId: number, id: number): Promise<SmartListRecord | NameTaken | undefined> {
    return this.#unlessTaken(() => {
      const newer = this.#newerPicks(userId, id);
      if (newer !== null) {
        this.#moveInto(newer, id);
        return this.#read(userId, newer);
      }
      this.#db.run(`UPDATE smart_list SET deleted_at = '' WHERE id = ? AND user_id = ?`, id, userId);
      return this.#read(userId, id);
    });
  }

  async picks(userId: number, now: string): Promise<SmartListRecord> {
    return this.#db.transaction(() => {
      const known = this.#db.get(
        smartListRow,
        `SELECT ${columns} FROM smart_list l WHERE l.user_id = ? AND l.kind = 'picks' AND l.deleted_at = ''`,
        userId,
      );
      if (known !== undefined) return known;
      const list = { name: this.#freePicksName(userId), filters: emptyFilters(), matchedWeek: '', now };
      return this.#expect(userId, this.#insert(userId, list, 'picks'));
    });
  }

  async counts(userId: number, ids: readonly number[], newWeek: string): Promise<Map<number, SmartListCounts>> {
    const rows = this.#db.all(
      countsRow,
      `SELECT l.id, COUNT(e.id) AS total_count, COALESCE(SUM(e.list = 0), 0) AS unrated_count,
         COALESCE(SUM(e.top_match), 0) AS top_companies, COALESCE(SUM(e.week = ?), 0) AS new_count,
         COALESCE(SUM(e.week = ? AND e.list = 0), 0) AS new_unrated_count,
         (SELECT COUNT(*) FROM entry o WHERE o.smart_list_id = l.id AND o.left_out = 1) AS left_out_count,
         (SELECT COUNT(*) FROM entry o WHERE o.smart_list_id = l.id AND o.left_out = 2) AS known_out_count
       FROM smart_list l LEFT JOIN entry e ON e.smart_list_id = l.id AND e.left_out <= l.shows_decided
       WHERE l.user_id = ? AND l.id IN (SELECT value FROM json_each(?)) GROUP BY l.id`,
      newWeek,
      newWeek,
      userId,
      idsParameter(ids),
    );
    return new Map(rows.map(({ id, ...counts }) => [id, counts]));
  }

  async names(userId: number, ids: readonly number[]): Promise<Map<number, string>> {
    const rows = this.#db.all(
      nameRow,
      `SELECT l.id, l.name FROM json_each(?) c JOIN smart_list l ON l.id = c.value AND l.user_id = ?`,
      idsParameter(ids),
      userId,
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  async allSearches(): Promise<SmartListRecord[]> {
    return this.#db.all(
      smartListRow,
      `SELECT ${columns} FROM smart_list l WHERE l.kind = 'search' AND l.deleted_at = '' ORDER BY l.id`,
    );
  }

  async addMatches(
    { id, filters }: Pick<SmartListRecord, 'id' | 'filters'>,
    entries: readonly EntrySeed[],
    week: string | null,
    now: string,
  ): Promise<Added | FiltersChanged> {
    return this.#db.transaction(() => {
      const row = this.#db.get(filteredRow, 'SELECT user_id, filters FROM smart_list WHERE id = ?', id);
      // Gone with its user.
      if (row === undefined) return noneAdded;
      if (!isDeepStrictEqual(row.filters, filters)) return 'filters_changed';
      const { userId } = row;
      const arrival = arrivalIn(this.#db, userId, filters);
      const added = addEntries(this.#db, { userId, smartListId: id, now }, entries, arrival);
      if (week !== null) {
        this.#db.run('UPDATE smart_list SET matched_week = ?, refreshed_at = ? WHERE id = ?', week, now, id);
      }
      return added;
    });
  }

  async withdraw(id: number, companies: readonly number[]): Promise<void> {
    this.#db.run(
      `DELETE FROM entry WHERE smart_list_id = ? AND came <> '' AND (list = 0 OR left_out = 1)
         AND company_id IN (SELECT value FROM json_each(?))`,
      id,
      idsParameter(companies),
    );
  }

  #insert(userId: number, { name, filters, matchedWeek, now }: NewSmartList, kind: 'search' | 'picks'): number {
    return this.#db.insert(
      `INSERT INTO smart_list (user_id, name, filters, kind, matched_week, refreshed_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      userId,
      name,
      JSON.stringify(filters),
      kind,
      matchedWeek,
      now,
      now,
    );
  }

  #read(userId: number, id: number): SmartListRecord | undefined {
    return this.#db.get(
      smartListRow,
      `SELECT ${columns} FROM smart_list l WHERE l.user_id = ? AND l.id = ? AND l.deleted_at = ''`,
      userId,
      id,
    );
  }

  #expect(userId: number, id: number): SmartListRecord {
    const list = this.#read(userId, id);
    if (list === undefined) throw new Error('The smart list that was just written is not there.');
    return list;
  }

  /** The "My picks" made since this one was deleted; null if there is none, or if this is another kind of list. */
  #newerPicks(userId: number, id: number): number | null {
    const [newer] = this.#db.column(
      integer,
      `SELECT newer.id FROM smart_list old JOIN smart_list newer
         ON newer.user_id = old.user_id AND newer.kind = 'picks' AND newer.deleted_at = ''
       WHERE old.user_id = ? AND old.id = ? AND old.kind = 'picks' AND old.deleted_at <> ''`,
      userId,
      id,
    );
    return newer ?? null;
  }

  /** Moves what a deleted list has and the other has not. Entries keep their ids, for moves that are under way. */
  #moveInto(listId: number, deletedId: number): void {
    for (const table of ['entry', 'opinion']) {
      this.#db.run(`UPDATE OR IGNORE ${table} SET smart_list_id = ? WHERE smart_list_id = ?`, listId, deletedId);
    }
  }

  #addOpinions(userId: number, id: number, opinions: readonly Opinion[]): void {
    for (const { companyId, positive } of opinions) {
      this.#db.run(
        `INSERT INTO opinion (user_id, smart_list_id, company_id, positive) VALUES (?, ?, ?, ?)
         ON CONFLICT (smart_list_id, company_id) DO UPDATE SET positive = excluded.positive`,
        userId,
        id,
        companyId,
        Number(positive),
      );
    }
  }

  #freePicksName(userId: number): string {
    const taken = new Set(
      this.#db.column(text, `SELECT name FROM smart_list WHERE user_id = ? AND deleted_at = ''`, userId),
    );
    let name = picksName;
    for (let number = 2; taken.has(name); number++) name = `${picksName} ${number}`;
    return name;
  }

  #unlessTaken<T>(work: () => T): T | NameTaken {
    return unlessTaken('name_taken', () => this.#db.transaction(work));
  }
}

/** A list that asks for what is in Watchlist, say, shows what was decided. */
function arrivalIn(db: StateDatabase, userId: number, filters: FilterSet): Arrival {
  const decided = filters.include.bookmarkList.length > 0 ? 'shown' : 'left_out';
  return { decided, known: knownLeftOut(db, userId, filters) };
}
