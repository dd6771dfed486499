import type { EntrySeed, LostCompany, Forgotten, ImportNote, Lost, StateUpkeep, Uses } from '../port.ts';
import { integer, orElse, text } from '#node/rows.ts';
import { listParameter, type Database, type Statements } from './database.ts';
import { identify } from './identity.ts';
import { leaveOutKnownOf } from './known.ts';
import { settle } from './ledger.ts';
import { shownWith } from './notes.ts';

const entryColumns =
  'id, user_id, smart_list_id, company_id, list, decision, score, top_match, week, added_at, decided_at, ' +
  'reason, left_out, later, back, came, arrival';
const itemColumns = 'id, collection_id, company_id, added_at';
const among = 'team_id = :team AND company_id IN (SELECT value FROM ids(?))';
const none: Forgotten = { entries: 0, decided: 0, items: 0 };
const noneLost: Lost = { ...none, notes: 0, known: 0 };
/** Rows `(id)`: the companies that notes are shown with. */
const noted = `${shownWith}, noted (id) AS (
  SELECT COALESCE(s.id, n.company_id)
  FROM (SELECT DISTINCT company_id FROM note WHERE team_id = :team) n LEFT JOIN shown s ON s.own = n.company_id)`;
const dayMs = 86_400_000;
const noteRow = { id: integer, owner: text, lastCompanyId: integer, lastBatch: integer, undoes: integer };
const lostRow = { companyId: integer, domain: orElse(text, ''), foldedName: orElse(text, '') };
const clockRow = { steadySince: text, seenAt: text };

/** What follows the companies, in SQL. */
export class SqlUpkeep implements StateUpkeep {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async referredCompanies(): Promise<number[]> {
    return this.#db.column(
      integer,
      // A note outlives its company if that is removed, which is then one that is not known any more.
      `${noted} SELECT company_id FROM entry WHERE team_id = :team
       UNION SELECT company_id FROM collection_item WHERE team_id = :team
       UNION SELECT company_id FROM (
         SELECT company_id FROM known_row WHERE team_id = :team AND company_id > 0
         UNION SELECT id FROM noted WHERE id IN (SELECT k.id FROM known_company k WHERE k.team_id = :team)) AS named
       WHERE company_id NOT IN (SELECT id FROM lost_company WHERE team_id = :team)
       ORDER BY company_id`,
    );
  }

  async newestWeek(): Promise<string> {
    const [week] = await this.#db.column(
      orElse(text, ''),
      `SELECT MAX(week) AS week
       FROM (SELECT MAX(matched_week) AS week FROM smart_list WHERE team_id = :team
         UNION ALL SELECT MAX(week) FROM entry WHERE team_id = :team) AS weeks`,
    );
    return week ?? '';
  }

  async forgetCompanies(ids: readonly number[]): Promise<Forgotten> {
    if (ids.length === 0) return none;
    const list = listParameter(ids);
    return this.#db.transaction(async (db) => {
      await db.run('DELETE FROM known_company WHERE team_id = :team AND id IN (SELECT value FROM ids(?))', list);
      await db.run(`UPDATE known_row SET company_id = 0, chosen = 0 WHERE ${among} AND company_id > 0`, list);
      return remove(db, 'entry', 'collection_item', list);
    });
  }

  async countUses(ids: readonly number[]): Promise<Uses> {
    const list = listParameter(ids);
    return {
      decided: await this.#db.number(`SELECT COUNT(DISTINCT company_id) FROM entry WHERE ${among} AND list > 0`, list),
      entries: await this.#db.number(`SELECT COUNT(*) FROM entry WHERE ${among}`, list),
      items: await this.#db.number(`SELECT COUNT(*) FROM collection_item WHERE ${among}`, list),
    };
  }

  async updateCompanies(seeds: readonly EntrySeed[]): Promise<void> {
    const rows = seeds.map(({ companyId, merit, topMatch, week }) => [companyId, merit, Number(topMatch), week]);
    await this.#db.transaction(async (db) => {
      await identify(
        db,
        seeds.flatMap(({ companyId, identity }) => (identity === undefined ? [] : [{ companyId, ...identity }])),
      );
      await db.run(
        `UPDATE entry SET score = n.merit, top_match = n.top_match,
           week = CASE WHEN entry.came = '' THEN n.week ELSE entry.week END
         FROM (
           SELECT CAST(s.value ->> 0 AS BIGINT) AS company_id, CAST(s.value ->> 1 AS DOUBLE PRECISION) AS merit,
             CAST(s.value ->> 2 AS BIGINT) AS top_match, s.value ->> 3 AS week FROM records(?) s) AS n
         WHERE entry.team_id = :team AND entry.company_id = n.company_id
           AND (entry.score <> n.merit OR entry.top_match <> n.top_match
             OR (entry.week <> n.week AND entry.came = ''))`,
        listParameter(rows),
      );
    });
  }

  async beginImport({ owner, lastCompanyId, lastBatch, undoes = 0 }: Omit<ImportNote, 'id'>): Promise<number> {
    return this.#db.insert(
      `INSERT INTO import_note (team_id, owner, last_company_id, last_batch, undoes) VALUES (:team, ?, ?, ?, ?)
       RETURNING id`,
      owner,
      lastCompanyId,
      lastBatch,
      undoes,
    );
  }

  async openImports(): Promise<ImportNote[]> {
    return this.#db.all(
      noteRow,
      'SELECT id, owner, last_company_id, last_batch, undoes FROM import_note WHERE team_id = :team ORDER BY id',
    );
  }

  async endImport(noteId: number): Promise<void> {
    await this.#db.run('DELETE FROM import_note WHERE team_id = :team AND id = ?', noteId);
  }

  async keepLost(ids: readonly number[], now: string): Promise<Lost> {
    if (ids.length === 0) return noneLost;
    const list = listParameter(ids);
    return this.#db.transaction(async (db) => {
      await db.run(
        `INSERT INTO lost_company (team_id, id, lost_at) SELECT :team, value, ? FROM ids(?) WHERE true
         ON CONFLICT DO NOTHING`,
        now,
        list,
      );
      await setLost(db, 'lost_entry', 'entry', entryColumns, now, list);
      await setLost(db, 'lost_item', 'collection_item', itemColumns, now, list);
      return { ...(await remove(db, 'entry', 'collection_item', list)), ...(await named(db, list)) };
    });
  }

  async lostCompanies(): Promise<LostCompany[]> {
    return this.#db.all(
      lostRow,
      `SELECT l.id AS company_id, k.domain, k.folded_name
       FROM lost_company l LEFT JOIN known_company k ON k.team_id = :team AND k.id = l.id
       WHERE l.team_id = :team ORDER BY l.id`,
    );
  }

  async bringBack(ids: readonly number[]): Promise<Lost> {
    return this.#db.transaction(async (db) => {
      // Of an import that added a hundred thousand, few were lost or none.
      const found = await db.column(
        integer,
        'SELECT l.id FROM ids(?) c CROSS JOIN lost_company l ON l.team_id = :team AND l.id = c.value',
        listParameter(ids),
      );
      if (found.length === 0) return noneLost;
      const list = listParameter(found);
      await db.run('DELETE FROM lost_company WHERE team_id = :team AND id IN (SELECT value FROM ids(?))', list);
      // If a company has two entries in one list, the earlier one is the right one, unless the other was decided in.
      await db.run(
        `DELETE FROM entry WHERE team_id = :team AND (list = 0 OR decision = 0) AND id IN (
           SELECT e.id FROM ids(?) c CROSS JOIN lost_entry l ON l.team_id = :team AND l.company_id = c.value
           CROSS JOIN entry e
             ON e.team_id = :team AND e.smart_list_id = l.smart_list_id AND e.company_id = l.company_id)`,
        list,
      );
      await db.run(
        `INSERT INTO entry (team_id, ${entryColumns}) SELECT :team, ${entryColumns} FROM lost_entry
         WHERE ${among} AND smart_list_id IN (SELECT id FROM smart_list WHERE team_id = :team) ON CONFLICT DO NOTHING`,
        list,
      );
      await db.run(
        `INSERT INTO collection_item (team_id, ${itemColumns}) SELECT :team, ${itemColumns} FROM lost_item
         WHERE ${among} AND collection_id IN (SELECT id FROM collection WHERE team_id = :team) ON CONFLICT DO NOTHING`,
        list,
      );
      for (const id of found) {
        await settle(db, id);
        await leaveOutKnownOf(db, id);
      }
      return { ...(await remove(db, 'lost_entry', 'lost_item', list)), ...(await named(db, list)) };
    });
  }

  async unidentified(after: number, limit: number): Promise<number[]> {
    return this.#db.column(
      integer,
      `${noted} SELECT company_id FROM (
         SELECT company_id FROM entry WHERE team_id = :team
         UNION SELECT company_id FROM collection_item WHERE team_id = :team
         UNION SELECT company_id FROM known_row WHERE team_id = :team AND company_id > 0
         UNION SELECT id FROM noted) AS named
       WHERE company_id > ? AND company_id NOT IN (SELECT id FROM known_company WHERE team_id = :team)
       ORDER BY company_id LIMIT ?`,
      after,
      limit,
    );
  }

  async identify(companies: readonly LostCompany[]): Promise<void> {
    await this.#db.transaction((db) => identify(db, companies));
  }

  async steadySince(now: string, mostDays: number): Promise<string> {
    return this.#db.transaction(async (db) => {
      const row = await db.get(clockRow, 'SELECT steady_since, seen_at FROM clock WHERE team_id = :team');
      const passed = row === undefined ? 0 : Date.parse(now) - Date.parse(row.seenAt);
      // If nothing was noted yet, nothing is known of a jump.
      const isSteady = passed >= -dayMs && passed <= mostDays * dayMs;
      const since = row === undefined ? '' : isSteady ? row.steadySince : now;
      // Not updated: a row that stays what it was is not written, and a start on a full disk is to notice that.
      await db.run('DELETE FROM clock WHERE team_id = :team');
      await db.run('INSERT INTO clock (team_id, id, steady_since, seen_at) VALUES (:team, 1, ?, ?)', since, now);
      return since;
    });
  }

  async forgetTokens(before: string): Promise<void> {
    await this.#db.run(
      `DELETE FROM token WHERE team_id = :team
         AND ((revoked_at <> '' AND revoked_at < ?) OR (expires_at <> '' AND expires_at < ?))`,
      before,
      before,
    );
  }

  async forgetKeys(before: string): Promise<void> {
    await this.#db.run('DELETE FROM idempotency_key WHERE team_id = :team AND created_at < ?', before);
  }

  async forgetDeleted(before: string): Promise<void> {
    const gone = `team_id = :team AND deleted_at <> '' AND deleted_at < ?`;
    const ofList = `team_id = :team AND smart_list_id IN (SELECT id FROM smart_list WHERE ${gone})`;
    const ofCollection = `team_id = :team AND collection_id IN (SELECT id FROM collection WHERE ${gone})`;
    await this.#db.transaction(async (db) => {
      await db.run(`DELETE FROM entry WHERE ${ofList} AND list = 0`, before);
      await db.run(`DELETE FROM opinion WHERE ${ofList}`, before);
      await db.run(`DELETE FROM smart_list WHERE ${gone} AND ${hasNone('entry')} AND ${hasNone('lost_entry')}`, before);
      await db.run(`DELETE FROM collection_item WHERE ${ofCollection}`, before);
      await db.run(`DELETE FROM lost_item WHERE ${ofCollection}`, before);
      await db.run(`DELETE FROM collection WHERE ${gone}`, before);
    });
  }
}

/** That a smart list has no row in a table. */
function hasNone(table: string): string {
  return `NOT EXISTS (SELECT 1 FROM ${table} e WHERE e.team_id = :team AND e.smart_list_id = smart_list.id)`;
}

async function setLost(
  db: Statements,
  lost: 'lost_entry' | 'lost_item',
  table: 'entry' | 'collection_item',
  columns: string,
  now: string,
  list: string,
): Promise<void> {
  const changes = ['lost_at', ...columns.split(', ')].map((name) => `${name} = excluded.${name}`);
  await db.run(
    `INSERT INTO ${lost} (team_id, lost_at, ${columns}) SELECT :team, ?, ${columns} FROM ${table} WHERE ${among}
     ON CONFLICT (team_id, id) DO UPDATE SET ${changes.join(', ')}`,
    now,
    list,
  );
}

async function remove(
  db: Statements,
  entries: 'entry' | 'lost_entry',
  items: 'collection_item' | 'lost_item',
  list: string,
): Promise<Forgotten> {
  return {
    decided: await db.number(`SELECT COUNT(*) FROM ${entries} WHERE ${among} AND list > 0`, list),
    entries: await db.run(`DELETE FROM ${entries} WHERE ${among}`, list),
    items: await db.run(`DELETE FROM ${items} WHERE ${among}`, list),
  };
}

/** How much else names some companies. */
async function named(db: Statements, list: string): Promise<Pick<Lost, 'notes' | 'known'>> {
  return {
    notes: await db.number(
      `${shownWith} SELECT COUNT(*) FROM note n LEFT JOIN shown s ON s.own = n.company_id
       WHERE n.team_id = :team AND n.text <> '' AND COALESCE(s.id, n.company_id) IN (SELECT value FROM ids(?))`,
      list,
    ),
    known: await db.number(`SELECT COUNT(*) FROM known_row WHERE ${among} AND company_id > 0`, list),
  };
}
