import { integer, json, text } from '#node/rows.ts';
import type { MergeNote, MergeStore } from '../port.ts';
import { listParameter, type Database, type SqlValue, type Statements } from './database.ts';
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
  arrival: integer,
};
const entryColumns =
  'id, user_id, smart_list_id, company_id, list, decision, score, top_match, week, added_at, decided_at, ' +
  'reason, left_out, later, back, came, arrival';
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

/** Merges of companies, in SQL. */
export class SqlMerges implements MergeStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async begin(kept: number, gone: number): Promise<void> {
    await this.#db.run(
      `INSERT INTO merge_note (team_id, gone, kept, done, place)
       VALUES (:team, ?, ?, '', (SELECT COALESCE(MAX(place), 0) + 1 FROM merge_note WHERE team_id = :team))
       ON CONFLICT (team_id, gone) DO UPDATE SET kept = excluded.kept, done = '', place = excluded.place`,
      gone,
      kept,
    );
  }

  async notes(): Promise<MergeNote[]> {
    const rows = await this.#db.all(
      { gone: integer, kept: integer, done: text },
      'SELECT gone, kept, done FROM merge_note WHERE team_id = :team ORDER BY place, gone',
    );
    return rows.map(({ gone, kept, done }) => ({ gone, kept, isDone: done !== '' }));
  }

  async apply({ gone, kept }: Pick<MergeNote, 'gone' | 'kept'>): Promise<void> {
    await this.#db.transaction(async (db) => {
      const ofGone = 'FROM known_row WHERE team_id = :team AND company_id = ? AND company_id > 0';
      const movedKnown = await db.column(integer, `SELECT id ${ofGone} ORDER BY id`, gone);
      const done: Done = { movedEntries: [], movedItems: [], entries: [], items: [], movedKnown };
      await rename(db, 'known_row', movedKnown, kept);
      for (const entry of await entriesOf(db, 'company_id = ?', gone)) await moveEntry(db, entry, kept, done);
      for (const item of await itemsOf(db, gone)) await moveItem(db, item, kept, done);
      const note = 'UPDATE merge_note SET done = ? WHERE team_id = :team AND gone = ?';
      await db.run(note, JSON.stringify(done), gone);
      // The later decision counts.
      await settle(db, kept);
      await leaveOutKnownOf(db, kept);
    });
  }

  async revert(gone: number): Promise<void> {
    await this.#db.transaction(async (db) => {
      const note = await db.get(
        { kept: integer, done: text },
        'SELECT kept, done FROM merge_note WHERE team_id = :team AND gone = ?',
        gone,
      );
      await db.run('DELETE FROM merge_note WHERE team_id = :team AND gone = ?', gone);
      if (note === undefined || note.done === '') return;
      const { movedEntries, movedItems, entries, items, movedKnown = [] } = doneColumn(note.done);
      await rename(db, 'entry', movedEntries, gone, note.kept);
      await rename(db, 'collection_item', movedItems, gone, note.kept);
      await rename(db, 'known_row', movedKnown, gone, note.kept);
      for (const entry of entries) {
        await restore(db, 'entry', entryColumns, { owner: 'smart_list', id: entry.smartListId }, entry);
      }
      for (const item of items) {
        await restore(db, 'collection_item', itemColumns, { owner: 'collection', id: item.collectionId }, item);
      }
      // What was decided since then is the kept company's.
      for (const companyId of [note.kept, gone]) await settle(db, companyId);
      for (const companyId of [note.kept, gone]) await leaveOutKnownOf(db, companyId);
    });
  }

  async apart(): Promise<(readonly [number, number])[]> {
    const pairs = 'SELECT a, b FROM apart WHERE team_id = :team ORDER BY a, b';
    return (await this.#db.all({ a: integer, b: integer }, pairs)).map(({ a, b }) => [a, b] as const);
  }

  async setApart(ids: readonly [number, number], isApart: boolean): Promise<void> {
    const [a, b] = ids.toSorted((one, other) => one - other) as [number, number];
    const part = 'INSERT INTO apart (team_id, a, b) VALUES (:team, ?, ?) ON CONFLICT DO NOTHING';
    const join = 'DELETE FROM apart WHERE team_id = :team AND a = ? AND b = ?';
    await this.#db.run(isApart ? part : join, a, b);
  }

  async keepApart(pairs: readonly (readonly [number, number])[]): Promise<void> {
    if (pairs.length === 0) return;
    const ordered = pairs.map((pair) => pair.toSorted((one, other) => one - other));
    await this.#db.run(
      `INSERT INTO apart (team_id, a, b)
       SELECT :team, CAST(s.value ->> 0 AS BIGINT), CAST(s.value ->> 1 AS BIGINT)
       FROM records(?) s WHERE true ON CONFLICT DO NOTHING`,
      listParameter(ordered),
    );
  }
}

const doneColumn = json((value) => value as Done);

/** Gives rows another company; with `from`, those that still have that one. */
async function rename(db: Statements, table: string, ids: readonly number[], to: number, from?: number): Promise<void> {
  const still = from === undefined ? '' : ' AND company_id = ?';
  await db.run(
    `UPDATE ${table} SET company_id = ? WHERE team_id = :team AND id IN (SELECT value FROM ids(?))${still}`,
    to,
    listParameter(ids),
    ...(from === undefined ? [] : [from]),
  );
}

async function moveEntry(db: Statements, entry: Entry, kept: number, done: Done): Promise<void> {
  const [there] = await entriesOf(db, 'smart_list_id = ? AND company_id = ?', entry.smartListId, kept);
  if (there === undefined) {
    await rename(db, 'entry', [entry.id], kept);
    done.movedEntries.push(entry.id);
    return;
  }
  await db.run('DELETE FROM entry WHERE team_id = :team AND id = ?', entry.id);
  done.entries.push(entry);
}

async function moveItem(db: Statements, item: Item, kept: number, done: Done): Promise<void> {
  const isThere = await db.has(
    'SELECT 1 FROM collection_item WHERE team_id = :team AND collection_id = ? AND company_id = ?',
    item.collectionId,
    kept,
  );
  if (isThere) {
    await db.run('DELETE FROM collection_item WHERE team_id = :team AND id = ?', item.id);
    done.items.push(item);
  } else {
    await rename(db, 'collection_item', [item.id], kept);
    done.movedItems.push(item.id);
  }
}

/** Puts a row back, if the list or collection that it was in is still there. */
async function restore(
  db: Statements,
  table: string,
  columns: string,
  { owner, id }: { readonly owner: string; readonly id: number },
  row: Entry | Item,
): Promise<void> {
  if (!(await db.has(`SELECT 1 FROM ${owner} WHERE team_id = :team AND id = ?`, id))) return;
  const values: SqlValue[] = Object.values(row);
  // A row that an earlier version took down lacks the newest columns.
  const names = columns.split(', ').slice(0, values.length);
  const places = values.map(() => '?').join(', ');
  await db.run(
    `INSERT INTO ${table} (team_id, ${names.join(', ')}) VALUES (:team, ${places}) ON CONFLICT DO NOTHING`,
    ...values,
  );
}

function entriesOf(db: Statements, where: string, ...values: number[]): Promise<Entry[]> {
  return db.all(
    entryShape,
    `SELECT ${entryColumns} FROM entry WHERE team_id = :team AND ${where} ORDER BY id`,
    ...values,
  );
}

function itemsOf(db: Statements, companyId: number): Promise<Item[]> {
  return db.all(
    itemShape,
    `SELECT ${itemColumns} FROM collection_item WHERE team_id = :team AND company_id = ? ORDER BY id`,
    companyId,
  );
}
