import { integer, text } from '#node/rows.ts';
import { listParameter, type SqlValue, type Statements } from './database.ts';
import { listColumn } from './lists.ts';
import { sameCompanies, sameCompany } from './sameCompany.ts';

/**
 * Companies of shared lists in which one decision settles a company for all: who has settled what. Everything here runs
 * inside the caller's transaction.
 */

/** Who has made the two decisions of a conflict, `f`. */
const makers = `
  (SELECT a.user_id FROM event a WHERE a.team_id = :team AND a.seq = f.first_seq),
  (SELECT b.user_id FROM event b WHERE b.team_id = :team AND b.seq = f.second_seq)`;

const settlementRow = {
  companyId: integer,
  userId: integer,
  seq: integer,
  list: listColumn,
  at: text,
};

/** The decision that has settled a company of a family. */
export interface SettlementRow {
  /** The company, or one that was merged into it. */
  readonly companyId: number;
  readonly userId: number;
  readonly seq: number;
  readonly list: ReturnType<typeof listColumn>;
  readonly at: string;
}

/** What has settled a company of a family, if anything has. */
export function settlementOf(db: Statements, family: number, companyId: number): Promise<SettlementRow | undefined> {
  return db.get(
    settlementRow,
    `${sameCompany} SELECT t.company_id, t.user_id, t.seq, v.to_list AS list, v.at
     FROM same s CROSS JOIN settlement t ON t.team_id = :team AND t.family = ? AND t.company_id = s.id
     JOIN event v ON v.team_id = :team AND v.seq = t.seq
     ORDER BY t.seq DESC LIMIT 1`,
    companyId,
    family,
  );
}

/** The same of many companies of a family, by the company that is shown. */
export async function settlementsOf(
  db: Statements,
  family: number,
  companyIds: readonly number[],
): Promise<Map<number, SettlementRow>> {
  const rows = await db.all(
    { shown: integer, ...settlementRow },
    `${sameCompanies} SELECT s.shown, t.company_id, t.user_id, t.seq, v.to_list AS list, v.at
     FROM same s CROSS JOIN settlement t ON t.team_id = :team AND t.family = ? AND t.company_id = s.id
     JOIN event v ON v.team_id = :team AND v.seq = t.seq
     ORDER BY t.seq`,
    listParameter(companyIds),
    family,
  );
  return new Map(rows.map(({ shown, ...row }) => [shown, row]));
}

/**
 * The families of a user's in which one decision settles a company that they have, and those in which the user has
 * settled it or decided otherwise: that follows what they decide also once they have left the list.
 */
export function familiesOf(db: Statements, userId: number, companyId: number): Promise<number[]> {
  return db.column(
    integer,
    `${sameCompany} SELECT l.family FROM entry e JOIN smart_list l ON l.team_id = :team AND l.id = e.smart_list_id
     WHERE e.team_id = :team AND e.user_id = ? AND e.company_id = ?
       AND l.sharing = 'one' AND l.role <> 'reader' AND l.deleted_at = ''
     UNION SELECT t.family FROM same s CROSS JOIN settlement t ON t.team_id = :team AND t.company_id = s.id
     WHERE t.user_id = ? OR EXISTS (
       SELECT 1 FROM conflict f JOIN event v ON v.team_id = :team AND v.seq = f.second_seq
       WHERE f.team_id = :team AND f.family = t.family AND f.company_id = t.company_id AND f.kept = 0
         AND v.user_id = ?)`,
    companyId,
    userId,
    companyId,
    userId,
    userId,
  );
}

/**
 * Follows a decision of a user's in those families: it settles what nobody had settled, or what the user had. Back to
 * undecided, it opens what the user had settled.
 */
export async function settleShared(
  db: Statements,
  families: readonly number[],
  { userId, companyId, list, seq }: { userId: number; companyId: number; list: number; seq: number },
): Promise<void> {
  for (const family of families) {
    const there = await settlementOf(db, family, companyId);
    if (there !== undefined && there.userId !== userId) {
      await changeSecond(db, there, { family, companyId, userId, seq, list });
      await hideSettled(db, { companyId });
      continue;
    }
    if (list === 0) await giveIn(db, family, companyId, { there, userId, seq });
    else await settleIn(db, family, companyId, { userId, seq, was: there?.companyId ?? companyId });
  }
}

/**
 * Somebody who had settled a company has taken that back: what another has decided otherwise counts from now on, if
 * that stands; else the company is open again.
 */
async function giveIn(
  db: Statements,
  family: number,
  companyId: number,
  { there, userId, seq }: { readonly there: SettlementRow | undefined; readonly userId: number; readonly seq: number },
): Promise<void> {
  if (there === undefined) return;
  const since = await decidedSince(db, family, companyId);
  if (since !== undefined) {
    const now = await timeOf(db, seq);
    await keepDecision(db, since.conflictId, { family, companyId, kept: since, by: userId, now });
    return;
  }
  await openAgain(db, family, companyId, there);
  const [left] = await db.all(
    { userId: integer, seq: integer },
    `SELECT e.user_id, MAX(e.decision) AS seq FROM entry e
     JOIN smart_list l ON l.team_id = :team AND l.family = ? AND l.user_id = e.user_id AND l.deleted_at = ''
       AND l.role <> 'reader'
     WHERE e.team_id = :team AND e.company_id = ? AND e.list > 0 AND e.decision > 0 AND e.user_id <> ?
       AND EXISTS (SELECT 1 FROM conflict f
         WHERE f.team_id = :team AND f.family = l.family AND f.company_id = e.company_id AND e.user_id IN (${makers}))
     GROUP BY e.user_id ORDER BY MAX(e.decision) DESC LIMIT 1`,
    family,
    companyId,
    userId,
  );
  if (left === undefined) await hideSettled(db, { companyId });
  else await settleIn(db, family, companyId, { ...left, was: companyId });
}

async function timeOf(db: Statements, seq: number): Promise<string> {
  const [at = ''] = await db.column(text, 'SELECT at FROM event WHERE team_id = :team AND seq = ?', seq);
  return at;
}

/** What a user has decided settles a company of a family. */
async function settleIn(
  db: Statements,
  family: number,
  companyId: number,
  { userId, seq, was }: { readonly userId: number; readonly seq: number; readonly was: number },
): Promise<void> {
  const of = 'WHERE team_id = :team AND family = ? AND company_id = ?';
  if (was !== companyId) await db.run(`DELETE FROM settlement ${of}`, family, was);
  await db.run(
    `INSERT INTO settlement (team_id, family, company_id, user_id, seq) VALUES (:team, ?, ?, ?, ?)
     ON CONFLICT (team_id, family, company_id) DO UPDATE SET user_id = excluded.user_id, seq = excluded.seq`,
    family,
    companyId,
    userId,
    seq,
  );
  await db.run(`DELETE FROM lease ${of}`, family, companyId);
  const first = `UPDATE conflict SET first_seq = ? ${of} AND kept = 0 AND ${isBy('first_seq')}`;
  await db.run(first, seq, family, companyId, userId);
  await hideSettled(db, { companyId });
}

/** That an event of a conflict is a user's. */
function isBy(column: 'first_seq' | 'second_seq'): string {
  return `EXISTS (SELECT 1 FROM event v WHERE v.team_id = :team AND v.seq = conflict.${column} AND v.user_id = ?)`;
}

/** Somebody who had decided otherwise has changed that, or has taken it back. */
async function changeSecond(
  db: Statements,
  there: SettlementRow,
  change: { family: number; companyId: number; userId: number; seq: number; list: number },
): Promise<void> {
  const { family, companyId, userId, seq, list } = change;
  const open = `WHERE team_id = :team AND family = ? AND company_id = ? AND kept = 0 AND ${isBy('second_seq')}`;
  if (list > 0) {
    await db.run(`UPDATE conflict SET second_seq = ? ${open}`, seq, family, companyId, userId);
    return;
  }
  const keep = `UPDATE conflict SET kept = ?, kept_by = ?, kept_at = (
      SELECT v.at FROM event v WHERE v.team_id = :team AND v.seq = ?) ${open}`;
  await db.run(keep, there.seq, userId, seq, family, companyId, userId);
}

/** Another user's decision since, about a company that the user has settled; none where nothing is in conflict. */
export function decidedSince(
  db: Statements,
  family: number,
  companyId: number,
): Promise<(SettlementRow & { readonly conflictId: number }) | undefined> {
  return db.get(
    { conflictId: integer, ...settlementRow },
    `SELECT f.id AS conflict_id, f.company_id, v.user_id, v.seq, v.to_list AS list, v.at
     FROM conflict f JOIN event v ON v.team_id = :team AND v.seq = f.second_seq
     WHERE f.team_id = :team AND f.family = ? AND f.company_id = ? AND f.kept = 0 ORDER BY f.id DESC LIMIT 1`,
    family,
    companyId,
  );
}

/** Notes that a user has decided otherwise than the one who has settled a company. */
export async function decideOtherwise(
  db: Statements,
  family: number,
  { companyId, first, second, now }: { companyId: number; first: number; second: number; now: string },
): Promise<void> {
  await db.run(
    `INSERT INTO conflict (team_id, family, company_id, first_seq, second_seq, made_at) VALUES (:team, ?, ?, ?, ?, ?)`,
    family,
    companyId,
    first,
    second,
    now,
  );
}

/** Which of two decisions counts: the conflict is over, and the company is settled by that one. */
export async function keepDecision(
  db: Statements,
  conflictId: number,
  {
    family,
    companyId,
    kept,
    by,
    now,
  }: { family: number; companyId: number; kept: SettlementRow } & {
    readonly by: number;
    readonly now: string;
  },
): Promise<void> {
  const end = 'UPDATE conflict SET kept = ?, kept_by = ?, kept_at = ? WHERE team_id = :team AND id = ?';
  await db.run(end, kept.seq, by, now, conflictId);
  // Others who have decided otherwise, too, are in conflict with this one from now on.
  await db.run(
    `UPDATE conflict SET first_seq = ? WHERE team_id = :team AND family = ? AND company_id = ? AND kept = 0
       AND second_seq <> ?`,
    kept.seq,
    family,
    companyId,
    kept.seq,
  );
  await db.run(
    `UPDATE entry SET left_out = 0 WHERE team_id = :team AND company_id = ? AND user_id = ? AND left_out = 3
       AND list > 0`,
    companyId,
    kept.userId,
  );
  const there = await settlementOf(db, family, companyId);
  await settleIn(db, family, companyId, { userId: kept.userId, seq: kept.seq, was: there?.companyId ?? companyId });
}

async function openAgain(
  db: Statements,
  family: number,
  companyId: number,
  there: SettlementRow | undefined,
): Promise<void> {
  if (there === undefined) return;
  const settlement = 'DELETE FROM settlement WHERE team_id = :team AND family = ? AND company_id = ?';
  await db.run(settlement, family, there.companyId);
  await db.run(
    `UPDATE entry SET left_out = 0 WHERE team_id = :team AND company_id = ? AND left_out = 3 AND smart_list_id IN (
       SELECT id FROM smart_list WHERE team_id = :team AND family = ? AND family > 0)`,
    companyId,
    family,
  );
}

/** That the user of an entry, `e`, was in a conflict about its company that is settled, and is in none that is open. */
const hasLost = `EXISTS (SELECT 1 FROM conflict f
    WHERE f.team_id = :team AND f.family = l.family AND f.company_id = e.company_id AND e.user_id IN (${makers}))
  AND NOT EXISTS (SELECT 1 FROM conflict f
    WHERE f.team_id = :team AND f.family = l.family AND f.company_id = e.company_id AND f.kept = 0
      AND e.user_id IN (${makers}))`;

/**
 * Entries whose company somebody else has settled have `left_out` 3: undecided ones, and those of a decision that was
 * not kept when a conflict was settled. In the lists of a company, or in one list, all or those of some companies.
 */
export async function hideSettled(
  db: Statements,
  which: { readonly companyId: number } | { readonly smartListId: number; readonly companyIds?: readonly number[] },
): Promise<void> {
  if ('companyId' in which) {
    await hide(db, 'e.company_id = ?', which.companyId);
    return;
  }
  const { smartListId, companyIds } = which;
  // Most lists are not shared, and the statement below is a long one where they are large.
  const isShared = `SELECT 1 FROM smart_list WHERE team_id = :team AND id = ? AND sharing = 'one'`;
  if (companyIds?.length === 0 || !(await db.has(isShared, smartListId))) return;
  if (companyIds === undefined) await hide(db, 'e.smart_list_id = ?', smartListId);
  else {
    const ofThese = 'e.smart_list_id = ? AND e.company_id IN (SELECT value FROM ids(?))';
    await hide(db, ofThese, smartListId, listParameter(companyIds));
  }
}

async function hide(db: Statements, where: string, ...values: SqlValue[]): Promise<void> {
  await db.run(
    `UPDATE entry SET left_out = 3 WHERE team_id = :team AND id IN (
       SELECT e.id FROM entry e
       JOIN smart_list l ON l.team_id = :team AND l.id = e.smart_list_id AND l.sharing = 'one'
       WHERE e.team_id = :team AND ${where} AND (e.list = 0 AND e.left_out = 0 OR e.list > 0 AND e.left_out < 3
           AND ${hasLost})
         AND EXISTS (SELECT 1 FROM settlement t
           WHERE t.team_id = :team AND t.family = l.family AND t.user_id <> e.user_id AND t.company_id IN (
             SELECT e.company_id UNION SELECT m.gone FROM merge_note m
               WHERE m.team_id = :team AND m.kept = e.company_id AND m.done <> '')))`,
    ...values,
  );
}
