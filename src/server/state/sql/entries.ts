import { integer, json, text, type Column } from '#node/rows.ts';
import { crossingSchema, type Crossing, type CrossingReason } from '#shared/domain/crossing.ts';
import type { Companions } from '#shared/domain/inboxEntry.ts';
import type { DecidedList, ListName } from '#shared/domain/listName.ts';
import type { Later } from '#shared/domain/later.ts';
import type {
  Added,
  Counted,
  DecidedSince,
  DecisionDetails,
  EntryRecord,
  EntryScope,
  EntryStore,
  EntrySurroundings,
  Idempotency,
  MoveOutcome,
  ReasonOutcome,
  Slice,
  EntrySeed,
  StandingDecision,
} from '../port.ts';
import { listParameter, type Database, type SqlValue, type Statements, type Transaction } from './database.ts';
import { knownChange, remember } from './idempotency.ts';
import { identify } from './identity.ts';
import {
  backColumn,
  laterColumn,
  record,
  stand,
  standingsForNew,
  takenBack,
  undecided,
  type NewEvent,
  type Standing,
} from './ledger.ts';
import { listColumn, listNumbers } from './lists.ts';
import { companionsOf, surroundingsOf } from './surroundings.ts';
import { before } from './undo.ts';
import {
  decidedSince,
  decideOtherwise,
  familiesOf,
  hideSettled,
  settleShared,
  settlementOf,
  type SettlementRow,
} from './settlements.ts';

/** Why a company matches the list that it did not match before. */
const someCrossing = json((value) => crossingSchema.parse(value));
/** Of which batch that is. */
const batchColumn = json((value) => integer(Reflect.get(Object(value), 'batchId')));
const cameColumn: Column<Crossing | null> = (value) => (value === '' ? null : someCrossing(value));

/** The columns of an entry, `e`, and their shape. */
export const entryColumns = `e.id, e.company_id, e.smart_list_id, e.list, e.decided_at, e.reason, e.later, e.back,
  e.came, e.arrival`;
export const entryRow = {
  id: integer,
  companyId: integer,
  smartListId: integer,
  list: listColumn,
  decidedAt: text,
  reason: integer,
  later: laterColumn,
  back: backColumn,
  came: cameColumn,
  arrival: integer,
};
const companionRow = { id: integer, companyId: integer, list: listColumn };
const decidedCountRow = { list: listColumn, companies: integer };
const keptLists = ['Watchlist', 'Opportunities'] as const;
const decisionCountsRow = { decided: integer, kept: integer };
const best = 'e.score DESC, e.company_id';
/** What came back by itself is to be decided again first. */
const backFirst = `e.back <> '' DESC`;

/**
 * Of several entries of one company in the same special list, the most recently decided stands for it (docs/api.md).
 */
const latestOfCompany = `NOT EXISTS (SELECT 1 FROM entry o
  WHERE o.team_id = :team AND o.user_id = e.user_id AND o.company_id = e.company_id
  AND o.list = e.list AND (o.decision > e.decision OR (o.decision = e.decision AND o.id > e.id)))`;

const standingRow = { companyId: integer, smartListId: integer, list: listColumn, decidedAt: text, reason: integer };
/** Of several entries of one company that is decided, the one that the decision was made in stands for it. */
const standsForCompany = `NOT EXISTS (SELECT 1 FROM entry o
  WHERE o.team_id = :team AND o.user_id = e.user_id AND o.company_id = e.company_id
  AND o.list > 0 AND (o.decision > e.decision OR (o.decision = e.decision AND o.id < e.id)))`;

/** Inbox entries in SQL. */
export class SqlEntries implements EntryStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async page(userId: number, scope: EntryScope, { offset, limit }: Slice): Promise<Counted<EntryRecord>> {
    const { where, values } = conditionOf(userId, scope);
    const { order, seen } = orderOf(scope);
    const across = scope.smartListId === undefined && !('companyId' in scope);
    const count = await this.#db.number(
      `SELECT COUNT(${across ? 'DISTINCT e.company_id' : '*'}) FROM entry e WHERE ${where}`,
      ...values,
    );
    const rows = await this.#db.all(
      entryRow,
      `SELECT ${entryColumns} FROM entry e
       WHERE ${where}${across ? ` AND ${latestOfCompany}` : ''}
       ORDER BY ${order} LIMIT ? OFFSET ?`,
      ...values,
      ...seen,
      limit,
      offset,
    );
    return { count, rows };
  }

  version(userId: number, scope: EntryScope): Promise<string> {
    const { where, values } = conditionOf(userId, scope);
    return this.#db.versionOf('e', `FROM entry e WHERE ${where}`, ...values);
  }

  async get(userId: number, id: number): Promise<EntryRecord | undefined> {
    return entryOf(this.#db, userId, id);
  }

  async companions(userId: number, entries: readonly EntryRecord[]): Promise<Map<number, Companions>> {
    // What was decided stays in the special lists when its smart list is deleted (docs/api.md).
    const rows = await this.#db.all(
      companionRow,
      `SELECT e.id, e.company_id, e.list FROM ids(?) c
       CROSS JOIN entry e ON e.team_id = :team AND e.user_id = ? AND e.company_id = c.value
       JOIN smart_list l ON l.team_id = :team AND l.id = e.smart_list_id AND (e.list > 0 OR l.deleted_at = '')
       ORDER BY e.id`,
      listParameter([...new Set(entries.map((entry) => entry.companyId))]),
      userId,
    );
    const byCompany = Map.groupBy(rows, (row) => row.companyId);
    return new Map(
      entries.map(({ id, companyId, list }) => {
        const others = (byCompany.get(companyId) ?? []).filter((row) => row.id !== id);
        return [id, companionsOf(list, others)];
      }),
    );
  }

  around(userId: number, entry: EntryRecord): Promise<EntrySurroundings> {
    return surroundingsOf(this.#db, userId, entry);
  }

  async findOrAdd(userId: number, smartListId: number, seed: EntrySeed, now: string): Promise<EntryRecord> {
    return this.#db.transaction(async (db) => {
      await addEntries(db, { userId, smartListId, now }, [seed], { decided: 'shown' });
      const entry = await db.get(
        entryRow,
        `SELECT ${entryColumns} FROM entry e
         WHERE e.team_id = :team AND e.user_id = ? AND e.smart_list_id = ? AND e.company_id = ?`,
        userId,
        smartListId,
        seed.companyId,
      );
      if (entry === undefined) throw new Error('The entry that was just added is not there.');
      return entry;
    });
  }

  async move(
    userId: number,
    id: number,
    list: ListName,
    now: string,
    idempotency: Idempotency | null,
    { facts: factsOf, seen = 0, ...how }: DecisionDetails = {},
  ): Promise<MoveOutcome> {
    const asked = await entryOf(this.#db, userId, id);
    if (asked === undefined) return { kind: 'missing' };
    const facts = (await factsOf?.(asked.companyId)) ?? null;
    return this.#db.sharing(asked.companyId, async (db) => {
      const [entry, known, role] = await Promise.all([
        claimedEntry(db, userId, asked),
        knownMove(db, userId, idempotency),
        roleIn(db, asked.smartListId),
      ]);
      if (entry === undefined) return { kind: 'missing' };
      if (known === 'key_reused') return { kind: 'key_reused' };
      if (known !== undefined) return { kind: 'repeated', entry: { ...entry, ...known } };
      if (role === 'reader' && entry.list !== list) return { kind: 'reader' };
      const families = await familiesOf(db, userId, entry.companyId);
      const answers = await answersTo(db, userId, entry, families, list);
      const unseen = unseenOf(answers, seen);
      if (unseen !== undefined) return { kind: 'settled', by: unseen };
      const decision = await decisionInto(db, userId, entry.companyId, list, how, now);
      const remembered = remember(db, userId, idempotency, { entryId: id, list: listNumber(list) }, now);
      if (entry.list === list && decision.later === noteOf(entry.later)) {
        await remembered;
        // It is there already, and is there for this reason from now on.
        const { reason } = decision;
        if (list === 'None' || reason === entry.reason) return { kind: 'moved', entry };
        return { kind: 'moved', entry: await withReason(db, userId, entry, reason, now, idempotency) };
      }
      const { reason, decidedAt, isUndo, later, back } = decision;
      const moved = { ...entry, list, reason, decidedAt, later: laterColumn(later), back: backColumn(back) };
      const details = { at: now, requestKey: idempotency?.key ?? '', facts, isUndo, later, back };
      const { companyId } = entry;
      const [seq] = await Promise.all([decide(db, userId, entry, moved, details), remembered]);
      if (decision.isFirst) await takeOutPick(db, entry);
      await otherwise(db, answers, moved, seq);
      await settleShared(db, families, { userId, companyId, list: listNumber(list), seq });
      return { kind: 'moved', entry: moved };
    });
  }

  async giveReason(
    userId: number,
    id: number,
    reason: number,
    now: string,
    idempotency: Idempotency | null,
  ): Promise<ReasonOutcome> {
    const asked = await entryOf(this.#db, userId, id);
    if (asked === undefined) return { kind: 'missing' };
    return this.#db.sharing(asked.companyId, async (db) => {
      const [entry, known] = await Promise.all([claimedEntry(db, userId, asked), knownMove(db, userId, idempotency)]);
      if (entry === undefined) return { kind: 'missing' };
      if (known === 'key_reused') return { kind: 'key_reused' };
      if (known !== undefined) return { kind: 'repeated', entry };
      if (entry.list === 'None') return { kind: 'undecided' };
      await remember(db, userId, idempotency, { entryId: id, list: listNumber(entry.list) }, now);
      if (entry.reason === reason) return { kind: 'moved', entry };
      return { kind: 'moved', entry: await withReason(db, userId, entry, reason, now, idempotency) };
    });
  }

  async companyIds(smartListId: number, which: 'all' | 'shown' | 'undecided' | 'left_out'): Promise<number[]> {
    const shown = ` AND e.left_out <= (${showsDecided})`;
    const isUndecided = ' AND e.list = 0 AND e.left_out = 0';
    const narrowed = { all: '', shown, undecided: isUndecided, left_out: ' AND e.left_out > 0' }[which];
    const select = `SELECT e.company_id FROM entry e WHERE e.team_id = :team AND e.smart_list_id = ?${narrowed}`;
    return this.#db.column(integer, select, smartListId, ...(which === 'shown' ? [smartListId] : []));
  }

  async bestUndecided(userId: number, smartListIds: readonly number[], most: number): Promise<Map<number, number[]>> {
    // A list in JSON for each smart list, so that the index gives its first ones and no others are read.
    const first = `'[' || COALESCE((SELECT string_agg(CAST(t.company_id AS text), ',') FROM (
      SELECT e.company_id FROM entry e
      WHERE e.team_id = :team AND e.smart_list_id = l.id AND e.list = 0 AND e.left_out <= l.shows_decided
      ORDER BY ${best} LIMIT ?) t), '') || ']'`;
    const rows = await this.#db.all(
      { smartListId: integer, companyId: integer },
      `SELECT l.id AS smart_list_id, b.value AS company_id
       FROM ids(?) c CROSS JOIN smart_list l ON l.team_id = :team AND l.id = c.value AND l.user_id = ?
       CROSS JOIN ids(${first}) b ON true
       ORDER BY c.key, b.key`,
      listParameter(smartListIds),
      userId,
      most,
    );
    const bySmartList = Map.groupBy(rows, ({ smartListId }) => smartListId);
    return new Map(smartListIds.map((id) => [id, (bySmartList.get(id) ?? []).map(({ companyId }) => companyId)]));
  }

  async cameBy(smartListId: number, batchId: number): Promise<number[]> {
    const rows = await this.#db.all(
      { companyId: integer, came: batchColumn },
      `SELECT company_id, came FROM entry WHERE team_id = :team AND smart_list_id = ? AND came <> ''`,
      smartListId,
    );
    return rows.filter(({ came }) => came === batchId).map(({ companyId }) => companyId);
  }

  async decidedCounts(userId: number): Promise<ReadonlyMap<DecidedList, number>> {
    const rows = await this.#db.all(
      decidedCountRow,
      `SELECT e.list, COUNT(DISTINCT e.company_id) AS companies FROM entry e
       WHERE e.team_id = :team AND e.user_id = ? AND e.list > 0 GROUP BY e.list`,
      userId,
    );
    return new Map(rows.flatMap(({ list, companies }) => (list === 'None' ? [] : [[list, companies] as const])));
  }

  async decidedSince(userId: number, since: string): Promise<DecidedSince> {
    const isDecided = `e.list > 0 AND e.list <> ${listNumbers.Later}`;
    const where = `FROM entry e WHERE e.team_id = :team AND e.user_id = ? AND ${isDecided} AND e.decided_at >= ?`;
    const kept = `e.list IN (${keptLists.map(listNumber).join(', ')})`;
    const all = await this.#db.get(
      decisionCountsRow,
      `SELECT COUNT(DISTINCT e.company_id) AS decided, COUNT(DISTINCT CASE WHEN ${kept} THEN e.company_id END) AS kept
       ${where}`,
      userId,
      since,
    );
    const bySmartList = await this.#db.all(
      { smartListId: integer, ...decisionCountsRow },
      `SELECT e.smart_list_id, COUNT(*) AS decided, COUNT(CASE WHEN ${kept} THEN 1 END) AS kept
       ${where} AND e.decision > 0 GROUP BY e.smart_list_id ORDER BY e.smart_list_id`,
      userId,
      since,
    );
    return { companies: all ?? { decided: 0, kept: 0 }, bySmartList };
  }

  async decisionsSince(userId: number, since: string): Promise<StandingDecision[]> {
    return standing(
      await this.#db.all(
        standingRow,
        `SELECT company_id, smart_list_id, list, decided_at, reason FROM entry e
         WHERE e.team_id = :team AND e.user_id = ? AND e.list > 0 AND e.decided_at >= ? AND ${standsForCompany}
         ORDER BY decided_at, id`,
        userId,
        since,
      ),
    );
  }

  async decisionsOf(userId: number, companyIds: readonly number[]): Promise<StandingDecision[]> {
    return standing(
      await this.#db.all(
        standingRow,
        `SELECT e.company_id, e.smart_list_id, e.list, e.decided_at, e.reason
         FROM ids(?) c CROSS JOIN entry e ON e.team_id = :team AND e.user_id = ? AND e.company_id = c.value
         WHERE e.list > 0 AND ${standsForCompany} ORDER BY c.key`,
        listParameter(companyIds),
        userId,
      ),
    );
  }

  async reasonedCompanyIds(userId: number, reasons: readonly number[]): Promise<number[]> {
    return this.#db.column(
      integer,
      `SELECT DISTINCT e.company_id FROM entry e
       WHERE e.team_id = :team AND e.user_id = ? AND e.list > 0 AND e.reason IN (SELECT value FROM ids(?))`,
      userId,
      listParameter(reasons),
    );
  }

  async decidedCompanyIds(userId: number, lists: readonly ListName[]): Promise<number[]> {
    return this.#db.column(
      integer,
      `SELECT DISTINCT e.company_id FROM entry e
       WHERE e.team_id = :team AND e.user_id = ? AND e.list > 0 AND e.list IN (SELECT value FROM ids(?))`,
      userId,
      listParameter(lists.map(listNumber)),
    );
  }
}

function standing(rows: readonly (Omit<StandingDecision, 'list'> & { readonly list: ListName })[]): StandingDecision[] {
  return rows.flatMap(({ list, ...decision }) => (list === 'None' ? [] : [{ ...decision, list }]));
}

/** Whether a list shows what was decided before it came into it: 1 or 0. Its parameter is the list. */
const showsDecided = 'SELECT l.shows_decided FROM smart_list l WHERE l.team_id = :team AND l.id = ?';

function entryOf(db: Statements, userId: number, id: number): Promise<EntryRecord | undefined> {
  const select = `SELECT ${entryColumns} FROM entry e WHERE e.team_id = :team AND e.user_id = ? AND e.id = ?`;
  return db.get(entryRow, select, userId, id);
}

/** An entry by now, whose company nobody else decides about until the transaction ends. */
async function claimedEntry(
  db: Transaction,
  userId: number,
  { id, companyId }: EntryRecord,
): Promise<EntryRecord | undefined> {
  const entry = await entryOf(db, userId, id);
  if (entry === undefined || entry.companyId === companyId) return entry;
  // Companies were merged since it was read. While this transaction lasts, none are: merges share the team with nobody.
  await db.claim(entry.companyId);
  return entryOf(db, userId, id);
}

/** Gives a decided company another reason, and says so in the ledger. */
async function withReason(
  db: Statements,
  userId: number,
  entry: EntryRecord,
  reason: number,
  now: string,
  idempotency: Idempotency | null,
): Promise<EntryRecord> {
  const { id: entryId, companyId, smartListId } = entry;
  const list = listNumber(entry.list);
  await record(db, {
    kind: 'reason',
    userId,
    companyId,
    entryId,
    smartListId,
    from: list,
    to: list,
    reason,
    at: now,
    requestKey: idempotency?.key ?? '',
    note: noteOf(entry.later),
    facts: null,
  });
  const give = 'UPDATE entry SET reason = ? WHERE team_id = :team AND user_id = ? AND company_id = ?';
  await db.run(give, reason, userId, companyId);
  return { ...entry, reason };
}

/** What a move makes of a company, in JSON where that is stored so. */
interface Decided extends Pick<Standing, 'later' | 'back' | 'reason' | 'decidedAt'> {
  readonly isUndo: boolean;
  /** It takes back the first decision about the company. */
  readonly isFirst: boolean;
}

/** What a move into a list says besides: `before` is as it was there. What was never put off before is due at once. */
async function decisionInto(
  db: Statements,
  userId: number,
  companyId: number,
  list: ListName,
  { reason = 0, later, back }: Pick<DecisionDetails, 'reason' | 'later' | 'back'>,
  now: string,
): Promise<Decided> {
  const isUndo = [reason, later, back].includes('before');
  const was = isUndo ? await before(db, userId, companyId, listNumber(list)) : { ...undecided, isFirst: false };
  if (list === 'None') {
    const undone = back === 'before' ? { back: was.back, isFirst: was.isFirst } : { back: '', isFirst: false };
    return { later: '', reason: 0, decidedAt: '', isUndo, ...undone };
  }
  const until = later === 'before' ? laterColumn(was.later) : later;
  return {
    later: list === 'Later' ? noteOf(until ?? { until: now.slice(0, 10) }) : '',
    back: '',
    reason: reason === 'before' ? was.reason : reason,
    decidedAt: now,
    isUndo,
    isFirst: false,
  };
}

/** What was added to “My picks” to be decided goes out of it with its decision. */
async function takeOutPick(db: Statements, { id, smartListId }: EntryRecord): Promise<void> {
  const isPick = `EXISTS (SELECT 1 FROM smart_list l WHERE l.team_id = :team AND l.id = ? AND l.kind = 'picks')`;
  const takeOut = `UPDATE entry SET left_out = ${takenBack} WHERE team_id = :team AND id = ? AND ${isPick}`;
  await db.run(takeOut, id, smartListId);
}

async function decide(
  db: Statements,
  userId: number,
  { list: left }: EntryRecord,
  { id, companyId, smartListId, list, decidedAt, reason }: EntryRecord,
  {
    later,
    back,
    ...details
  }: Pick<Standing, 'later' | 'back'> & Pick<NewEvent, 'at' | 'requestKey' | 'facts' | 'isUndo'>,
): Promise<number> {
  const [from, to] = [listNumber(left), listNumber(list)];
  const event = { kind: 'decided', userId, companyId, entryId: id, smartListId, from, to, reason } as const;
  const seq = await record(db, { ...event, note: later || back, ...details });
  await stand(db, userId, companyId, { list: to, later, back, decidedAt, reason, entryId: id, seq });
  return seq;
}

/** What a user may do in a list that is shared with them; `''` in one of their own. */
async function roleIn(db: Statements, smartListId: number): Promise<string> {
  const select = 'SELECT role FROM smart_list WHERE team_id = :team AND id = ? AND family > 0';
  const [role = ''] = await db.column(text, select, smartListId);
  return role;
}

/** A decision of somebody else's that stands in the way of a move, in one family. */
type Answer = SettlementRow & { readonly family: number };

/**
 * What others have decided that a move has to know of, in each shared list of the user's where one decision settles the
 * company, whichever entry it is made in: that somebody else has settled it, or has decided otherwise since the user
 * did. Made all the same, it decides otherwise, which is a conflict; nobody takes back what another has answered since
 * without having seen that. What the user had decided after that is the user's own to change.
 */
async function answersTo(
  db: Statements,
  userId: number,
  { companyId, list: from }: EntryRecord,
  families: readonly number[],
  to: ListName,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  if (from === to) return answers;
  for (const family of families) {
    const there = await settlementOf(db, family, companyId);
    if (there === undefined) continue;
    if (there.userId !== userId) {
      if (from === 'None') answers.push({ ...there, family });
      continue;
    }
    const since = to === 'None' ? await decidedSince(db, family, companyId) : undefined;
    if (since !== undefined) answers.push({ ...since, family });
  }
  return answers;
}

/** The newest of these decisions, unless it is the one that the user has seen. */
function unseenOf(answers: readonly Answer[], seen: number): Answer | undefined {
  const [newest] = answers.toSorted((a, b) => b.seq - a.seq);
  return newest?.seq === seen ? undefined : newest;
}

/** Notes that a user has decided otherwise than those whose decisions these are. */
async function otherwise(
  db: Statements,
  answers: readonly Answer[],
  { companyId, list, decidedAt: now }: EntryRecord,
  second: number,
): Promise<void> {
  if (list === 'None') return;
  for (const { family, seq: first } of answers) await decideOtherwise(db, family, { companyId, first, second, now });
}

/** What the move with this key did. */
async function knownMove(
  db: Statements,
  userId: number,
  idempotency: Idempotency | null,
): Promise<Pick<EntryRecord, 'list' | 'decidedAt'> | 'key_reused' | undefined> {
  const known = await knownChange(db, userId, idempotency);
  if (known === undefined || known === 'key_reused') return known;
  const list = listColumn(known.list);
  return { list, decidedAt: list === 'None' ? '' : known.createdAt };
}

/**
 * Adds entries that are not there yet. One of a company that the user has decided is decided, too, and `left_out` of
 * the list or `shown` in it; one of a company in `known` is left out in any case. Runs inside the caller's transaction.
 */
export async function addEntries(
  db: Statements,
  { userId, smartListId, now, arrival = 0 }: Into,
  seeds: readonly EntrySeed[],
  { decided = 'left_out', known: knownOut = null }: Arrival = {},
): Promise<Added> {
  let [added, leftOut, known] = [0, 0, 0];
  const crossed: Partial<Record<CrossingReason, number>> = {};
  for (let first = 0; first < seeds.length; first += addedAtOnce) {
    const some = seeds.slice(first, first + addedAtOnce);
    const standings = await standingsForNew(
      db,
      userId,
      some.map(({ companyId }) => companyId),
    );
    const outs = new Map(
      some.map(({ companyId }) => [
        companyId,
        outOf({ decided, known: knownOut }, companyId, standings.get(companyId)),
      ]),
    );
    const rows = some.map(({ companyId, merit, topMatch, week, came }) => {
      const { list, decidedAt, reason, later, back } = standings.get(companyId) ?? undecided;
      const out = outs.get(companyId) ?? 0;
      const why = came === undefined ? '' : JSON.stringify(came);
      return [companyId, merit, Number(topMatch), week, list, decidedAt, reason, out, later, back, why];
    });
    const isNew = new Set(
      await db.column(integer, insertEntries, userId, smartListId, now, arrival, listParameter(rows)),
    );
    const fresh = some.filter(({ companyId }) => isNew.delete(companyId));
    for (const { companyId, came } of fresh) {
      const out = outs.get(companyId);
      if (out === 2) known += 1;
      else if (out === 1) leftOut += 1;
      else {
        added += 1;
        if (came !== undefined) crossed[came.why] = (crossed[came.why] ?? 0) + 1;
      }
    }
    const identified = fresh.flatMap(({ companyId, identity }) =>
      identity === undefined ? [] : [{ companyId, ...identity }],
    );
    await identify(db, identified);
  }
  await hideSettled(db, { smartListId, companyIds: seeds.map(({ companyId }) => companyId) });
  return { added, leftOut, known, crossed };
}

/** How many entries are added by one statement. */
const addedAtOnce = 1000;

const insertEntries = `
  INSERT INTO entry (team_id, user_id, smart_list_id, added_at, arrival, company_id, score, top_match, week, list,
    decided_at, reason, left_out, later, back, came)
  SELECT :team, CAST(? AS BIGINT), CAST(? AS BIGINT), ?, CAST(? AS BIGINT), CAST(s.value ->> 0 AS BIGINT),
    CAST(s.value ->> 1 AS DOUBLE PRECISION), CAST(s.value ->> 2 AS BIGINT), s.value ->> 3,
    CAST(s.value ->> 4 AS BIGINT), s.value ->> 5, CAST(s.value ->> 6 AS BIGINT), CAST(s.value ->> 7 AS BIGINT),
    s.value ->> 8, s.value ->> 9, s.value ->> 10
  FROM records(?) s WHERE true ORDER BY s.key
  ON CONFLICT (team_id, smart_list_id, company_id) DO NOTHING RETURNING company_id`;

/** `left_out` of a company that comes into a list: 1 as decided before, 2 as known (`leaveOutKnown`), else 0. */
function outOf(
  { decided, known }: Required<Arrival>,
  companyId: number,
  { list, back }: Pick<Standing, 'list' | 'back'> = undecided,
): 0 | 1 | 2 {
  if (list > 0 && decided === 'shown') return 0;
  if (known?.has(companyId) === true && back === '') return 2;
  return list > 0 ? 1 : 0;
}

/** Which list entries are added to; `arrival` is the number of what brings them, 0 for what is not new there. */
interface Into {
  readonly userId: number;
  readonly smartListId: number;
  readonly now: string;
  readonly arrival?: number;
}

/** What a list does with companies that come into it: those that are decided, and those known that it leaves out. */
export interface Arrival {
  readonly decided?: 'left_out' | 'shown';
  readonly known?: ReadonlySet<number> | null;
}

function conditionOf(userId: number, scope: EntryScope): { where: string; values: SqlValue[] } {
  const { notIn = [] } = scope;
  const list = [
    ...(scope.list === undefined ? [] : [listNumber(scope.list)]),
    ...(notIn.length === 0 ? [] : [listParameter(notIn.map(listNumber))]),
  ];
  const ofList =
    (scope.list === undefined ? '' : ' AND e.list = ?') +
    (notIn.length === 0 ? '' : ' AND e.list NOT IN (SELECT value FROM ids(?))');
  if (scope.smartListId !== undefined) {
    // Check once whose list it is, not for every entry: then the index alone can answer the count.
    const own =
      'e.team_id = :team' +
      ' AND e.smart_list_id = (SELECT l.id FROM smart_list l WHERE l.team_id = :team AND l.id = ? AND l.user_id = ?)' +
      ` AND e.left_out <= (${showsDecided})`;
    const { newest } = scope;
    const arrived = newest?.only === undefined ? '' : ` AND e.arrival ${newest.only === 'new' ? '>' : '<='} ?`;
    const seen = newest?.only === undefined ? [] : [newest.seen];
    return {
      where: `${own}${ofList}${arrived}`,
      values: [scope.smartListId, userId, scope.smartListId, ...list, ...seen],
    };
  }
  if ('companyId' in scope) {
    const ofThere = `SELECT 1 FROM smart_list l
      WHERE l.team_id = :team AND l.id = e.smart_list_id AND l.deleted_at = ''`;
    const there = `(e.list > 0 OR EXISTS (${ofThere}))`;
    return {
      where: `e.team_id = :team AND e.user_id = ? AND e.company_id = ?${ofList} AND ${there}
        AND e.left_out < ${takenBack}`,
      values: [userId, scope.companyId, ...list],
    };
  }
  // `list > 0` is implied; it lets the store use the partial index.
  return { where: 'e.team_id = :team AND e.user_id = ? AND e.list = ? AND e.list > 0', values: [userId, ...list] };
}

/** In an inbox what came back is first, then what is new, if not all of it is new or none. */
function orderOf(scope: EntryScope): { readonly order: string; readonly seen: readonly number[] } {
  const newest = scope.smartListId === undefined ? undefined : scope.newest;
  if (newest === undefined) return { order: best, seen: [] };
  if (newest.only !== undefined) return { order: `${backFirst}, ${best}`, seen: [] };
  return { order: `${backFirst}, e.arrival > ? DESC, ${best}`, seen: [newest.seen] };
}

/** Until when something is put off, as it is stored. */
function noteOf(later: Later | null | undefined): string {
  return later === null || later === undefined ? '' : JSON.stringify(later);
}

function listNumber(list: ListName): number {
  return listNumbers[list];
}
