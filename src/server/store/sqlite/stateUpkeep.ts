import type { EntrySeed } from '../entrySeed.ts';
import type { Forgotten, StateUpkeep } from '../upkeep.ts';
import { idsParameter, type StateDatabase } from './stateDatabase.ts';

/** What follows the companies, in SQLite. */
export class SqliteUpkeep implements StateUpkeep {
  readonly #db: StateDatabase;

  constructor(db: StateDatabase) {
    this.#db = db;
  }

  async referredCompanies(): Promise<number[]> {
    const rows = this.#db.all(
      'SELECT company_id FROM entry UNION SELECT company_id FROM collection_item ORDER BY company_id',
    );
    return rows.map((row) => Number(row['company_id']));
  }

  async newestWeek(): Promise<string> {
    const row = this.#db.get(
      `SELECT MAX(week) AS week
       FROM (SELECT MAX(matched_week) AS week FROM smart_list UNION ALL SELECT MAX(week) FROM entry)`,
    );
    return String(row?.['week'] ?? '');
  }

  async forgetCompanies(ids: readonly number[]): Promise<Forgotten> {
    if (ids.length === 0) return { entries: 0, decided: 0, items: 0 };
    const list = idsParameter(ids);
    const gone = 'company_id IN (SELECT value FROM json_each(?))';
    return this.#db.transaction(() => ({
      decided: this.#db.number(`SELECT COUNT(*) FROM entry WHERE list > 0 AND ${gone}`, list),
      entries: this.#db.run(`DELETE FROM entry WHERE ${gone}`, list),
      items: this.#db.run(`DELETE FROM collection_item WHERE ${gone}`, list),
    }));
  }

  async updateCompanies(seeds: readonly EntrySeed[]): Promise<void> {
    const rows = seeds.map(({ companyId, score, topMatch, week }) => [companyId, score ?? -1, Number(topMatch), week]);
    this.#db.transaction(() =>
      this.#db.run(
        `UPDATE entry SET score = s.value ->> 1, top_match = s.value ->> 2, week = s.value ->> 3
         FROM json_each(?) s
         WHERE entry.company_id = s.value ->> 0
           AND (entry.score <> s.value ->> 1 OR entry.top_match <> s.value ->> 2 OR entry.week <> s.value ->> 3)`,
        JSON.stringify(rows),
      ),
    );
  }

  async beginImport(lastCompanyId: number): Promise<void> {
    this.#db.run('INSERT OR REPLACE INTO running_import (id, last_company_id) VALUES (1, ?)', lastCompanyId);
  }

  async interruptedImport(): Promise<number | null> {
    const row = this.#db.get('SELECT last_company_id FROM running_import');
    return row === undefined ? null : Number(row['last_company_id']);
  }

  async endImport(): Promise<void> {
    this.#db.run('DELETE FROM running_import');
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
        `DELETE FROM smart_list WHERE ${gone} AND NOT EXISTS (SELECT 1 FROM entry WHERE smart_list_id = smart_list.id)`,
        before,
      );
      this.#db.run(
        `DELETE FROM collection_item WHERE collection_id IN (SELECT id FROM collection WHERE ${gone})`,
        before,
      );
      this.#db.run(`DELETE FROM collection WHERE ${gone}`, before);
    });
  }
}
