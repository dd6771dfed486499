import { createHash } from 'node:crypto';
import { integer, orElse, text, type Column } from '#node/rows.ts';
import { auditKindSchema, type AuditKind } from '#shared/domain/team.ts';
import type { AuditFilter, AuditStore, ChainCheck, SealedEvent } from '../port.ts';
import { listParameter, type Database, type Statements } from './database.ts';
import { recordAct } from './ledger.ts';
import { listOfNumber } from './lists.ts';
import { sameCompany } from './sameCompany.ts';
import { standingProblems } from './standing.ts';

const kindColumn: Column<AuditKind> = (value) => auditKindSchema.parse(value);

/** All of an event that its hash says, in this order. */
const eventShape = {
  seq: integer,
  at: text,
  userId: integer,
  kind: text,
  companyId: integer,
  entryId: integer,
  smartListId: integer,
  fromList: integer,
  toList: integer,
  reason: integer,
  note: text,
  requestKey: text,
  facts: text,
  noteId: text,
  audience: text,
};
const eventColumns =
  'v.seq, v.at, v.user_id, v.kind, v.company_id, v.entry_id, v.smart_list_id, v.from_list, v.to_list, v.reason, ' +
  'v.note, v.request_key, v.facts, v.note_id, v.audience';
type EventRow = { readonly [C in keyof typeof eventShape]: ReturnType<(typeof eventShape)[C]> };

const sealShape = { place: integer, seq: integer, userId: integer, eventHash: text, hash: text, at: text };

const shownRow = {
  place: integer,
  hash: text,
  seq: integer,
  userId: integer,
  at: orElse(text, ''),
  kind: orElse(kindColumn, 'removed' as const),
  companyId: orElse(integer, 0),
  smartListId: orElse(integer, 0),
  fromList: orElse(integer, 0),
  toList: orElse(integer, 0),
  reason: orElse(integer, 0),
  note: orElse(text, ''),
  noteId: orElse(text, ''),
  audience: orElse(text, ''),
};
const shownColumns = `p.place, p.hash, p.seq, CASE WHEN v.seq IS NULL THEN 0 ELSE p.user_id END AS user_id,
    v.at, v.kind, v.company_id, v.smart_list_id, v.from_list, v.to_list, v.reason, v.note, v.note_id, v.audience`;

/** What is no decision and no note, as its index has it. */
const isAct = `v.kind NOT IN ('before', 'decided', 'reason', 'back', 'note')`;
const frequent: ReadonlySet<AuditKind> = new Set<AuditKind>(['before', 'decided', 'reason', 'back', 'note']);

/** Everybody who may have done something, as rows `(id)` of `who`; 0 is nobody. */
const everybody = 'who (id) AS (SELECT id FROM "user" WHERE team_id = :team UNION ALL SELECT CAST(0 AS BIGINT))';
const oneOf = 'who (id) AS (SELECT CAST(? AS BIGINT))';

/** A part of a statement, with its parameters in their order. */
interface Part {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** Where events are found, `p` and `v`: what stands before the statement, its tables, and how it names their place. */
interface Source {
  readonly head: Part;
  readonly from: string;
  readonly place: string;
}

const noHead: Part = { sql: '', values: [] };

/**
 * Where the events that a filter asks for are found, each way by an index: a company's by everybody's own, those of a
 * time by it, what is seldom done by its kind; and else along the chain, where the newest are soon found. The plus
 * before a place keeps SQLite from going along the chain all the same.
 */
function sourceOf({ userId, kind, companyId, since, until }: AuditFilter): Source {
  const sealed = 'CROSS JOIN seal p ON p.team_id = :team AND p.seq = v.seq';
  if (companyId !== undefined) {
    const [who, values] = userId === undefined ? [everybody, []] : [oneOf, [userId]];
    const from = `same c CROSS JOIN who u ON true
      CROSS JOIN event v ON v.team_id = :team AND v.user_id = u.id AND v.company_id = c.id ${sealed}`;
    return { head: { sql: `${sameCompany}, ${who}`, values: [companyId, ...values] }, from, place: '+p.place' };
  }
  if (since === undefined || until === undefined) {
    if (kind !== undefined && !frequent.has(kind))
      return { head: noHead, from: `event v ${sealed}`, place: '+p.place' };
    return { head: noHead, from: chain, place: 'p.place' };
  }
  return { head: noHead, from: chain, place: '+p.place' };
}

const chain = 'seal p CROSS JOIN event v ON v.team_id = :team AND v.seq = p.seq';

/** What an event has to meet. */
function conditionsOf({ userId, kind, since, until }: AuditFilter): Part {
  // Of a time there are fewer than of a person.
  const person = since === undefined || until === undefined ? 'p.user_id' : '+p.user_id';
  const parts: Part[] = [
    ...(userId === undefined ? [] : [{ sql: `${person} = ?`, values: [userId] }]),
    ...(kind === undefined ? [] : [{ sql: `v.kind = ?${frequent.has(kind) ? '' : ` AND ${isAct}`}`, values: [kind] }]),
    ...(since === undefined ? [] : [{ sql: 'p.at >= ?', values: [since] }]),
    ...(until === undefined ? [] : [{ sql: 'p.at < ?', values: [until] }]),
  ];
  return {
    sql: ['p.team_id = :team', ...parts.map(({ sql }) => ` AND ${sql}`)].join(''),
    values: parts.flatMap(({ values }) => values),
  };
}

/** All of the chain, also what is gone with its user. */
const wholeChain: Source = {
  head: noHead,
  from: 'seal p LEFT JOIN event v ON v.team_id = :team AND v.seq = p.seq',
  place: 'p.place',
};

/** How many events are checked at a time. */
const checkedAtOnce = 5000;

/** The audit in SQL: the ledger in a chain of hashes. */
export class SqlAudit implements AuditStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async record(act: Parameters<AuditStore['record']>[0]): Promise<void> {
    await this.#db.sharing(null, (db) => recordAct(db, act));
  }

  async seal(limit: number): Promise<number | 'elsewhere'> {
    const last = 'SELECT COALESCE(MAX(seq), 0) FROM seal WHERE team_id = :team';
    const isNew = `SELECT 1 FROM event WHERE team_id = :team AND seq > (${last})`;
    if (!(await this.#db.has(isNew))) return 0;
    const sealed = await this.#db.single(async (db, othersEnded) => {
      const upTo = await db.number('SELECT COALESCE(MAX(seq), 0) FROM event WHERE team_id = :team');
      // An event with a lower number may be on its way until then: it must not be passed over.
      if (!(await othersEnded())) return 'elsewhere';
      let [before] = await sealsFrom(db, 'ORDER BY place DESC LIMIT 1');
      const events = await db.all(
        eventShape,
        `SELECT ${eventColumns} FROM event v
         WHERE v.team_id = :team AND v.seq > ? AND v.seq <= ? ORDER BY v.seq LIMIT ?`,
        before?.seq ?? 0,
        upTo,
        limit,
      );
      const links = events.map((event) => (before = sealOf(event, before)));
      await db.run(
        `INSERT INTO seal (team_id, place, seq, user_id, event_hash, hash, at)
         SELECT :team, CAST(s.value ->> 0 AS BIGINT), CAST(s.value ->> 1 AS BIGINT), CAST(s.value ->> 2 AS BIGINT),
           s.value ->> 3, s.value ->> 4, s.value ->> 5
         FROM records(?) s WHERE true ORDER BY s.key`,
        listParameter(
          links.map(({ place, seq, userId, eventHash, hash, at }) => [place, seq, userId, eventHash, hash, at]),
        ),
      );
      return events.length;
    });
    return sealed ?? 'elsewhere';
  }

  async place(): Promise<number> {
    return this.#db.number('SELECT COALESCE(MAX(place), 0) FROM seal WHERE team_id = :team');
  }

  async after(place: number, limit: number, filter: AuditFilter = {}): Promise<SealedEvent[]> {
    return this.#shown('>', place, limit, filter);
  }

  async before(place: number, limit: number, filter: AuditFilter = {}): Promise<SealedEvent[]> {
    return this.#shown('<', place, limit, filter);
  }

  async count(filter: AuditFilter): Promise<number> {
    if (isAll(filter)) return this.place();
    const { head, from } = sourceOf(filter);
    const { sql, values } = conditionsOf(filter);
    return this.#db.number(`${head.sql} SELECT COUNT(*) FROM ${from} WHERE ${sql}`, ...head.values, ...values);
  }

  async check(expected = ''): Promise<ChainCheck> {
    const problems: string[] = [];
    const excused = await this.#excused(problems);
    let before: Seal | undefined;
    let [events, gone, at] = [0, 0, 0];
    for (;;) {
      const seals = await sealsFrom(this.#db, 'AND place > ? ORDER BY place LIMIT ?', at, checkedAtOnce);
      const last = seals.at(-1);
      if (last === undefined) break;
      const rows = await this.#eventsUpTo(before?.seq ?? 0, last.seq);
      const bySeq = new Map(rows.map((row) => [row.seq, row]));
      for (const seal of seals) {
        const event = bySeq.get(seal.seq);
        const isExcused = event === undefined && seal.seq < (excused.get(seal.userId) ?? 0);
        if (isExcused) gone += 1;
        problems.push(...problemsOf(seal, before, event, isExcused));
        bySeq.delete(seal.seq);
        before = seal;
      }
      for (const seq of bySeq.keys()) problems.push(`Event ${seq} was put in between.`);
      events += seals.length;
      at = last.place;
      if (problems.length > 100) break;
    }
    if (!(await this.#hasLine(expected))) problems.push(notTheChain);
    problems.push(...(await standingProblems(this.#db)));
    return { events, gone, hash: before?.hash ?? '', problems };
  }

  async #hasLine(hash: string): Promise<boolean> {
    return hash === '' || this.#db.has('SELECT 1 FROM seal WHERE team_id = :team AND hash = ?', hash);
  }

  async #eventsUpTo(after: number, upTo: number): Promise<EventRow[]> {
    const select = `SELECT ${eventColumns} FROM event v WHERE v.team_id = :team AND v.seq > ? AND v.seq <= ?`;
    return this.#db.all(eventShape, `${select} ORDER BY v.seq`, after, upTo);
  }

  /**
   * Of whom events may be missing, and up to which event: users who were removed with all work, as their own row says,
   * too, until that was done. Of one who is not removed, or of whom anything is left, none may be.
   */
  async #excused(problems: string[]): Promise<ReadonlyMap<number, number>> {
    const told = await this.#db.all(
      { seq: integer, note: text },
      `SELECT seq, note FROM event WHERE team_id = :team AND kind = 'removed' ORDER BY seq DESC`,
    );
    const removals = new Map(told.map(({ seq, note }) => [userIn(note), seq]));
    const gone = await this.#db.column(integer, `SELECT id FROM "user" WHERE team_id = :team AND removed_at <> ''`);
    const isGone = new Set(gone);
    const excused = new Map<number, number>();
    for (const [user, seq] of removals) {
      const left = 'SELECT 1 FROM event WHERE team_id = :team AND user_id = ? LIMIT 1';
      if (!isGone.has(user)) problems.push(`An event says that user ${user} was removed, who is there.`);
      else if (await this.#db.has(left, user)) problems.push(`Of user ${user}, who was removed, some events are left.`);
      else excused.set(user, seq);
    }
    return excused;
  }

  async #shown(side: '<' | '>', from: number, limit: number, filter: AuditFilter): Promise<SealedEvent[]> {
    const source = isAll(filter) ? wholeChain : sourceOf(filter);
    const { sql, values } = conditionsOf(filter);
    const rows = await this.#db.all(
      shownRow,
      `${source.head.sql} SELECT ${shownColumns} FROM ${source.from}
       WHERE ${sql} AND ${source.place} ${side} ? ORDER BY ${source.place}${side === '<' ? ' DESC' : ''} LIMIT ?`,
      ...source.head.values,
      ...values,
      from,
      limit,
    );
    return rows.map(({ fromList, toList, audience, ...row }) => ({
      ...row,
      from: listOfNumber(fromList) ?? 'None',
      to: listOfNumber(toList) ?? 'None',
      isForTeam: audience !== '',
    }));
  }
}

function isAll(filter: AuditFilter): boolean {
  return Object.values(filter).every((value) => value === undefined);
}

type Seal = { readonly [C in keyof typeof sealShape]: ReturnType<(typeof sealShape)[C]> };

function sealsFrom(db: Statements, rest: string, ...values: number[]): Promise<Seal[]> {
  const select = 'SELECT place, seq, user_id, event_hash, hash, at FROM seal WHERE team_id = :team';
  return db.all(sealShape, `${select} ${rest}`, ...values);
}

/** The next link of the chain. */
function sealOf(event: EventRow, before: Seal | undefined): Seal {
  const place = (before?.place ?? 0) + 1;
  const { audience, ...hashed } = event;
  // As it always was, but for what was written for the team since that is kept with each event.
  const eventHash = hashOf([...hashedOf(hashed), ...(audience === 'team' ? [audience] : [])]);
  const hash = hashOf([before?.hash ?? '', place, event.seq, event.userId, eventHash]);
  return { place, seq: event.seq, userId: event.userId, eventHash, hash, at: event.at };
}

const notTheChain =
  'The chain has no line with the expected hash: its end was cut off, or all of it was made again since that was kept.';

/** Whom an event of kind `removed` is about. */
function userIn(note: string): number {
  try {
    return Number((JSON.parse(note) as { user?: unknown } | null)?.user);
  } catch {
    return 0;
  }
}

/** What is wrong with a link, whose event may be missing if that is excused. */
function problemsOf(seal: Seal, before: Seal | undefined, event: EventRow | undefined, isExcused: boolean): string[] {
  const problems: string[] = [];
  const expected = (before?.place ?? 0) + 1;
  if (seal.place !== expected) problems.push(`Places ${expected} to ${seal.place - 1} are missing.`);
  if (seal.seq <= (before?.seq ?? 0)) problems.push(`Place ${seal.place} is out of order.`);
  const { place, seq, userId, eventHash } = seal;
  if (hashOf([before?.hash ?? '', place, seq, userId, eventHash]) !== seal.hash) {
    problems.push(`Place ${place} does not follow from the one before.`);
  }
  if (event === undefined) {
    if (!isExcused) problems.push(`Event ${seq} is missing.`);
  } else if (sealOf(event, before).eventHash !== eventHash || event.at !== seal.at) {
    problems.push(`Event ${seq} was changed.`);
  }
  return problems;
}

/** The parts of an event's hash, in the order of its shape. */
function hashedOf(event: Omit<EventRow, 'audience'>): (string | number)[] {
  return Object.keys(eventShape).flatMap((name) => (name === 'audience' ? [] : event[name as keyof typeof event]));
}

function hashOf(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
