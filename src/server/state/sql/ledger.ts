import { integer, json, text, type Column } from '#node/rows.ts';
import { decisionFactsSchema, type DecisionFacts } from '#shared/domain/decisionFacts.ts';
import { decisionKindSchema, type DecisionKind } from '#shared/domain/ledger.ts';
import { backSchema, laterSchema, type Back, type Later } from '#shared/domain/later.ts';
import type { DecidedList } from '#shared/domain/listName.ts';
import type { AuditAct, AuditKind } from '#shared/domain/team.ts';
import type { LedgerEvent, LedgerPlace, LedgerStore, Waiting } from '../port.ts';
import { listParameter, type Database, type Statements } from './database.ts';
import { leaveOutIfKnown } from './known.ts';
import { listColumn, listNumbers } from './lists.ts';
import { sameCompanies, sameCompany } from './sameCompany.ts';
import { familiesOf, hideSettled, settleShared } from './settlements.ts';

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

/** That an event is about what a company is decided to be; there are notes and others besides. */
const isDecision = `v.kind IN ('before', 'decided', 'reason', 'back')`;

/** Events of those companies, `v`; their parameters are the company and the user. */
const eventsOfSame = `FROM same s CROSS JOIN event v ON v.team_id = :team AND v.user_id = ? AND v.company_id = s.id`;

/** The ledger in SQL. */
export class SqlLedger implements LedgerStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async ofCompany(userId: number, companyId: number): Promise<LedgerEvent[]> {
    const rows = await this.#db.all(
      eventRow,
      `${sameCompany} SELECT ${columns} ${eventsOfSame} WHERE ${isDecision} ORDER BY v.seq`,
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
    const waiting = await this.#db.all(
      { userId: integer, companyId: integer, later: someLater },
      `SELECT user_id, company_id, MAX(later) AS later FROM entry
       WHERE team_id = :team AND list = ${listNumbers.Later} AND later <> ''
       GROUP BY user_id, company_id ORDER BY user_id, company_id`,
    );
    const all: Waiting[] = [];
    for (const each of waiting) all.push({ ...each, ...(await this.#putOff(each.userId, each.companyId)) });
    return all;
  }

  /** From which list a company was put off last, and what was known of it then, or of one that was merged into it. */
  async #putOff(userId: number, companyId: number): Promise<Pick<Waiting, 'fromList' | 'facts'>> {
    const last = await this.#db.get(
      { fromList: listColumn, facts: factsColumn },
      `${sameCompany} SELECT v.from_list, v.facts ${eventsOfSame}
       WHERE v.to_list = ${listNumbers.Later} AND v.kind <> 'reason' ORDER BY v.seq DESC LIMIT 1`,
      companyId,
      userId,
    );
    return last ?? { fromList: 'None', facts: null };
  }

  async comeBack(userId: number, companyId: number, back: Back, now: string): Promise<boolean> {
    return this.#db.sharing(companyId, async (db) => {
      const standing = await standingOf(db, userId, companyId);
      if (standing?.list !== listNumbers.Later) return false;
      const { entryId } = standing;
      const note = JSON.stringify(back);
      const seq = await record(db, {
        kind: 'back',
        userId,
        companyId,
        entryId,
        smartListId: await db.number('SELECT smart_list_id FROM entry WHERE team_id = :team AND id = ?', entryId),
        from: listNumbers.Later,
        to: listNumbers.None,
        reason: 0,
        at: now,
        requestKey: '',
        note,
        facts: null,
      });
      const undone = { list: 0, later: '', back: note, decidedAt: '', reason: 0, entryId, seq };
      await stand(db, userId, companyId, undone);
      const families = await familiesOf(db, userId, companyId);
      await settleShared(db, families, { userId, companyId, list: 0, seq });
      return true;
    });
  }

  async everKept(userId: number, companyIds: readonly number[]): Promise<number[]> {
    return this.#db.column(
      integer,
      `SELECT DISTINCT v.company_id FROM ids(?) c
       CROSS JOIN event v ON v.team_id = :team AND v.user_id = ? AND v.company_id = c.value
       WHERE v.to_list IN (${listNumbers.Watchlist}, ${listNumbers.Opportunities})`,
      listParameter(companyIds),
      userId,
    );
  }

  async place(): Promise<LedgerPlace> {
    return this.#db.number('SELECT COALESCE(MAX(seq), 0) FROM event WHERE team_id = :team');
  }

  async cameInto(userId: number, list: DecidedList, after: LedgerPlace): Promise<number[]> {
    return this.#db.column(
      integer,
      // By their numbers, with the + before the user's: those after the place are few, the user's are all there are.
      `WITH RECURSIVE up (id) AS (
         SELECT company_id FROM event
         WHERE team_id = :team AND +user_id = ? AND seq > ? AND to_list = ? AND from_list <> to_list AND kind <> 'note'
         UNION SELECT m.kept FROM up JOIN merge_note m ON m.team_id = :team AND m.gone = up.id AND m.done <> '')
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
  /** The event that says so; 0 for none. */
  readonly seq: number;
}

/** Of a company that nothing was decided about. */
export const undecided: Standing = { list: 0, later: '', back: '', decidedAt: '', reason: 0, entryId: 0, seq: 0 };

/** A decision to be written: the entry it is made in, as it was before. Of a note there is no entry: 0. */
export interface NewEvent {
  readonly kind: DecisionKind | AuditKind;
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
  /** The team may read what it says in `note`; else its author alone. */
  readonly isForTeam?: boolean;
}

/** Writes an event, in the transaction of what it is about. Returns its number. */
export function record(db: Statements, event: NewEvent): Promise<number> {
  return db.insert(
    `INSERT INTO event (team_id, at, user_id, kind, company_id, entry_id, smart_list_id, from_list, to_list, reason,
       note, request_key, facts, note_id, audience)
     VALUES (:team, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
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
    event.isForTeam === true ? 'team' : '',
  );
}

/** Writes what is no decision: what was done, and in JSON whatever there is to say of it. */
export function recordAct(
  db: Statements,
  act: AuditAct & {
    readonly userId: number;
    readonly at: string;
    readonly companyId?: number;
    readonly smartListId?: number;
    readonly isForTeam?: boolean;
  },
): Promise<number> {
  const { kind, userId, at, detail, companyId = 0, smartListId = 0, isForTeam = false } = act;
  const nothing = { entryId: 0, from: 0, to: 0, reason: 0, requestKey: '', facts: null };
  return record(db, { ...nothing, kind, userId, companyId, smartListId, at, note: JSON.stringify(detail), isForTeam });
}

/**
 * Gives every entry that a user has of a company its one decision, also those of deleted lists. Lists that had left it
 * out show it where the user has set it back to undecided, and not where it came back by itself. Nobody else's decision
 * hides what the user has decided (`hideSettled`).
 */
export async function stand(
  db: Statements,
  userId: number,
  companyId: number,
  { list, later, back, decidedAt, reason, entryId, seq }: Standing,
): Promise<void> {
  const showsAll = list === 0 && back === '';
  await db.run(
    `UPDATE entry SET list = ?, later = ?, back = ?, decided_at = ?, reason = ?,
       decision = CASE id WHEN ? THEN CAST(? AS BIGINT) ELSE 0 END,
       left_out = CASE WHEN ? = 1 OR (? = 0 AND id = ?) OR (? > 0 AND left_out = 3) THEN 0 ELSE left_out END
     WHERE team_id = :team AND user_id = ? AND company_id = ?`,
    list,
    later,
    back,
    decidedAt,
    reason,
    entryId,
    seq,
    Number(showsAll),
    list,
    entryId,
    list,
    userId,
    companyId,
  );
  if (showsAll) await leaveOutIfKnown(db, userId, companyId);
}

const standingShape = {
  list: integer,
  later: text,
  back: text,
  decidedAt: text,
  reason: integer,
  entryId: integer,
  seq: integer,
};
const standingRow = { seq: integer, kind: kindColumn, list: integer, decidedAt: text, entryId: integer, note: text };

/**
 * Makes entries what the ledger says of a company and of those that were merged into it. To be called in the
 * transaction in which entries of the company have come from elsewhere.
 */
export async function settle(db: Statements, companyId: number): Promise<void> {
  const users = 'SELECT DISTINCT user_id FROM entry WHERE team_id = :team AND company_id = ?';
  for (const userId of await db.column(integer, users, companyId)) {
    await stand(db, userId, companyId, await toldOf(db, userId, companyId));
  }
  await hideSettled(db, { companyId });
}

/** What the ledger says is decided about a company and those that were merged into it. */
async function toldOf(db: Statements, userId: number, companyId: number): Promise<Standing> {
  const last = await db.get(
    standingRow,
    `${sameCompany} SELECT v.seq, v.kind, v.to_list AS list, v.at AS decided_at, v.entry_id, v.note ${eventsOfSame}
     WHERE ${isDecision} AND v.kind <> 'reason' ORDER BY v.seq DESC LIMIT 1`,
    companyId,
    userId,
  );
  if (last === undefined) return undecided;
  const reason = await db.number(
    // Of companies that were merged, one may have been given a reason for a decision that the other's replaced.
    `${sameCompany} SELECT v.reason ${eventsOfSame} WHERE v.seq >= ? AND v.to_list = ? ORDER BY v.seq DESC LIMIT 1`,
    companyId,
    userId,
    last.seq,
    last.list,
  );
  const { seq, kind, list, entryId, note } = last;
  const decidedAt = list === 0 ? '' : last.decidedAt;
  const [later, back] = [list === listNumbers.Later ? note : '', kind === 'back' ? note : ''];
  return { list, later, back, decidedAt, reason, entryId, seq };
}

/**
 * What holds for new entries of companies: what their other entries say, or without any the ledger, by company. Those
 * that nothing was decided about are not in it. A decision may outlive its entry, where that was another company's
 * again once a merge was undone.
 */
export async function standingsForNew(
  db: Statements,
  userId: number,
  companyIds: readonly number[],
): Promise<ReadonlyMap<number, Standing>> {
  const ids = listParameter(companyIds);
  const rows = await db.all(
    { companyId: integer, ...standingShape },
    `SELECT e.company_id, e.list, e.later, e.back, e.decided_at, e.reason, e.id AS entry_id, e.decision AS seq
     FROM ids(?) c CROSS JOIN entry e ON e.team_id = :team AND e.user_id = ? AND e.company_id = c.value
     WHERE e.list > 0 OR e.back <> '' ORDER BY e.decision`,
    ids,
    userId,
  );
  const standings = new Map(rows.map(({ companyId, ...standing }) => [companyId, standing]));
  const onlyTold = await db.column(
    integer,
    `${sameCompanies} SELECT DISTINCT s.shown
     FROM same s CROSS JOIN event v ON v.team_id = :team AND v.user_id = ? AND v.company_id = s.id
     WHERE ${isDecision} AND NOT EXISTS (SELECT 1 FROM entry e
       WHERE e.team_id = :team AND e.user_id = v.user_id AND e.company_id = s.shown)`,
    ids,
    userId,
  );
  for (const companyId of onlyTold) standings.set(companyId, await toldOf(db, userId, companyId));
  return standings;
}

/** What the user has decided about a company by now, or why it is back; undefined where neither. */
export function standingOf(db: Statements, userId: number, companyId: number): Promise<Standing | undefined> {
  return db.get(
    standingShape,
    `SELECT list, later, back, decided_at, reason, id AS entry_id, decision AS seq FROM entry
     WHERE team_id = :team AND user_id = ? AND company_id = ? AND (list > 0 OR back <> '')
     ORDER BY decision DESC LIMIT 1`,
    userId,
    companyId,
  );
}

/** The reason that a company had when it was last in a list. */
export function lastReason(db: Statements, userId: number, companyId: number, list: number): Promise<number> {
  return db.number(
    `${sameCompany} SELECT v.reason ${eventsOfSame}
     WHERE v.to_list = ? ORDER BY v.seq DESC LIMIT 1`,
    companyId,
    userId,
    list,
  );
}

/**
 * How a company was put off last, in JSON; where it is put off now, how it was before that. `''` if it never was.
 */
export async function lastLater(db: Statements, userId: number, companyId: number, isLater: boolean): Promise<string> {
  const [note = ''] = await db.column(
    text,
    `${sameCompany} SELECT v.note ${eventsOfSame}
     WHERE v.to_list = ${listNumbers.Later} AND v.kind <> 'reason' ORDER BY v.seq DESC LIMIT 1 OFFSET ?`,
    companyId,
    userId,
    Number(isLater),
  );
  return note;
}
