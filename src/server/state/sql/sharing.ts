import { integer, text, type Column } from '#node/rows.ts';
import { listNameKey } from '#shared/domain/listNameKey.ts';
import { sharingModeSchema, type SharedRole, type SharingMode } from '#shared/domain/team.ts';
import { filterSetSchema } from '#shared/domain/filters.ts';
import { json } from '#node/rows.ts';
import type {
  ConflictRecord,
  EntrySeed,
  SettlementRecord,
  SharedMember,
  SharedWith,
  ShareOutcome,
  SharingStore,
} from '../port.ts';
import { listParameter, type Database, type Statements, type Transaction } from './database.ts';
import { addEntries } from './entries.ts';
import { knownLeftOut } from './known.ts';
import { recordAct } from './ledger.ts';
import { listColumn } from './lists.ts';
import { hideSettled, keepDecision, settlementOf, settlementsOf } from './settlements.ts';

const memberRoleColumn: Column<SharedMember['role']> = (value) => (text(value) === 'editor' ? 'editor' : 'reader');
const memberRow = { userId: integer, role: memberRoleColumn };

/** A list of a family as the table has it. */
const familyShape = {
  id: integer,
  userId: integer,
  name: text,
  filters: json((value) => filterSetSchema.parse(value)),
  kind: text,
  matchedWeek: text,
  seen: integer,
  family: integer,
  sharing: text,
  role: text,
};
const familyColumns = 'id, user_id, name, filters, kind, matched_week, seen, family, sharing, role';
type FamilyRow = { readonly [C in keyof typeof familyShape]: ReturnType<(typeof familyShape)[C]> };

/** Columns of a smart list from which `sharedOf` says how it is shared, and what selects them. */
export const sharedShape = { family: integer, sharing: text, role: text, ownerId: integer, memberCount: integer };
export const sharedColumns = `l.family, l.sharing, l.role, CASE WHEN l.role = '' THEN l.user_id ELSE COALESCE((
  SELECT MIN(o.user_id) FROM smart_list o
  WHERE o.team_id = :team AND o.family = l.family AND o.family > 0 AND o.role = ''), l.user_id) END AS owner_id,
  CASE WHEN l.family = 0 THEN 0 ELSE (SELECT COUNT(*) FROM smart_list o
    WHERE o.team_id = :team AND o.family = l.family AND o.family > 0 AND o.role <> '' AND o.deleted_at = ''
  ) END AS member_count`;

/** How a smart list is shared; null if it is not. */
export function sharedOf(row: {
  readonly family: number;
  readonly sharing: string;
  readonly role: string;
  readonly ownerId: number;
  readonly memberCount: number;
}): SharedWith | null {
  if (row.family === 0) return null;
  return {
    family: row.family,
    mode: sharingModeSchema.parse(row.sharing),
    role: roleOf(row.role),
    ownerId: row.ownerId,
    memberCount: row.memberCount,
  };
}

function roleOf(role: string): SharedRole {
  return role === 'editor' || role === 'reader' ? role : 'owner';
}

/** Shared smart lists and collections in SQL. */
export class SqlSharing implements SharingStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async members(smartListId: number): Promise<SharedMember[]> {
    return this.#db.all(
      memberRow,
      `SELECT o.user_id, o.role FROM smart_list l
       JOIN smart_list o ON o.team_id = :team AND o.family = l.family AND o.family > 0 AND o.role <> ''
       WHERE l.team_id = :team AND l.id = ? AND o.deleted_at = '' ORDER BY o.id`,
      smartListId,
    );
  }

  async share(
    userId: number,
    smartListId: number,
    mode: SharingMode | null,
    members: readonly SharedMember[],
    now: string,
  ): Promise<ShareOutcome> {
    const wanted = mode === null ? [] : members.filter((member) => member.userId !== userId);
    const begun = await this.#db.transaction(async (db) => {
      const list = await rowOf(db, userId, smartListId);
      if (list === undefined) return 'missing';
      if (list.kind !== 'search') return 'not_shareable';
      if (list.role !== '') return 'not_owner';
      const shared = await beFamily(db, list, wanted.length === 0 ? null : (mode ?? 'one'), now);
      const missing = await setMembers(db, shared, wanted, now);
      const detail = { list: list.name, mode: wanted.length === 0 ? null : mode, members: wanted };
      const seq = await recordAct(db, { kind: 'shared', userId, at: now, smartListId, detail });
      return { family: shared.family, missing, seq };
    });
    if (typeof begun === 'string') return begun;
    // Each by itself: nobody decides meanwhile, and a large list for ten people takes long.
    for (const member of begun.missing) {
      const goesOn = await this.#db.transaction(async (db) => {
        const list = await rowOf(db, userId, smartListId);
        if (list?.family !== begun.family || (await isSharedSince(db, smartListId, begun.seq))) return false;
        await addMember(db, list, member, now);
        return true;
      });
      if (!goesOn) break;
    }
    return 'shared';
  }

  async familyLists(family: number): Promise<{ id: number; userId: number }[]> {
    if (family === 0) return [];
    return this.#db.all(
      { id: integer, userId: integer },
      `SELECT id, user_id FROM smart_list WHERE team_id = :team AND family = ? AND deleted_at = '' ORDER BY role, id`,
      family,
    );
  }

  async settlements(family: number, companyIds: readonly number[]): Promise<ReadonlyMap<number, SettlementRecord>> {
    return settlementsOf(this.#db, family, companyIds);
  }

  async deal(
    userId: number,
    smartListId: number,
    { count, until }: { readonly count: number; readonly until: string },
    now: string,
  ): Promise<number[] | undefined> {
    return this.#db.transaction(async (db) => {
      const list = await rowOf(db, userId, smartListId);
      if (list?.sharing !== 'one' || list.role === 'reader') return undefined;
      const { family } = list;
      await db.run(
        `DELETE FROM lease WHERE team_id = :team AND family = ? AND (until <= ? OR (user_id = ? AND company_id NOT IN (
           SELECT e.company_id FROM entry e
           WHERE e.team_id = :team AND e.smart_list_id = ? AND e.list = 0 AND e.left_out = 0)))`,
        family,
        now,
        userId,
        smartListId,
      );
      const renew = 'UPDATE lease SET until = ? WHERE team_id = :team AND family = ? AND user_id = ?';
      const held = await db.run(renew, until, family, userId);
      await db.run(
        `INSERT INTO lease (team_id, family, company_id, user_id, until)
         SELECT :team, CAST(? AS BIGINT), e.company_id, CAST(? AS BIGINT), ? FROM entry e
         WHERE e.team_id = :team AND e.smart_list_id = ? AND e.list = 0 AND e.left_out = 0
           AND NOT EXISTS (SELECT 1 FROM lease o
             WHERE o.team_id = :team AND o.family = ? AND o.company_id = e.company_id)
         ORDER BY ${asShown} LIMIT ?`,
        family,
        userId,
        until,
        smartListId,
        family,
        list.seen,
        Math.max(0, count - held),
      );
      return db.column(
        integer,
        `SELECT e.id FROM lease o
         JOIN entry e ON e.team_id = :team AND e.smart_list_id = ? AND e.company_id = o.company_id
         WHERE o.team_id = :team AND o.family = ? AND o.user_id = ? ORDER BY ${asShown}`,
        smartListId,
        family,
        userId,
        list.seen,
      );
    });
  }

  async giveBack(userId: number, smartListId: number): Promise<void> {
    await this.#db.run(
      `DELETE FROM lease WHERE team_id = :team AND user_id = ? AND family IN (
         SELECT family FROM smart_list WHERE team_id = :team AND id = ? AND user_id = ?)`,
      userId,
      smartListId,
      userId,
    );
  }

  async progress(family: number, now: string): Promise<{ userId: number; settled: number; dealt: number }[]> {
    return this.#db.all(
      { userId: integer, settled: integer, dealt: integer },
      `SELECT l.user_id,
         (SELECT COUNT(*) FROM settlement t
           WHERE t.team_id = :team AND t.family = l.family AND t.user_id = l.user_id) AS settled,
         (SELECT COUNT(*) FROM lease o
           WHERE o.team_id = :team AND o.family = l.family AND o.user_id = l.user_id AND o.until > ?) AS dealt
       FROM smart_list l WHERE l.team_id = :team AND l.family = ? AND l.family > 0 AND l.deleted_at = ''
       ORDER BY l.role, l.id`,
      now,
      family,
    );
  }

  async conflicts(userId: number, isLead: boolean): Promise<ConflictRecord[]> {
    return conflictsOf(this.#db, userId, isLead);
  }

  async settleConflict(
    userId: number,
    isLead: boolean,
    id: number,
    kept: number,
    now: string,
  ): Promise<'settled' | 'missing' | 'not_owner' | 'no_such_decision'> {
    return this.#db.transaction(async (db) => {
      const conflict = (await conflictsOf(db, userId, isLead)).find((each) => each.id === id);
      if (conflict === undefined) return 'missing';
      if (conflict.role !== 'owner' && !isLead) return 'not_owner';
      const { family, companyId, first, second, smartListId } = conflict;
      const decision = [first, second].find(({ seq }) => seq === kept);
      if (decision === undefined) return 'no_such_decision';
      const there = await settlementOf(db, family, companyId);
      const counted = { companyId: there?.companyId ?? companyId, ...decision };
      await keepDecision(db, id, { family, companyId, kept: counted, by: userId, now });
      const detail = { kept: decision.list, of: decision.userId };
      await recordAct(db, { kind: 'settled', userId, at: now, companyId, smartListId, detail });
      return 'settled';
    });
  }

  async collectionMembers(collectionId: number): Promise<SharedMember[]> {
    const select =
      'SELECT user_id, role FROM collection_member WHERE team_id = :team AND collection_id = ? ORDER BY user_id';
    return this.#db.all(memberRow, select, collectionId);
  }

  async shareCollection(
    userId: number,
    collectionId: number,
    members: readonly SharedMember[],
    now: string,
  ): Promise<ShareOutcome> {
    return this.#db.transaction(async (db) => {
      const [name] = await db.column(
        text,
        `SELECT name FROM collection WHERE team_id = :team AND id = ? AND user_id = ? AND deleted_at = ''`,
        collectionId,
        userId,
      );
      if (name === undefined) return 'missing';
      const wanted = members.filter((member) => member.userId !== userId);
      await db.run('DELETE FROM collection_member WHERE team_id = :team AND collection_id = ?', collectionId);
      for (const member of wanted) {
        const add = 'INSERT INTO collection_member (team_id, collection_id, user_id, role) VALUES (:team, ?, ?, ?)';
        await db.run(add, collectionId, member.userId, member.role);
      }
      await recordAct(db, { kind: 'shared', userId, at: now, detail: { collection: name, members: wanted } });
      return 'shared';
    });
  }
}

/** The order in which an inbox shows its companies: what came back, what is new, then the best. */
const asShown = `CASE WHEN e.back <> '' THEN 0 ELSE 1 END, CASE WHEN e.arrival > ? THEN 0 ELSE 1 END,
  e.score DESC, e.company_id`;

const conflictRow = {
  id: integer,
  family: integer,
  smartListId: integer,
  listUser: integer,
  role: text,
  companyId: integer,
  madeAt: text,
  kept: integer,
  firstUser: integer,
  firstSeq: integer,
  firstList: listColumn,
  firstAt: text,
  secondUser: integer,
  secondSeq: integer,
  secondList: listColumn,
  secondAt: text,
};

/** Conflicts that a user sees: in lists of their own, for a lead in everybody's; open ones first, at most 500. */
async function conflictsOf(db: Statements, userId: number, isLead: boolean): Promise<ConflictRecord[]> {
  const rows = await db.all(
    conflictRow,
    `SELECT f.id, f.family, l.id AS smart_list_id, l.user_id AS list_user, l.role, f.company_id, f.made_at, f.kept,
       a.user_id AS first_user, a.seq AS first_seq, a.to_list AS first_list, a.at AS first_at,
       b.user_id AS second_user, b.seq AS second_seq, b.to_list AS second_list, b.at AS second_at
     FROM conflict f
     JOIN smart_list l ON l.team_id = :team AND l.family = f.family
       AND (l.user_id = ? OR (? = 1 AND l.role = '' AND NOT EXISTS (SELECT 1 FROM smart_list m
         WHERE m.team_id = :team AND m.family = f.family AND m.user_id = ? AND m.deleted_at = '')))
     JOIN event a ON a.team_id = :team AND a.seq = f.first_seq
     JOIN event b ON b.team_id = :team AND b.seq = f.second_seq
     WHERE f.team_id = :team AND l.deleted_at = ''
     ORDER BY CASE WHEN f.kept = 0 THEN 0 ELSE 1 END, f.id DESC LIMIT 500`,
    userId,
    Number(isLead),
    userId,
  );
  return rows.map(conflictOf);
}

function conflictOf(row: { readonly [C in keyof typeof conflictRow]: ReturnType<(typeof conflictRow)[C]> }) {
  const { id, family, smartListId, companyId, madeAt, kept } = row;
  return {
    id,
    family,
    smartListId,
    role: roleOf(row.role),
    companyId,
    madeAt,
    kept,
    first: { userId: row.firstUser, seq: row.firstSeq, list: row.firstList, at: row.firstAt },
    second: { userId: row.secondUser, seq: row.secondSeq, list: row.secondList, at: row.secondAt },
  };
}

function rowOf(db: Statements, userId: number, id: number): Promise<FamilyRow | undefined> {
  return db.get(
    familyShape,
    `SELECT ${familyColumns} FROM smart_list WHERE team_id = :team AND user_id = ? AND id = ? AND deleted_at = ''`,
    userId,
    id,
  );
}

/** Makes a list the owner's of a family, changes how that is shared, or with null makes it the owner's alone again. */
async function beFamily(db: Transaction, list: FamilyRow, mode: SharingMode | null, now: string): Promise<FamilyRow> {
  const family = list.family === 0 ? list.id : list.family;
  const change = `UPDATE smart_list SET family = ?, sharing = ? WHERE team_id = :team AND `;
  if (mode === null) {
    await takeAway(db, family, [], now);
    await openAll(db, family);
    await db.run(`${change}family = ? AND family > 0`, 0, '', family);
    return { ...list, family: 0, sharing: '' };
  }
  if (list.sharing === mode) return list;
  await db.run(`${change}id = ?`, family, mode, list.id);
  await db.run(`${change}family = ? AND family > 0`, family, mode, family);
  if (mode === 'one') await settleAll(db, family);
  else await openAll(db, family);
  return { ...list, family, sharing: mode };
}

/**
 * One decision settles a company from now on: of those there are, the newest. Nothing is settled or in conflict yet.
 */
async function settleAll(db: Transaction, family: number): Promise<void> {
  await db.run(
    `INSERT INTO settlement (team_id, family, company_id, user_id, seq)
     SELECT :team, CAST(? AS BIGINT), d.company_id, d.user_id, d.seq FROM (
       SELECT e.company_id, e.user_id, v.seq,
         ROW_NUMBER() OVER (PARTITION BY e.company_id ORDER BY v.seq DESC) AS place
       FROM smart_list l
       JOIN entry e ON e.team_id = :team AND e.smart_list_id = l.id AND e.list > 0
       JOIN event v ON v.team_id = :team AND v.user_id = e.user_id AND v.company_id = e.company_id
         AND v.to_list = e.list
       WHERE l.team_id = :team AND l.family = ? AND l.family > 0 AND l.role <> 'reader') d
     WHERE d.place = 1`,
    family,
    family,
  );
  const lists = `SELECT id FROM smart_list WHERE team_id = :team AND family = ? AND family > 0`;
  for (const smartListId of await db.column(integer, lists, family)) await hideSettled(db, { smartListId });
}

/** Nothing is settled, dealt or in conflict in a family any more. */
async function openAll(db: Transaction, family: number): Promise<void> {
  for (const table of ['settlement', 'lease', 'conflict']) {
    await db.run(`DELETE FROM ${table} WHERE team_id = :team AND family = ?`, family);
  }
  await db.run(
    `UPDATE entry SET left_out = 0 WHERE team_id = :team AND left_out = 3 AND smart_list_id IN (
       SELECT id FROM smart_list WHERE team_id = :team AND family = ? AND family > 0)`,
    family,
  );
}

/** Whether somebody has said since that event with whom a list is shared. */
function isSharedSince(db: Statements, smartListId: number, seq: number): Promise<boolean> {
  const select = `SELECT 1 FROM event WHERE team_id = :team AND seq > ? AND kind = 'shared' AND smart_list_id = ?`;
  return db.has(select, seq, smartListId);
}

/**
 * Gives members of a family these roles, and takes the lists of the others away. Returns those who have no list in it
 * yet.
 */
async function setMembers(
  db: Transaction,
  owner: FamilyRow,
  wanted: readonly SharedMember[],
  now: string,
): Promise<SharedMember[]> {
  if (owner.family === 0) return [];
  await takeAway(
    db,
    owner.family,
    wanted.map(({ userId }) => userId),
    now,
  );
  const there = await db.column(
    integer,
    `SELECT user_id FROM smart_list
     WHERE team_id = :team AND family = ? AND family > 0 AND role <> '' AND deleted_at = ''`,
    owner.family,
  );
  const missing: SharedMember[] = [];
  for (const { userId, role } of wanted) {
    if (!there.includes(userId)) missing.push({ userId, role });
    // Also of those that the member has deleted: a restored one comes back in the role of now.
    const change = `UPDATE smart_list SET role = ?
      WHERE team_id = :team AND family = ? AND family > 0 AND user_id = ? AND role <> ''`;
    await db.run(change, role, owner.family, userId);
  }
  return missing;
}

/**
 * Takes the lists of a family away from everybody but its owner and those who stay. A list that its member had deleted
 * is the member's own from then on, and comes back as that; one that is taken away comes back to nobody.
 */
async function takeAway(db: Transaction, family: number, stay: readonly number[], now: string): Promise<void> {
  const gone = `team_id = :team AND family = ? AND family > 0 AND role <> ''
    AND user_id NOT IN (SELECT value FROM ids(?))`;
  const values = [family, listParameter(stay)] as const;
  await db.run(
    `DELETE FROM lease WHERE team_id = :team AND family = ? AND user_id IN (
      SELECT user_id FROM smart_list WHERE ${gone})`,
    family,
    ...values,
  );
  await db.run(
    `UPDATE entry SET left_out = 0 WHERE team_id = :team AND left_out = 3 AND smart_list_id IN (
      SELECT id FROM smart_list WHERE ${gone})`,
    ...values,
  );
  await db.run(
    `UPDATE smart_list SET taken_at = ?, deleted_at = ? WHERE ${gone} AND deleted_at = ''`,
    now,
    now,
    ...values,
  );
  await db.run(`UPDATE smart_list SET family = 0, sharing = '', role = '' WHERE ${gone}`, ...values);
}

const seedRow = { companyId: integer, merit: Number, topMatch: (value: unknown) => Number(value) === 1, week: text };

/** Gives somebody a list of a family, with all its companies. Returns its id. */
export async function addMember(
  db: Transaction,
  owner: Pick<FamilyRow, 'id' | 'name' | 'filters' | 'matchedWeek' | 'family' | 'sharing'>,
  { userId, role }: { readonly userId: number; readonly role: SharedMember['role'] | '' },
  now: string,
): Promise<number> {
  const name = await freeName(db, 'smart_list', userId, owner.name);
  const id = await db.insert(
    `INSERT INTO smart_list (team_id, user_id, name, name_key, filters, kind, matched_week, refreshed_at, created_at,
       family, sharing, role)
     VALUES (:team, ?, ?, ?, ?, 'search', ?, ?, ?, ?, ?, ?) RETURNING id`,
    userId,
    name,
    listNameKey(name),
    JSON.stringify(owner.filters),
    owner.matchedWeek,
    now,
    now,
    owner.family,
    owner.sharing,
    role,
  );
  const seeds: EntrySeed[] = await db.all(
    seedRow,
    `SELECT company_id, score AS merit, top_match, week FROM entry
     WHERE team_id = :team AND smart_list_id = ? ORDER BY score DESC, company_id`,
    owner.id,
  );
  const known = await knownLeftOut(db, userId, owner.filters);
  await addEntries(db, { userId, smartListId: id, now }, seeds, { known });
  return id;
}

/** A name that none of the user's lists or collections has yet. */
export async function freeName(
  db: Statements,
  table: 'smart_list' | 'collection',
  userId: number,
  wanted: string,
): Promise<string> {
  const select = `SELECT name FROM ${table} WHERE team_id = :team AND user_id = ? AND deleted_at = ''`;
  const taken = new Set((await db.column(text, select, userId)).map(listNameKey));
  let name = wanted;
  for (let number = 2; taken.has(listNameKey(name)); number++) name = `${wanted} ${number}`;
  return name;
}
