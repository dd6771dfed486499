import { integer, json, text, type Column } from '#node/rows.ts';
import { decisionFactsSchema, type DecisionFacts } from '#shared/domain/decisionFacts.ts';
import { decisionKindSchema, type DecisionKind } from '#shared/domain/ledger.ts';
import { backSchema, laterSchema, type Back, type Later } from '#shared/domain/later.ts';
import type { DecidedList } from '#shared/domain/listName.ts';
import type { AuditAct, AuditKind } from '#shared/domain/team.ts';
import type { BroughtBy, LedgerEvent, LedgerPlace, LedgerStore, Waiting } from '../port.ts';
import { listParameter, type Database, type Statements } from './database.ts';
import { leaveOutIfKnown } from './known.ts';
import { listColumn, listNumbers } from './lists.ts';
import { sameCompanies, sameCompany } from './sameCompany.ts';
import { familiesOf, hideSettled, settleShared } from './settlements.ts';

export const kindColumn: Column<DecisionKind> = (value) => decisionKindSchema.parse(value);
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

/** What brought an entry back, which its note has beside why. */
export const broughtByColumn = json((value): Partial<BroughtBy> => {
  const { kind, batchId } = Object(Reflect.get(Object(value), 'by')) as { kind?: unknown; batchId?: unknown };
  return kind === 'import' || kind === 'merge' ? { kind, batchId: integer(batchId) } : {};
});

/** That an event is about what a company is decided to be; there are notes and others besides. */
export const isDecision = `v.kind IN ('before', 'decided', 'reason', 'back')`;
/** That an event is the user's putting a company off. */
const isPutOff = `v.to_list = ${listNumbers.Later} AND v.kind NOT IN ('reason', 'back')`;

/** Events of those companies, `v`; their parameters are the company and the user. */
export const eventsOfSame = `FROM same s
  CROSS JOIN event v ON v.team_id = :team AND v.user_id = ? AND v.company_id = s.id`;

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
      back: backColumn(to === 'None' ? note : ''),
    }));
  }

  async waiting(only?: Pick<Waiting, 'userId' | 'companyId'>): Promise<Waiting[]> {
    const waiting = await this.#db.all(
      { userId: integer, companyId: integer, later: someLater },
      `SELECT user_id, company_id, MAX(later) AS later FROM entry
       WHERE team_id = :team AND list = ${listNumbers.Later} AND later <> ''
         ${only === undefined ? '' : 'AND user_id = ? AND company_id = ?'}
       GROUP BY user_id, company_id ORDER BY user_id, company_id`,
      ...(only === undefined ? [] : [only.userId, only.companyId]),
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
       WHERE ${isPutOff} ORDER BY v.seq DESC LIMIT 1`,
      companyId,
      userId,
    );
    return last ?? { fromList: 'None', facts: null };
  }

  async comeBack(
    userId: number,
    companyId: number,
    back: Back,
    now: string,
    by: BroughtBy | null = null,
  ): Promise<boolean> {
    return this.#db.sharing(companyId, async (db) => {
      const standing = await standingOf(db, userId, companyId);
      if (standing?.list !== listNumbers.Later) return false;
      const note = JSON.stringify(by === null ? back : { ...back, by });
      await standByItself(db, userId, companyId, { ...undecided, back: note, entryId: standing.entryId }, now);
      return true;
    });
  }

  async waitAgain(batchId: number, now: string): Promise<number> {
    const back = await this.#db.all(
      { userId: integer, companyId: integer, back: broughtByColumn },
      `SELECT DISTINCT user_id, company_id, back FROM entry WHERE team_id = :team AND back <> ''
       ORDER BY user_id, company_id`,
    );
    let waiting = 0;
    for (const { userId, companyId, back: by } of back) {
      if (by.batchId === batchId && (await this.#putOffAgain(userId, companyId, batchId, now))) waiting += 1;
    }
    return waiting;
  }

  async broughtBack(userId: number, batchId: number): Promise<{ companyId: number; why: Back['why'] }[]> {
    const rows = await this.#db.all(
      { companyId: integer, why: someBack, by: broughtByColumn },
      `SELECT v.company_id, v.note AS why, v.note AS by FROM event v
       WHERE v.team_id = :team AND v.user_id = ? AND v.kind = 'back' AND v.to_list = ${listNumbers.None}
       ORDER BY v.seq`,
      userId,
    );
    const theirs = rows.filter(({ by }) => by.batchId === batchId && batchId > 0);
    return [...new Map(theirs.map(({ companyId, why: { why } }) => [companyId, { companyId, why }])).values()];
  }

  /** Puts a company off as it was before that batch brought it back; false where it is decided by now. */
  async #putOffAgain(userId: number, companyId: number, batchId: number, now: string): Promise<boolean> {
    return this.#db.sharing(companyId, async (db) => {
      const standing = await standingOf(db, userId, companyId);
      if (standing === undefined || standing.back === '') return false;
      if (broughtByColumn(standing.back).batchId !== batchId) return false;
      const cameBack = await db.number(
        `${sameCompany} SELECT v.seq ${eventsOfSame}
         WHERE v.kind = 'back' AND v.to_list = ${listNumbers.None} ORDER BY v.seq DESC LIMIT 1`,
        companyId,
        userId,
      );
      const was = await toldOf(db, userId, companyId, cameBack);
      if (was.list !== listNumbers.Later) return false;
      await standByItself(db, userId, companyId, was, now);
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

/**
 * `left_out` of an entry of “My picks” that is there for a decision that was undone: no list shows it until it is
 * decided anew. The app may still name it by its id.
 */
export const takenBack = 4;

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
  /** An undo made the decision: what it took back is no step of the way to it (`undo.ts`). */
  readonly isUndo?: boolean;
  readonly facts: DecisionFacts | null;
  /** The team may read what it says in `note`; else its author alone. */
  readonly isForTeam?: boolean;
}

/** What stands in place of a note's id in an event that an undo made. */
export const undoMark = 'undo';

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
    event.noteId ?? (event.isUndo === true ? undoMark : ''),
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
       left_out = CASE WHEN left_out = ${takenBack} AND NOT (? > 0 AND id = ?) THEN left_out
         WHEN ? = 1 OR (? = 0 AND id = ?) OR (? > 0 AND left_out >= 3) THEN 0 ELSE left_out END
     WHERE team_id = :team AND user_id = ? AND company_id = ?`,
    list,
    later,
    back,
    decidedAt,
    reason,
    entryId,
    seq,
    list,
    entryId,
    Number(showsAll),
    list,
    entryId,
    list,
    userId,
    companyId,
  );
  if (showsAll) await leaveOutIfKnown(db, userId, companyId);
}

/** Writes what has become of a company without its user, and gives it to their entries. */
async function standByItself(
  db: Statements,
  userId: number,
  companyId: number,
  standing: Standing,
  now: string,
): Promise<void> {
  const { list, later, back, reason, entryId } = standing;
  const isLater = list === listNumbers.Later;
  const seq = await record(db, {
    kind: 'back',
    userId,
    companyId,
    entryId,
    smartListId: await db.number('SELECT smart_list_id FROM entry WHERE team_id = :team AND id = ?', entryId),
    from: isLater ? listNumbers.None : listNumbers.Later,
    to: list,
    reason,
    at: now,
    requestKey: '',
    note: isLater ? later : back,
    facts: null,
  });
  await stand(db, userId, companyId, { ...standing, seq });
  const families = await familiesOf(db, userId, companyId);
  await settleShared(db, families, { userId, companyId, list, seq });
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

/** What the ledger says, or said before an event, is decided about a company and those that were merged into it. */
async function toldOf(
  db: Statements,
  userId: number,
  companyId: number,
  before = Number.MAX_SAFE_INTEGER,
): Promise<Standing> {
  const last = await db.get(
    standingRow,
    `${sameCompany} SELECT v.seq, v.kind, v.to_list AS list, v.at AS decided_at, v.entry_id, v.note ${eventsOfSame}
     WHERE ${isDecision} AND v.kind <> 'reason' AND v.seq < ? ORDER BY v.seq DESC LIMIT 1`,
    companyId,
    userId,
    before,
  );
  if (last === undefined) return undecided;
  const reason = await db.number(
    // Of companies that were merged, one may have been given a reason for a decision that the other's replaced.
    `${sameCompany} SELECT v.reason ${eventsOfSame}
     WHERE v.seq >= ? AND v.seq < ? AND v.to_list = ? ORDER BY v.seq DESC LIMIT 1`,
    companyId,
    userId,
    last.seq,
    before,
    last.list,
  );
  const { seq, kind, list, entryId, note } = last;
  const [later, back] = [list === listNumbers.Later ? note : '', list === listNumbers.None ? note : ''];
  // What waits again was put off when its user did that.
  const putOffAt = kind === 'back' && later !== '' ? await putOffAtOf(db, userId, companyId, before) : '';
  const decidedAt = list === listNumbers.None ? '' : putOffAt || last.decidedAt;
  return { list, later, back, decidedAt, reason, entryId, seq };
}

/** When a user put a company off last, before an event; `''` if they never did. */
async function putOffAtOf(db: Statements, userId: number, companyId: number, before: number): Promise<string> {
  const [at = ''] = await db.column(
    text,
    `${sameCompany} SELECT v.at ${eventsOfSame} WHERE ${isPutOff} AND v.seq < ? ORDER BY v.seq DESC LIMIT 1`,
    companyId,
    userId,
    before,
  );
  return at;
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
