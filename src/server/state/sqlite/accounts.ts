import type { AccountRecord, AccountStore, NewAccount, TokenRecord, UserRecord } from '../port.ts';
import { unlessTaken, type Row, type StateDatabase } from './database.ts';
import { userOf } from './users.ts';

const live = `revoked_at = '' AND (expires_at = '' OR expires_at > ?)`;

const select = `
  SELECT user.*, (SELECT count(*) FROM token WHERE user_id = user.id AND ${live}) AS tokens
  FROM user WHERE removed_at = ''`;

/** What belongs to a user, children before parents. */
const deletions = [
  'DELETE FROM opinion WHERE user_id = ?',
  'DELETE FROM idempotency_key WHERE user_id = ?',
  'DELETE FROM entry WHERE user_id = ?',
  'DELETE FROM lost_entry WHERE user_id = ?',
  'DELETE FROM smart_list WHERE user_id = ?',
  'DELETE FROM collection_item WHERE collection_id IN (SELECT id FROM collection WHERE user_id = ?)',
  'DELETE FROM lost_item WHERE collection_id IN (SELECT id FROM collection WHERE user_id = ?)',
  'DELETE FROM collection WHERE user_id = ?',
  'DELETE FROM token WHERE user_id = ?',
];

/** Accounts in SQLite. */
export class SqliteAccounts implements AccountStore {
  readonly #db: StateDatabase;

  constructor(db: StateDatabase) {
    this.#db = db;
  }

  async add({ login, name, isStaff, addons, password }: NewAccount): Promise<AccountRecord | 'login_taken'> {
    const createdAt = now();
    return unlessTaken('login_taken', () => {
      const id = this.#db.insert(
        'INSERT INTO user (email, name, is_staff, addons, created_at, login, password) VALUES (?, ?, ?, ?, ?, ?, ?)',
        login,
        name,
        Number(isStaff),
        JSON.stringify(addons),
        createdAt,
        login,
        password,
      );
      return { id, email: login, name, isStaff, addons, login, createdAt, tokens: 0 };
    });
  }

  async list(): Promise<AccountRecord[]> {
    return this.#db.all(`${select} ORDER BY id`, now()).map(accountOf);
  }

  async byId(id: number): Promise<AccountRecord | undefined> {
    const row = this.#db.get(`${select} AND id = ?`, now(), id);
    return row === undefined ? undefined : accountOf(row);
  }

  async byLogin(login: string): Promise<(AccountRecord & { readonly password: string }) | undefined> {
    if (login === '') return undefined;
    const row = this.#db.get(`${select} AND login = ?`, now(), login);
    return row === undefined ? undefined : { ...accountOf(row), password: String(row['password']) };
  }

  async setPassword(id: number, password: string): Promise<void> {
    this.#db.transaction(() => {
      this.#db.run('UPDATE user SET password = ? WHERE id = ?', password, id);
      this.#db.run(`UPDATE token SET revoked_at = ? WHERE revoked_at = '' AND user_id = ?`, now(), id);
    });
  }

  async change(id: number, change: Partial<Pick<UserRecord, 'name' | 'isStaff' | 'addons'>>): Promise<void> {
    this.#db.run(
      `UPDATE user SET name = coalesce(?, name), is_staff = coalesce(?, is_staff), addons = coalesce(?, addons)
       WHERE id = ?`,
      change.name ?? null,
      change.isStaff === undefined ? null : Number(change.isStaff),
      change.addons === undefined ? null : JSON.stringify(change.addons),
      id,
    );
  }

  async remove(id: number): Promise<void> {
    this.#db.transaction(() => {
      for (const sql of deletions) this.#db.run(sql, id);
      // The row stays without what it said: a desktop's queue of moves belongs to the id, which must not come again.
      this.#db.run(
        `UPDATE user SET removed_at = ?, login = '', email = '', name = '', password = '', account_id = '', addons = '[]',
           is_staff = 0
         WHERE id = ?`,
        now(),
        id,
      );
    });
  }

  async tokens(id: number): Promise<TokenRecord[]> {
    const rows = this.#db.all('SELECT * FROM token WHERE user_id = ? ORDER BY created_at, hash', id);
    return rows.map((row) => ({
      id: String(row['hash']).slice(0, shownHash),
      label: String(row['label']),
      createdAt: String(row['created_at']),
      expiresAt: String(row['expires_at']),
      revokedAt: String(row['revoked_at']),
    }));
  }

  async revokeToken(id: number, tokenId: string): Promise<boolean> {
    const moment = now();
    const revoke = `UPDATE token SET revoked_at = ? WHERE user_id = ? AND substr(hash, 1, ${shownHash}) = ? AND ${live}`;
    return this.#db.run(revoke, moment, id, tokenId, moment) > 0;
  }
}

/** Characters of a hash that name its token: enough to tell tokens apart, no help in finding one. */
const shownHash = 12;

function now(): string {
  return new Date().toISOString();
}

function accountOf(row: Row): AccountRecord {
  return {
    ...userOf(row),
    login: String(row['login']),
    createdAt: String(row['created_at']),
    tokens: Number(row['tokens']),
  };
}
