import { integer, json, text, type Column } from '#node/rows.ts';
import {
  decisionFactsSchema,
  decisionKindSchema,
  type DecisionFacts,
  type DecisionKind,
} from '#shared/domain/ledger.ts';
import type { LedgerEvent, LedgerStore } from '../port.ts';
import { idsParameter, type StateDatabase } from './database.ts';
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
  facts: factsColumn,
};
const columns = 'v.seq, v.at, v.kind, v.company_id, v.smart_list_id, v.from_list, v.to_list, v.reason, v.facts';

/** A company and those that were merged into it, as rows `(id)` of `same`; its parameter is the company. */
const sameCompany = `WITH RECURSIVE same (id) AS (
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
      `${sameCompany} SELECT ${columns} FROM same s JOIN event v ON v.user_id = ? AND v.company_id = s.id
       ORDER BY v.seq`,
      companyId,
      userId,
    );
    return rows.map(({ fromList, toList, ...row }) => ({ ...row, from: fromList, to: toList }));
  }

  async everKept(userId: number, companyIds: readonly number[]): Promise<number[]> {
    return this.#db.column(
      integer,
      `SELECT DISTINCT v.company_id FROM json_each(?) c
       JOIN event v ON v.user_id = ? AND v.company_id = c.value
       WHERE v.to_list IN (${listNumbers.Watchlist}, ${listNumbers.Opportunities})`,
      idsParameter(companyIds),
      userId,
    );
  }
}

/** What is decided about a company: `list` by its number, and the entry that the decision was made in. */
export interface Standing {
  readonly list: number;
  readonly decidedAt: string;
  readonly reason: number;
  readonly entryId: number;
}

/** A decision to be written: the entry it is made in, as it was before. */
export interface NewEvent {
  readonly kind: DecisionKind;
  readonly userId: number;
  readonly companyId: number;
  readonly entryId: number;
  readonly smartListId: number;
  readonly from: number;
  readonly to: number;
  readonly reason: number;
  readonly at: string;
  readonly requestKey: string;
  readonly facts: DecisionFacts | null;
}

/** Writes an event, in the transaction of what it is about. */
export function record(db: StateDatabase, event: NewEvent): void {
  db.run(
    `INSERT INTO event (at, user_id, kind, company_id, entry_id, smart_list_id, from_list, to_list, reason,
       request_key, facts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    event.at,
    event.userId,
    event.kind,
    event.companyId,
    event.entryId,
    event.smartListId,
    event.from,
    event.to,
    event.reason,
    event.requestKey,
    event.facts === null ? '' : JSON.stringify(event.facts),
  );
}

/**
 * Gives every entry that a user has of a company its one decision, also those of deleted lists. Where it is undecided
 * again, lists show it that had left it out.
 */
export function stand(
  db: StateDatabase,
  userId: number,
  companyId: number,
  { list, decidedAt, reason, entryId }: Standing,
): void {
  db.run(
    `UPDATE entry SET list = ?, decided_at = ?, reason = ?,
       decision = CASE id WHEN ? THEN (SELECT value FROM decision_counter) ELSE 0 END,
       left_out = CASE ? WHEN 0 THEN 0 ELSE left_out END
     WHERE user_id = ? AND company_id = ?`,
    list,
    decidedAt,
    reason,
    entryId,
    list,
    userId,
    companyId,
  );
}

const standingRow = { seq: integer, list: integer, decidedAt: text, entryId: integer };

/**
 * Makes entries what the ledger says of a company and of those that were merged into it. To be called in the
 * transaction in which entries of the company have come from elsewhere.
 */
export function settle(db: StateDatabase, companyId: number): void {
  for (const userId of db.column(integer, 'SELECT DISTINCT user_id FROM entry WHERE company_id = ?', companyId)) {
    const ofSame = 'FROM same s JOIN event v ON v.user_id = ? AND v.company_id = s.id';
    const last = db.get(
      standingRow,
      `${sameCompany} SELECT v.seq, v.to_list AS list, v.at AS decided_at, v.entry_id ${ofSame}
       WHERE v.kind <> 'reason' ORDER BY v.seq DESC LIMIT 1`,
      companyId,
      userId,
    );
    if (last === undefined) {
      stand(db, userId, companyId, { list: 0, decidedAt: '', reason: 0, entryId: 0 });
      continue;
    }
    const reason = db.number(
      `${sameCompany} SELECT v.reason ${ofSame} WHERE v.seq >= ? ORDER BY v.seq DESC LIMIT 1`,
      companyId,
      userId,
      last.seq,
    );
    const { list, entryId } = last;
    stand(db, userId, companyId, { list, decidedAt: list === 0 ? '' : last.decidedAt, reason, entryId });
  }
}

/** What the user has decided about a company by now; undefined where it is undecided. */
export function standingOf(db: StateDatabase, userId: number, companyId: number): Standing | undefined {
  return db.get(
    { list: integer, decidedAt: text, reason: integer, entryId: integer },
    `SELECT list, decided_at, reason, id AS entry_id FROM entry WHERE user_id = ? AND company_id = ? AND list > 0
     ORDER BY decision DESC LIMIT 1`,
    userId,
    companyId,
  );
}

/** The reason that a company had when it was last in a list. */
export function lastReason(db: StateDatabase, userId: number, companyId: number, list: number): number {
  return db.number(
    `${sameCompany} SELECT v.reason FROM same s JOIN event v ON v.user_id = ? AND v.company_id = s.id
     WHERE v.to_list = ? ORDER BY v.seq DESC LIMIT 1`,
    companyId,
    userId,
    list,
  );
}
