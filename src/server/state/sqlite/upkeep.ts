import type { EntrySeed, LostCompany, Forgotten, ImportNote, Lost, StateUpkeep, Uses } from '../port.ts';
import { integer, orElse, text } from '#node/rows.ts';
import { idsParameter, type StateDatabase } from './database.ts';
import { identify } from './identity.ts';
import { leaveOutKnownOf } from './known.ts';
import { settle } from './ledger.ts';
import { shownWith } from './notes.ts';

const entryColumns =
  'id, user_id, smart_list_id, company_id, list, decision, score, top_match, week, added_at, decided_at, ' +
  'reason, left_out, later, back, came';
const itemColumns = 'id, collection_id, company_id, added_at';
const among = 'company_id IN (SELECT value FROM json_each(?))';
const none: Forgotten = { entries: 0, decided: 0, items: 0 };
const noneLost: Lost = { ...none, notes: 0, known: 0 };
/** Rows `(id)`: the companies that notes are shown with. */
const noted = `${shownWith}, noted (id) AS (
  SELECT COALESCE(s.id, n.company_id) FROM (SELECT DISTINCT company_id FROM note) n LEFT JOIN shown s
    ON s.own = n.company_id)`;
const dayMs = 86_400_000;
const noteRow = { id: integer, owner: text, lastCompanyId: integer, lastBatch: integer, undoes: integer };
const lostRow = { companyId: integer, domain: orElse(text, ''), foldedName: orElse(text, '') };
const clockRow = { steadySince: text, seenAt: text };

/** What follows the companies, in SQLite. */
export class SqliteUpkeep implements StateUpkeep {
  readonly #db: StateDatabase;

  constructor(db: StateDatabase) {
    this.#db = db;
  }

  async referredCompanies(): Promise<number[]> {
    return this.#db.column(
      integer,
      // A note outlives its company if that is removed, which is then one that is not known any more.
      `${noted} SELECT company_id FROM entry UNION SELECT company_id FROM collection_item
       UNION SELECT company_id FROM (
         SELECT company_id FROM known_row WHERE company_id > 0
         UNION SELECT id FROM noted WHERE id IN (SELECT k.id FROM known_company k))
       WHERE company_id NOT IN (SELECT id FROM lost_company)
       ORDER BY company_id`,
    );
  }

  async newestWeek(): Promise<string> {
    const [week] = this.#db.column(
      orElse(text, ''),
      `SELECT MAX(week) AS week
       FROM (SELECT MAX(matched_week) AS week FROM smart_list UNION ALL SELECT MAX(week) FROM entry)`,
    );
    return week ?? '';
  }

  async forgetCompanies(ids: readonly number[]): Promise<Forgotten> {
    if (ids.length === 0) return none;
    const list = idsParameter(ids);
    return this.#db.transaction(() => {
      this.#db.run('DELETE FROM known_company WHERE id IN (SELECT value FROM json_each(?))', list);
      this.#db.run(`UPDATE known_row SET company_id = 0, chosen = 0 WHERE company_id > 0 AND ${among}`, list);
      return this.#remove('entry', 'collection_item', list);
    });
  }

  async countUses(ids: readonly number[]): Promise<Uses> {
    const list = idsParameter(ids);
    return {
      decided: this.#db.number(`SELECT COUNT(DISTINCT company_id) FROM entry WHERE list > 0 AND ${among}`, list),
      entries: this.#db.number(`SELECT COUNT(*) FROM entry WHERE ${among}`, list),
      items: this.#db.number(`SELECT COUNT(*) FROM collection_item WHERE ${among}`, list),
    };
  }

  async updateCompanies(seeds: readonly EntrySeed[]): Promise<void> {
    const rows = seeds.map(({ companyId, merit, topMatch, week }) => [companyId, merit, Number(topMatch), week]);
    this.#db.transaction(() => {
      for (const { companyId, identity } of seeds) if (identity !== undefined) identify(this.#db, companyId, identity);
      this.#db.run(
        `UPDATE entry SET score = s.value ->> 1, top_match = s.value ->> 2, week = iif(came = '', s.value ->> 3, week)
         FROM json_each(?) s
         WHERE entry.company_id = s.value ->> 0
           AND (entry.score <> s.value ->> 1 OR entry.top_match <> s.value ->> 2
             OR (entry.week <> s.value ->> 3 AND came = ''))`,
        JSON.stringify(rows),
      );
    });
  }

  async beginImport({ owner, lastCompanyId, lastBatch, undoes = 0 }: Omit<ImportNote, 'id'>): Promise<number> {
    return this.#db.insert(
      'INSERT INTO import_note (owner, last_company_id, last_batch, undoes) VALUES (?, ?, ?, ?)',
      owner,
      lastCompanyId,
      lastBatch,
      undoes,
    );
  }

  async openImports(): Promise<ImportNote[]> {
    return this.#db.all(noteRow, 'SELECT id, owner, last_company_id, last_batch, undoes FROM import_note ORDER BY id');
  }

  async endImport(noteId: number): Promise<void> {
    this.#db.run('DELETE FROM import_note WHERE id = ?', noteId);
  }

  async keepLost(ids: readonly number[], now: string): Promise<Lost> {
    if (ids.length === 0) return noneLost;
    const list = idsParameter(ids);
    return this.#db.transaction(() => {
      this.#db.run('INSERT OR IGNORE INTO lost_company (id, lost_at) SELECT value, ? FROM json_each(?)', now, list);
      this.#db.run(
        `INSERT OR REPLACE INTO lost_entry (lost_at, ${entryColumns})
         SELECT ?, ${entryColumns} FROM entry WHERE ${among}`,
        now,
        list,
      );
      this.#db.run(
        `INSERT OR REPLACE INTO lost_item (lost_at, ${itemColumns})
         SELECT ?, ${itemColumns} FROM collection_item WHERE ${among}`,
        now,
        list,
      );
      return { ...this.#remove('entry', 'collection_item', list), ...this.#named(list) };
    });
  }

  async lostCompanies(): Promise<LostCompany[]> {
    return this.#db.all(
      lostRow,
      `SELECT l.id AS company_id, k.domain, k.folded_name
       FROM lost_company l LEFT JOIN known_company k ON k.id = l.id ORDER BY l.id`,
    );
  }

  async bringBack(ids: readonly number[]): Promise<Lost> {
    return this.#db.transaction(() => {
      // Of an import that added a hundred thousand, few were lost or none.
      const found = this.#db.column(
        integer,
        'SELECT l.id FROM json_each(?) c CROSS JOIN lost_company l ON l.id = c.value',
        idsParameter(ids),
      );
      if (found.length === 0) return noneLost;
      const list = idsParameter(found);
      this.#db.run('DELETE FROM lost_company WHERE id IN (SELECT value FROM json_each(?))', list);
      // If a company has two entries in one list, the earlier one is the right one, unless the other was decided in.
      this.#db.run(
        `DELETE FROM entry WHERE (list = 0 OR decision = 0) AND id IN (
           SELECT e.id FROM lost_entry l
           CROSS JOIN entry e ON e.smart_list_id = l.smart_list_id AND e.company_id = l.company_id WHERE l.${among})`,
        list,
      );
      this.#db.run(
        `INSERT OR IGNORE INTO entry (${entryColumns}) SELECT ${entryColumns} FROM lost_entry
         WHERE ${among} AND smart_list_id IN (SELECT id FROM smart_list)`,
        list,
      );
      this.#db.run(
        `INSERT OR IGNORE INTO collection_item (${itemColumns}) SELECT ${itemColumns} FROM lost_item
         WHERE ${among} AND collection_id IN (SELECT id FROM collection)`,
        list,
      );
      for (const id of found) {
        settle(this.#db, id);
        leaveOutKnownOf(this.#db, id);
      }
      return { ...this.#remove('lost_entry', 'lost_item', list), ...this.#named(list) };
    });
  }

  async unidentified(after: number, limit: number): Promise<number[]> {
    return this.#db.column(
      integer,
      `${noted} SELECT company_id FROM (
         SELECT company_id FROM entry UNION SELECT company_id FROM collection_item
         UNION SELECT company_id FROM known_row WHERE company_id > 0 UNION SELECT id FROM noted)
       WHERE company_id > ? AND company_id NOT IN (SELECT id FROM known_company) ORDER BY company_id LIMIT ?`,
      after,
      limit,
    );
  }

  async identify(companies: readonly LostCompany[]): Promise<void> {
    this.#db.transaction(() => {
      for (const company of companies) identify(this.#db, company.companyId, company);
    });
  }

  async steadySince(now: string, mostDays: number): Promise<string> {
    return this.#db.transaction(() => {
      const row = this.#db.get(clockRow, 'SELECT steady_since, seen_at FROM clock');
      const passed = row === undefined ? 0 : Date.parse(now) - Date.parse(row.seenAt);
      // If nothing was noted yet, nothing is known of a jump.
      const isSteady = passed >= -dayMs && passed <= mostDays * dayMs;
      const since = row === undefined ? '' : isSteady ? row.steadySince : now;
      this.#db.run('INSERT OR REPLACE INTO clock (id, steady_since, seen_at) VALUES (1, ?, ?)', since, now);
      return since;
    });
  }

  #remove(entries: 'entry' | 'lost_entry', items: 'collection_item' | 'lost_item', list: string): Forgotten {
    return {
      decided: this.#db.number(`SELECT COUNT(*) FROM ${entries} WHERE list > 0 AND ${among}`, list),
      entries: this.#db.run(`DELETE FROM ${entries} WHERE ${among}`, list),
      items: this.#db.run(`DELETE FROM ${items} WHERE ${among}`, list),
    };
  }

  /** How much else names some companies. */
  #named(list: string): Pick<Lost, 'notes' | 'known'> {
    return {
      notes: this.#db.number(
        `${shownWith} SELECT COUNT(*) FROM note n LEFT JOIN shown s ON s.own = n.company_id
         WHERE n.text <> '' AND COALESCE(s.id, n.company_id) IN (SELECT value FROM json_each(?))`,
        list,
      ),
      known: this.#db.number(`SELECT COUNT(*) FROM known_row WHERE company_id > 0 AND ${among}`, list),
    };
  }

  async forgetTokens(before: string): Promise<void> {
    this.#db.run(
      `DELETE FROM token WHERE (revoked_at <> '' AND revoked_at < ?) OR (expires_at <> '' AND expires_at < ?)`,
      before,
      before,
    );
  }

  async forgetKeys(before: string): Promise<void> {
    this.#db.run('DELETE FROM idempotency_key WHERE created_at < ?', before);
  }

  async forgetDeleted(before: string): Promise<void> {
    const gone = `deleted_at <> '' AND deleted_at < ?`;
    const list = `smart_list_id IN (SELECT id FROM smart_list WHERE ${gone})`;
    this.#db.transaction(() => {
      this.#db.run(`DELETE FROM entry WHERE list = 0 AND ${list}`, before);
      this.#db.run(`DELETE FROM opinion WHERE ${list}`, before);
      this.#db.run(
        `DELETE FROM smart_list WHERE ${gone}
           AND NOT EXISTS (SELECT 1 FROM entry WHERE smart_list_id = smart_list.id)
           AND NOT EXISTS (SELECT 1 FROM lost_entry WHERE smart_list_id = smart_list.id)`,
        before,
      );
      this.#db.run(
        `DELETE FROM collection_item WHERE collection_id IN (SELECT id FROM collection WHERE ${gone})`,
        before,
      );
      this.#db.run(`DELETE FROM lost_item WHERE collection_id IN (SELECT id FROM collection WHERE ${gone})`, before);
      this.#db.run(`DELETE FROM collection WHERE ${gone}`, before);
    });
  }
}
