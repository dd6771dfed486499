import { integer, json, text, type Column } from '#node/rows.ts';
import { decisionFactsSchema, type DecisionFacts } from '#shared/domain/decisionFacts.ts';
import { decisionKindSchema, type DecisionKind } from '#shared/domain/ledger.ts';
import { backSchema, laterSchema, type Back, type Later } from '#shared/domain/later.ts';
import type { DecidedList } from '#shared/domain/listName.ts';
import type { LedgerEvent, LedgerPlace, LedgerStore, Waiting } from '../port.ts';
import { idsParameter, type StateDatabase } from './database.ts';
import { leaveOutIfKnown } from './known.ts';
import { listColumn, listNumbers } from './schema.ts';

const kindColumn: Column<DecisionKind> = (value) => decisionKindSchema.parse(value);
const someFacts = json((value) => decisionFactsSchema.parse(value));
const factsColumn: Column<DecisionFacts | null> = (value) => (value === '' ? null : someFacts(value));

const eventRow = {
  seq: integer,
  at: text,
  kind: kindColumn,
  companyId: integer,
  smartListId: integer,
  fromList: listColumn,
  toList: listColumn,
  reason: integer,
  note: text,
  facts: factsColumn,
};
const columns = 'v.seq, v.at, v.kind, v.company_id, v.smart_list_id, v.from_list, v.to_list, v.reason, v.note, v.facts';

const someLater = json((value) => laterSchema.parse(value));
/** Until when an entry is put off. */
export const laterColumn: Column<Later | null> = (value) => (value === '' ? null : someLater(value));
const someBack = json((value) => backSchema.parse(value));
/** Why an entry came back. */
export const backColumn: Column<Back | null> = (value) => (value === '' ? null : someBack(value));

/**
 * A company and those that were merged into it, as rows `(id)` of `same`; its parameter is the company. What is joined
 * to it is joined by CROSS JOIN: SQLite may not begin with all that the user has.
 */
export const sameCompany = `WITH RECURSIVE same (id) AS (
  SELECT ? UNION SELECT m.gone FROM merge_note m JOIN same s ON m.kept = s.id WHERE m.done <> '')`;

/** The ledger in SQLite. */
export class SqliteLedger implements LedgerStore {
  readonly #db: StateDatabase;

  constructor(db: StateDatabase) {
    this.#db = db;
  }

  async ofCompany(userId: number, companyId: number): Promise<LedgerEvent[]> {
    const rows = this.#db.all(
      eventRow,
      `${sameCompany} SELECT ${columns} FROM same s CROSS JOIN event v ON v.user_id = ? AND v.company_id = s.id
       WHERE v.kind <> 'note' ORDER BY v.seq`,
      companyId,
      userId,
    );
    return rows.map(({ fromList: from, toList: to, note, ...row }) => ({
      ...row,
      from,
      to,
      later: laterColumn(to === 'Later' ? note : ''),
      back: backColumn(row.kind === 'back' ? note : ''),
    }));
  }

  async waiting(): Promise<Waiting[]> {
    const waiting = this.#db.all(
      { userId: integer, companyId: integer, later: someLater },
      `SELECT user_id, company_id, later FROM entry WHERE list = ${listNumbers.Later} AND later <> ''
       GROUP BY user_id, company_id`,
    );
    return waiting.map((each) => ({ ...each, ...this.#putOff(each.userId, each.companyId) }));
  }

  /** From which list a company was put off last, and what was known of it then, or of one that was merged into it. */
  #putOff(userId: number, companyId: number): Pick<Waiting, 'fromList' | 'facts'> {
    const last = this.#db.get(
      { fromList: listColumn, facts: factsColumn },
      `${sameCompany} SELECT v.from_list, v.facts
       FROM same s CROSS JOIN event v ON v.user_id = ? AND v.company_id = s.id
       WHERE v.to_list = ${listNumbers.Later} AND v.kind <> 'reason' ORDER BY v.seq DESC LIMIT 1`,
      companyId,
      userId,
    );
    return last ?? { fromList: 'None', facts: null };
  }

  async comeBack(userId: number, companyId: number, back: Back, now: string): Promise<boolean> {
    return this.#db.transaction(() => {
      const standing = standingOf(this.#db, userId, companyId);
      if (standing?.list !== listNumbers.Later) return false;
      const { entryId } = standing;
      const note = JSON.stringify(back);
      record(this.#db, {
        kind: 'back',
        userId,
        companyId,
        entryId,
        smartListId: this.#db.number('SELECT smart_list_id FROM entry WHERE id = ?', entryId),
        from: listNumbers.Later,
        to: listNumbers.None,
        reason: 0,
        at: now,
        requestKey: '',
        note,
        facts: null,
      });
      stand(this.#db, userId, companyId, { list: 0, later: '', back: note, decidedAt: '', reason: 0, entryId });
      return true;
    });
  }

  async everKept(userId: number, companyIds: readonly number[]): Promise<number[]> {
    return this.#db.column(
      integer,
      `SELECT DISTINCT v.company_id FROM json_each(?) c
       CROSS JOIN event v ON v.user_id = ? AND v.company_id = c.value
       WHERE v.to_list IN (${listNumbers.Watchlist}, ${listNumbers.Opportunities})`,
      idsParameter(companyIds),
      userId,
    );
  }

  async place(): Promise<LedgerPlace> {
    return this.#db.number('SELECT COALESCE(MAX(seq), 0) FROM event');
  }

  async cameInto(userId: number, list: DecidedList, after: LedgerPlace): Promise<number[]> {
    return this.#db.column(
      integer,
      // By their numbers, with the + before the user's: those after the place are few, the user's are all there are.
      `WITH RECURSIVE up (id) AS (
         SELECT company_id FROM event
         WHERE +user_id = ? AND seq > ? AND to_list = ? AND from_list <> to_list AND kind <> 'note'
         UNION SELECT m.kept FROM up JOIN merge_note m ON m.gone = up.id AND m.done <> '')
       SELECT id FROM up`,
      userId,
      after,
      listNumbers[list],
    );
  }
}

/**
 * What is decided about a company: `list` by its number, and the entry that the decision was made in. `later` and
 * `back` in JSON, or `''`.
 */
export interface Standing {
  readonly list: number;
  readonly later: string;
  readonly back: string;
  readonly decidedAt: string;
  readonly reason: number;
  readonly entryId: number;
}

/** Of a company that nothing was decided about. */
const undecided: Standing = { list: 0, later: '', back: '', decidedAt: '', reason: 0, entryId: 0 };

/** A decision to be written: the entry it is made in, as it was before. Of a note there is no entry: 0. */
export interface NewEvent {
  readonly kind: DecisionKind | 'note';
  readonly userId: number;
  readonly companyId: number;
  readonly entryId: number;
  readonly smartListId: number;
  readonly from: number;
  readonly to: number;
  readonly reason: number;
  readonly at: string;
  readonly requestKey: string;
  /** Until when it is put off, or why it is back, in JSON; the text of a note. */
  readonly note: string;
  readonly noteId?: string;
  readonly facts: DecisionFacts | null;
}

/** Writes an event, in the transaction of what it is about. Returns its number. */
export function record(db: StateDatabase, event: NewEvent): number {
  return db.insert(
    `INSERT INTO event (at, user_id, kind, company_id, entry_id, smart_list_id, from_list, to_list, reason,
       note, request_key, facts, note_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    event.at,
    event.userId,
    event.kind,
    event.companyId,
    event.entryId,
    event.smartListId,
    event.from,
    event.to,
    event.reason,
    event.note,
    event.requestKey,
    event.facts === null ? '' : JSON.stringify(event.facts),
    event.noteId ?? '',
  );
}

/**
 * Gives every entry that a user has of a company its one decision, also those of deleted lists. Lists that had left it
 * out show it where the user has set it back to undecided, and not where it came back by itself.
 */
export function stand(
  db: StateDatabase,
  userId: number,
  companyId: number,
  { list, later, back, decidedAt, reason, entryId }: Standing,
): void {
  const showsAll = list === 0 && back === '';
  db.run(
    `UPDATE entry SET list = ?, later = ?, back = ?, decided_at = ?, reason = ?,
       decision = CASE id WHEN ? THEN (SELECT value FROM decision_counter) ELSE 0 END,
       left_out = CASE WHEN ? OR (? = 0 AND id = ?) THEN 0 ELSE left_out END
     WHERE user_id = ? AND company_id = ?`,
    list,
    later,
    back,
    decidedAt,
    reason,
    entryId,
    Number(showsAll),
    list,
    entryId,
    userId,
    companyId,
  );
  if (showsAll) leaveOutIfKnown(db, userId, companyId);
}

const standingRow = { seq: integer, kind: kindColumn, list: integer, decidedAt: text, entryId: integer, note: text };

/**
 * Makes entries what the ledger says of a company and of those that were merged into it. To be called in the
 * transaction in which entries of the company have come from elsewhere.
 */
export function settle(db: StateDatabase, companyId: number): void {
  for (const userId of db.column(integer, 'SELECT DISTINCT user_id FROM entry WHERE company_id = ?', companyId)) {
    stand(db, userId, companyId, toldOf(db, userId, companyId));
  }
}

/** What the ledger says is decided about a company and those that were merged into it. */
function toldOf(db: StateDatabase, userId: number, companyId: number): Standing {
  const ofSame = 'FROM same s CROSS JOIN event v ON v.user_id = ? AND v.company_id = s.id';
  const last = db.get(
    standingRow,
    `${sameCompany} SELECT v.seq, v.kind, v.to_list AS list, v.at AS decided_at, v.entry_id, v.note ${ofSame}
     WHERE v.kind NOT IN ('reason', 'note') ORDER BY v.seq DESC LIMIT 1`,
    companyId,
    userId,
  );
  if (last === undefined) return undecided;
  const reason = db.number(
    // Of companies that were merged, one may have been given a reason for a decision that the other's replaced.
    `${sameCompany} SELECT v.reason ${ofSame} WHERE v.seq >= ? AND v.to_list = ? ORDER BY v.seq DESC LIMIT 1`,
    companyId,
    userId,
    last.seq,
    last.list,
  );
  const { kind, list, entryId, note } = last;
  const decidedAt = list === 0 ? '' : last.decidedAt;
  const [later, back] = [list === listNumbers.Later ? note : '', kind === 'back' ? note : ''];
  return { list, later, back, decidedAt, reason, entryId };
}

/**
 * What holds for another entry of a company: what those say that it has, or without any the ledger. A decision may
 * outlive its entry, where that was another company's again once a merge was undone.
 */
export function standingForNew(db: StateDatabase, userId: number, companyId: number): Standing {
  const standing = standingOf(db, userId, companyId);
  if (standing !== undefined) return standing;
  const hasEntry = db.has('SELECT 1 FROM entry WHERE user_id = ? AND company_id = ?', userId, companyId);
  return hasEntry ? undecided : toldOf(db, userId, companyId);
}

/** What the user has decided about a company by now, or why it is back; undefined where neither. */
export function standingOf(db: StateDatabase, userId: number, companyId: number): Standing | undefined {
  return db.get(
    { list: integer, later: text, back: text, decidedAt: text, reason: integer, entryId: integer },
    `SELECT list, later, back, decided_at, reason, id AS entry_id FROM entry
     WHERE user_id = ? AND company_id = ? AND (list > 0 OR back <> '')
     ORDER BY decision DESC LIMIT 1`,
    userId,
    companyId,
  );
}

/** The reason that a company had when it was last in a list. */
export function lastReason(db: StateDatabase, userId: number, companyId: number, list: number): number {
  return db.number(
    `${sameCompany} SELECT v.reason FROM same s CROSS JOIN event v ON v.user_id = ? AND v.company_id = s.id
     WHERE v.to_list = ? ORDER BY v.seq DESC LIMIT 1`,
    companyId,
    userId,
    list,
  );
}

/**
 * How a company was put off last, in JSON; where it is put off now, how it was before that. `''` if it never was.
 */
export function lastLater(db: StateDatabase, userId: number, companyId: number, isLater: boolean): string {
  const [note = ''] = db.column(
    text,
    `${sameCompany} SELECT v.note FROM same s CROSS JOIN event v ON v.user_id = ? AND v.company_id = s.id
     WHERE v.to_list = ${listNumbers.Later} AND v.kind <> 'reason' ORDER BY v.seq DESC LIMIT 1 OFFSET ?`,
    companyId,
    userId,
    Number(isLater),
  );
  return note;
}
