import { flag, integer, json, text, type Column } from '#node/rows.ts';
import { filterSetSchema } from '#shared/domain/filters.ts';
import { listNameKey } from '#shared/domain/listNameKey.ts';
import type { DecidedList } from '#shared/domain/listName.ts';
import type { Role } from '#shared/domain/team.ts';
import type {
  AssignmentRecord,
  ColleagueRecord,
  Counted,
  MemberRecord,
  MentionRecord,
  Slice,
  TeamStore,
} from '../port.ts';
import { roleColumns, roleIn } from './accounts.ts';
import { listParameter, unlessTaken, type Database, type Statements, type Transaction } from './database.ts';
import { recordAct } from './ledger.ts';
import { listColumn } from './lists.ts';
import { addMember, freeName } from './sharing.ts';
import type { SignIns } from './signIns.ts';

const memberRow = { id: integer, name: text, login: text, email: text, isStaff: flag, role: text, closedAt: text };
const stateColumn: Column<AssignmentRecord['state']> = (value) => {
  const state = text(value);
  return state === 'done' || state === 'returned' ? state : 'open';
};
const assignmentRow = {
  id: text,
  userId: integer,
  byId: integer,
  companyId: integer,
  note: text,
  day: text,
  state: stateColumn,
  answer: text,
  madeAt: text,
  changedAt: text,
};
const assignmentColumns = 'id, user_id, by_id, company_id, note, day, state, answer, made_at, changed_at';
const openFirst = `CASE WHEN state = 'open' THEN 0 ELSE 1 END, seq DESC LIMIT 1000`;
const mentionRow = { noteId: text, companyId: integer, byId: integer, text, at: text, isRead: flag };

/** People, and what they know of each other, in SQL. */
export class SqlTeam implements TeamStore {
  readonly #db: Database;
  readonly #signIns: SignIns;

  constructor(db: Database, signIns: SignIns) {
    this.#db = db;
    this.#signIns = signIns;
  }

  async members(): Promise<MemberRecord[]> {
    const rows = await this.#db.all(
      memberRow,
      `SELECT id, name, login, email, is_staff, role, closed_at FROM "user"
       WHERE team_id = :team AND removed_at = '' ORDER BY id`,
    );
    return rows.map(({ id, name, login, email, isStaff, role, closedAt }) => ({
      id,
      name: name === '' ? login : name,
      email: login === '' ? email : login,
      role: roleIn({ isStaff, role }),
      isClosed: closedAt !== '',
    }));
  }

  async setRole(by: number, userId: number, role: Role, now: string): Promise<void> {
    await this.#db.transaction(async (db) => {
      const change = 'UPDATE "user" SET is_staff = ?, role = ? WHERE team_id = :team AND id = ?';
      await db.run(change, ...roleColumns(role), userId);
      await recordAct(db, { kind: 'role', userId: by, at: now, detail: { user: userId, role } });
    });
    this.#signIns.forget();
  }

  async close(by: number, userId: number, toId: number, now: string): Promise<void> {
    await this.#db.transaction(async (db) => {
      await db.run(
        `UPDATE "user" SET closed_at = ?, password = '' WHERE team_id = :team AND id = ? AND closed_at = ''`,
        now,
        userId,
      );
      await db.run(
        `UPDATE token SET revoked_at = ? WHERE team_id = :team AND revoked_at = '' AND user_id = ?`,
        now,
        userId,
      );
      for (const table of ['lease', 'collection_member']) {
        await db.run(`DELETE FROM ${table} WHERE team_id = :team AND user_id = ?`, userId);
      }
      const lists = await handOverLists(db, userId, toId, now);
      const collections = await handOverCollections(db, userId, toId);
      await db.run(
        `UPDATE assignment SET user_id = ?, changed_at = ? WHERE team_id = :team AND user_id = ? AND state = 'open'`,
        toId,
        now,
        userId,
      );
      await recordAct(db, {
        kind: 'closed',
        userId: by,
        at: now,
        detail: { user: userId, to: toId, lists, collections },
      });
    });
    this.#signIns.forget();
  }

  async decisions(userId: number, companyIds: readonly number[]): Promise<ColleagueRecord[]> {
    const rows = await this.#db.all(
      { companyId: integer, userId: integer, list: listColumn, reason: integer, at: text },
      `SELECT e.company_id, e.user_id, e.list, e.reason, e.decided_at AS at
       FROM ids(?) c CROSS JOIN entry e ON e.team_id = :team AND e.company_id = c.value
       WHERE e.list > 0 AND e.user_id <> ?
       ORDER BY c.key, e.decided_at DESC, e.decision DESC`,
      listParameter(companyIds),
      userId,
    );
    const seen = new Set<string>();
    return rows.flatMap(({ list, ...row }) => {
      const key = `${row.companyId} ${row.userId}`;
      // All entries that somebody has of a company say the same.
      if (list === 'None' || seen.has(key)) return [];
      seen.add(key);
      return [{ ...row, list: list satisfies DecidedList }];
    });
  }

  async decidedCompanyIds(userId: number): Promise<number[]> {
    return this.#db.column(
      integer,
      `SELECT DISTINCT e.company_id FROM "user" u
       CROSS JOIN entry e ON e.team_id = :team AND e.user_id = u.id AND e.list > 0
       WHERE u.team_id = :team AND u.id <> ?`,
      userId,
    );
  }

  async assign(assignment: Omit<AssignmentRecord, 'state' | 'answer' | 'changedAt'>): Promise<'assigned' | 'taken'> {
    const { id, userId, byId, companyId, note, day, madeAt } = assignment;
    return unlessTaken('taken', () =>
      this.#db.sharing(null, async (db): Promise<'assigned'> => {
        await db.run(
          `INSERT INTO assignment (team_id, id, user_id, by_id, company_id, note, day, made_at, changed_at)
           VALUES (:team, ?, ?, ?, ?, ?, ?, ?, ?)`,
          id,
          userId,
          byId,
          companyId,
          note,
          day,
          madeAt,
          madeAt,
        );
        await recordAct(db, {
          kind: 'assigned',
          userId: byId,
          at: madeAt,
          companyId,
          detail: { to: userId, note, day },
        });
        return 'assigned';
      }),
    );
  }

  async assignments(userId: number, whose: 'to' | 'by'): Promise<AssignmentRecord[]> {
    const column = whose === 'to' ? 'user_id' : 'by_id';
    const select = `SELECT ${assignmentColumns} FROM assignment WHERE team_id = :team AND ${column} = ?`;
    return this.#db.all(assignmentRow, `${select} ORDER BY ${openFirst}`, userId);
  }

  async assignmentsOf(companyId: number): Promise<AssignmentRecord[]> {
    const select = `SELECT ${assignmentColumns} FROM assignment WHERE team_id = :team AND company_id = ?`;
    return this.#db.all(assignmentRow, `${select} AND state = 'open' ORDER BY seq DESC`, companyId);
  }

  async answer(
    userId: number,
    id: string,
    state: AssignmentRecord['state'],
    answer: string,
    now: string,
  ): Promise<AssignmentRecord | 'taken_back' | undefined> {
    return this.#db.sharing(null, async (db) => {
      const select = `SELECT ${assignmentColumns}, answered_by FROM assignment
        WHERE team_id = :team AND id = ? AND (user_id = ? OR by_id = ?)`;
      const row = await db.get({ ...assignmentRow, answeredBy: integer }, select, id, userId, userId);
      if (row === undefined) return undefined;
      const { answeredBy, ...there } = row;
      if (there.state === state && there.answer === answer) return there;
      const wasTakenBack = there.state === 'returned' && answeredBy === there.byId && there.byId !== there.userId;
      if (wasTakenBack && userId !== there.byId) return 'taken_back';
      await db.run(
        `UPDATE assignment SET state = ?, answer = ?, changed_at = ?, answered_by = ? WHERE team_id = :team AND id = ?`,
        state,
        answer,
        now,
        userId,
        id,
      );
      const { companyId } = there;
      await recordAct(db, {
        kind: 'assigned',
        userId,
        at: now,
        companyId,
        detail: { to: there.userId, state, answer },
      });
      return { ...there, state, answer, changedAt: now };
    });
  }

  async mentions(userId: number, { offset, limit }: Slice): Promise<Counted<MentionRecord> & { unread: number }> {
    const from = `FROM mention m
      JOIN note n ON n.team_id = :team AND n.id = m.note_id AND n.text <> '' AND n.audience <> ''
      WHERE m.team_id = :team AND m.user_id = ?`;
    const rows = await this.#db.all(
      mentionRow,
      `SELECT m.note_id, n.company_id, n.user_id AS by_id, n.text, m.at,
         CASE WHEN m.read_at = '' THEN 0 ELSE 1 END AS is_read
       ${from} ORDER BY m.at DESC, m.note_id LIMIT ? OFFSET ?`,
      userId,
      limit,
      offset,
    );
    return {
      count: await this.#db.number(`SELECT COUNT(*) ${from}`, userId),
      unread: await this.#db.number(`SELECT COUNT(*) ${from} AND m.read_at = ''`, userId),
      rows,
    };
  }

  async readMentions(userId: number, companyIds: readonly number[] | null, now: string): Promise<void> {
    const ofCompanies = ` AND note_id IN (
      SELECT n.id FROM note n WHERE n.team_id = :team AND n.company_id IN (SELECT value FROM ids(?)))`;
    await this.#db.run(
      `UPDATE mention SET read_at = ? WHERE team_id = :team AND user_id = ? AND read_at = ''${
        companyIds === null ? '' : ofCompanies
      }`,
      now,
      userId,
      ...(companyIds === null ? [] : [listParameter(companyIds)]),
    );
  }
}

const handedRow = {
  id: integer,
  name: text,
  filters: json((value) => filterSetSchema.parse(value)),
  matchedWeek: text,
  family: integer,
  sharing: text,
};

/**
 * Gives what somebody owns to another, who gets a list of their own in each family. The leaver's lists stay as they
 * are, with all decisions. Returns how many.
 */
async function handOverLists(db: Transaction, userId: number, toId: number, now: string): Promise<number> {
  const owned = await db.all(
    handedRow,
    `SELECT id, name, filters, matched_week, family, sharing FROM smart_list
     WHERE team_id = :team AND user_id = ? AND role = '' AND kind = 'search' AND deleted_at = '' ORDER BY id`,
    userId,
  );
  for (const list of owned) {
    const family = list.family === 0 ? list.id : list.family;
    const sharing = list.family === 0 ? 'each' : list.sharing;
    const leave = `UPDATE smart_list SET family = ?, sharing = ?, role = 'editor' WHERE team_id = :team AND id = ?`;
    await db.run(leave, family, sharing, list.id);
    const [there] = await db.column(
      integer,
      `SELECT id FROM smart_list WHERE team_id = :team AND family = ? AND user_id = ? AND deleted_at = ''`,
      family,
      toId,
    );
    if (there === undefined) await addMember(db, { ...list, family, sharing }, { userId: toId, role: '' }, now);
    else await db.run(`UPDATE smart_list SET role = '' WHERE team_id = :team AND id = ?`, there);
  }
  return owned.length;
}

async function handOverCollections(db: Statements, userId: number, toId: number): Promise<number> {
  const owned = await db.all(
    { id: integer, name: text },
    `SELECT id, name FROM collection WHERE team_id = :team AND user_id = ? AND deleted_at = '' ORDER BY id`,
    userId,
  );
  for (const { id, name } of owned) {
    const free = await freeName(db, 'collection', toId, name);
    const give = 'UPDATE collection SET user_id = ?, name = ?, name_key = ? WHERE team_id = :team AND id = ?';
    await db.run(give, toId, free, listNameKey(free), id);
    await db.run('DELETE FROM collection_member WHERE team_id = :team AND collection_id = ? AND user_id = ?', id, toId);
  }
  return owned.length;
}
