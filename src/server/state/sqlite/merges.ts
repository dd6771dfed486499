import { integer, json, text } from '#node/rows.ts';
import type { MergeNote, MergeStore } from '../port.ts';
import type { StateDatabase } from './database.ts';
import { leaveOutKnownOf } from './known.ts';
import { settle } from './ledger.ts';

const entryShape = {
  id: integer,
  userId: integer,
  smartListId: integer,
  companyId: integer,
  list: integer,
  decision: integer,
  score: (value: unknown): number => Number(value),
  topMatch: integer,
  week: text,
  addedAt: text,
  decidedAt: text,
  reason: integer,
  leftOut: integer,
  later: text,
  back: text,
  came: text,
};
const entryColumns =
  'id, user_id, smart_list_id, company_id, list, decision, score, top_match, week, added_at, decided_at, ' +
  'reason, left_out, later, back, came';
const itemShape = { id: integer, collectionId: integer, companyId: integer, addedAt: text };
const itemColumns = 'id, collection_id, company_id, added_at';

type Entry = { readonly [C in keyof typeof entryShape]: ReturnType<(typeof entryShape)[C]> };
type Item = { readonly [C in keyof typeof itemShape]: ReturnType<(typeof itemShape)[C]> };

/** What was done with the lists' rows of the company that went, so that all of it can be undone. */
interface Done {
  /** Entries and items that name the kept company now. */
  readonly movedEntries: number[];
  readonly movedItems: number[];
  /** Those whose list or collection had the kept company already. */
  readonly entries: Entry[];
  readonly items: Item[];
  /** Rows of known companies that name the kept company now; an earlier version took none down. */
  readonly movedKnown?: number[];
}

/** Merges of companies, in SQLite. */
export class SqliteMerges implements MergeStore {
  readonly #db: StateDatabase;

  constructor(db: StateDatabase) {
    this.#db = db;
  }

  async begin(kept: number, gone: number): Promise<void> {
    this.#db.run(`INSERT OR REPLACE INTO merge_note (gone, kept, done) VALUES (?, ?, '')`, gone, kept);
  }

  async notes(): Promise<MergeNote[]> {
    return this.#db
      .all({ gone: integer, kept: integer, done: text }, 'SELECT gone, kept, done FROM merge_note ORDER BY rowid')
      .map(({ gone, kept, done }) => ({ gone, kept, isDone: done !== '' }));
  }

  async apply({ gone, kept }: Pick<MergeNote, 'gone' | 'kept'>): Promise<void> {
    this.#db.transaction(() => {
      const movedKnown = this.#db.column(
        integer,
        'SELECT id FROM known_row WHERE company_id = ? AND company_id > 0',
        gone,
      );
      const done: Done = { movedEntries: [], movedItems: [], entries: [], items: [], movedKnown };
      this.#db.run('UPDATE known_row SET company_id = ? WHERE company_id = ? AND company_id > 0', kept, gone);
      for (const entry of this.#entries('company_id = ?', gone)) this.#moveEntry(entry, kept, done);
      for (const item of this.#items(gone)) this.#moveItem(item, kept, done);
      this.#db.run('UPDATE merge_note SET done = ? WHERE gone = ?', JSON.stringify(done), gone);
      // The later decision counts.
      settle(this.#db, kept);
      leaveOutKnownOf(this.#db, kept);
    });
  }

  #moveEntry(entry: Entry, kept: number, done: Done): void {
    const [there] = this.#entries('smart_list_id = ? AND company_id = ?', entry.smartListId, kept);
    if (there === undefined) {
      this.#db.run('UPDATE entry SET company_id = ? WHERE id = ?', kept, entry.id);
      done.movedEntries.push(entry.id);
      return;
    }
    this.#db.run('DELETE FROM entry WHERE id = ?', entry.id);
    done.entries.push(entry);
  }

  #moveItem(item: Item, kept: number, done: Done): void {
    const isThere = this.#db.has(
      'SELECT 1 FROM collection_item WHERE collection_id = ? AND company_id = ?',
      item.collectionId,
      kept,
    );
    if (isThere) {
      this.#db.run('DELETE FROM collection_item WHERE id = ?', item.id);
      done.items.push(item);
    } else {
      this.#db.run('UPDATE collection_item SET company_id = ? WHERE id = ?', kept, item.id);
      done.movedItems.push(item.id);
    }
  }

  async revert(gone: number): Promise<void> {
    this.#db.transaction(() => {
      const [note] = this.#db.all(
        { kept: integer, done: json((value) => value as Done | null) },
        `SELECT kept, CASE done WHEN '' THEN 'null' ELSE done END AS done FROM merge_note WHERE gone = ?`,
        gone,
      );
      this.#db.run('DELETE FROM merge_note WHERE gone = ?', gone);
      if (note === undefined || note.done === null) return;
      const { movedEntries, movedItems, entries, items, movedKnown = [] } = note.done;
      const move = (table: string, ids: readonly number[]): void => {
        const moved = 'company_id = ? AND id IN (SELECT value FROM json_each(?))';
        this.#db.run(`UPDATE ${table} SET company_id = ? WHERE ${moved}`, gone, note.kept, JSON.stringify(ids));
      };
      move('entry', movedEntries);
      move('collection_item', movedItems);
      move('known_row', movedKnown);
      for (const entry of entries) this.#restore('entry', entryColumns, 'smart_list', entry.smartListId, entry);
      for (const item of items) this.#restore('collection_item', itemColumns, 'collection', item.collectionId, item);
      // What was decided since then is the kept company's.
      settle(this.#db, note.kept);
      settle(this.#db, gone);
      leaveOutKnownOf(this.#db, note.kept);
      leaveOutKnownOf(this.#db, gone);
    });
  }

  /** Puts a row back, if the list or collection that it was in is still there. */
  #restore(table: string, columns: string, owner: string, ownerId: number, row: Entry | Item): void {
    if (!this.#db.has(`SELECT 1 FROM ${owner} WHERE id = ?`, ownerId)) return;
    const values = Object.values(row);
    // A row that an earlier version took down lacks the newest columns.
    const names = columns.split(', ').slice(0, values.length);
    const places = values.map(() => '?').join(', ');
    this.#db.run(`INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${places})`, ...values);
  }

  async apart(): Promise<(readonly [number, number])[]> {
    return this.#db
      .all({ a: integer, b: integer }, 'SELECT a, b FROM apart ORDER BY a, b')
      .map(({ a, b }) => [a, b] as const);
  }

  async setApart(ids: readonly [number, number], isApart: boolean): Promise<void> {
    const [a, b] = ids.toSorted((one, other) => one - other) as [number, number];
    if (isApart) this.#db.run('INSERT OR IGNORE INTO apart (a, b) VALUES (?, ?)', a, b);
    else this.#db.run('DELETE FROM apart WHERE a = ? AND b = ?', a, b);
  }

  #entries(where: string, ...values: number[]): Entry[] {
    return this.#db.all(entryShape, `SELECT ${entryColumns} FROM entry WHERE ${where} ORDER BY id`, ...values);
  }

  #items(companyId: number): Item[] {
    return this.#db.all(
      itemShape,
      `SELECT ${itemColumns} FROM collection_item WHERE company_id = ? ORDER BY id`,
      companyId,
    );
  }
}
