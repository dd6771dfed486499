import { hash, randomBytes } from 'node:crypto';
import { flag, integer, json, orElse, text } from '#node/rows.ts';
import { exportAddon } from '#shared/domain/account.ts';
import type { UserRecord, UserStore, AccountRecord, AccountStore, NewAccount, TokenRecord } from '../port.ts';
import { type StateDatabase, unlessTaken } from './database.ts';

const userRow = {
  id: integer,
  email: text,
  name: text,
  isStaff: flag,
  addons: json((value) => value as string[]),
};
const accountRow = { ...userRow, login: text, createdAt: text, tokens: integer };
const signInRow = { ...userRow, expiresAt: orElse(text, '') };
const loginRow = { ...accountRow, password: text };
const tokenRow = { hash: text, label: text, createdAt: text, expiresAt: text, revokedAt: text };
const columns = 'user.id, user.email, user.name, user.is_staff, user.addons';

/**
 * Users and tokens in SQLite. A token is 256 random bits; the file has only its SHA-256. If the file cannot be written,
 * tokens live in memory, so that the user can at least sign in and search.
 */
export class SqliteUsers implements UserStore {
  readonly #db: StateDatabase;
  /** Hash → user and label; only for a read-only file. */
  readonly #memory: Map<string, { readonly userId: number; readonly label: string }> | null;

  constructor(db: StateDatabase, options: { readonly readOnly: boolean }) {
    this.#db = db;
    this.#memory = options.readOnly ? new Map() : null;
  }

  async firstUser(): Promise<UserRecord> {
    const first = this.#db.get(userRow, `SELECT ${columns} FROM user ORDER BY id LIMIT 1`);
    return first ?? this.add({ email: '', name: 'Workspace owner', isStaff: true, addons: [exportAddon] });
  }

  async add(user: Omit<UserRecord, 'id'>): Promise<UserRecord> {
    const id = this.#db.insert(
      'INSERT INTO user (email, name, is_staff, addons, created_at) VALUES (?, ?, ?, ?, ?)',
      user.email,
      user.name,
      Number(user.isStaff),
      JSON.stringify(user.addons),
      new Date().toISOString(),
    );
    return { id, ...user };
  }

  async byToken(token: string): Promise<UserRecord | undefined> {
    const inMemory = this.#memory?.get(hashOf(token));
    if (inMemory !== undefined) return this.#byId(inMemory.userId);
    // All columns, because a read-only file may be older than token expiry.
    const row = this.#db.get(
      signInRow,
      `SELECT token.*, ${columns} FROM token JOIN user ON user.id = token.user_id
       WHERE token.hash = ? AND token.revoked_at = ''`,
      hashOf(token),
    );
    if (row === undefined) return undefined;
    const { expiresAt, ...user } = row;
    return hasEnded(expiresAt) ? undefined : user;
  }

  async issueToken(userId: number, label: string, expiresAt = ''): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    if (this.#memory !== null) {
      this.#memory.set(hashOf(token), { userId, label });
      return token;
    }
    this.#db.run(
      'INSERT INTO token (hash, user_id, label, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
      hashOf(token),
      userId,
      label,
      new Date().toISOString(),
      expiresAt,
    );
    return token;
  }

  async revokeTokens(userId: number, label?: string): Promise<void> {
    if (this.#memory !== null) {
      for (const [hash, known] of this.#memory) {
        if (known.userId === userId && (label ?? known.label) === known.label) this.#memory.delete(hash);
      }
      return;
    }
    const now = new Date().toISOString();
    const revoke = `UPDATE token SET revoked_at = ? WHERE revoked_at = '' AND user_id = ?`;
    if (label === undefined) this.#db.run(revoke, now, userId);
    else this.#db.run(`${revoke} AND label = ?`, now, userId, label);
  }

  async revokeToken(token: string): Promise<void> {
    this.#memory?.delete(hashOf(token));
    if (this.#memory !== null) return;
    const revoke = `UPDATE token SET revoked_at = ? WHERE revoked_at = '' AND hash = ?`;
    this.#db.run(revoke, new Date().toISOString(), hashOf(token));
  }

  async completeSignUp(userId: number, email: string, accountId: string): Promise<void> {
    this.#db.run('UPDATE user SET email = ?, account_id = ? WHERE id = ?', email, accountId, userId);
  }

  #byId(id: number): UserRecord | undefined {
    return this.#db.get(userRow, `SELECT ${columns} FROM user WHERE id = ?`, id);
  }
}

function hasEnded(expiresAt: string): boolean {
  return expiresAt !== '' && expiresAt <= new Date().toISOString();
}

function hashOf(token: string): string {
  return hash('sha256', token, 'hex');
}

const live = `revoked_at = '' AND (expires_at = '' OR expires_at > ?)`;

const select = `
  SELECT user.*, (SELECT count(*) FROM token WHERE user_id = user.id AND ${live}) AS tokens
  FROM user WHERE removed_at = ''`;

/** What belongs to a user, children before parents. */
const deletions = [
  'DELETE FROM opinion WHERE user_id = ?',
  'DELETE FROM idempotency_key WHERE user_id = ?',
  'DELETE FROM entry WHERE user_id = ?',
  'DELETE FROM event WHERE user_id = ?',
  'DELETE FROM note WHERE user_id = ?',
  'DELETE FROM export_note WHERE user_id = ?',
  'DELETE FROM reason WHERE user_id = ?',
  'DELETE FROM known_row WHERE source_id IN (SELECT id FROM known_source WHERE user_id = ?)',
  'DELETE FROM known_source WHERE user_id = ?',
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
    return this.#db.all(accountRow, `${select} ORDER BY id`, now());
  }

  async byId(id: number): Promise<AccountRecord | undefined> {
    return this.#db.get(accountRow, `${select} AND id = ?`, now(), id);
  }

  async byLogin(login: string): Promise<(AccountRecord & { readonly password: string }) | undefined> {
    if (login === '') return undefined;
    return this.#db.get(loginRow, `${select} AND login = ?`, now(), login);
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
      // The row stays, emptied: a desktop's queue of moves belongs to the id, which must not come again.
      this.#db.run(
        `UPDATE user SET removed_at = ?, login = '', email = '', name = '', password = '', account_id = '',
           addons = '[]', is_staff = 0
         WHERE id = ?`,
        now(),
        id,
      );
    });
  }

  async tokens(id: number): Promise<TokenRecord[]> {
    const rows = this.#db.all(tokenRow, 'SELECT * FROM token WHERE user_id = ? ORDER BY created_at, hash', id);
    return rows.map(({ hash: whole, ...rest }) => ({ id: whole.slice(0, shownHash), ...rest }));
  }

  async revokeToken(id: number, tokenId: string): Promise<boolean> {
    const moment = now();
    const isIt = `user_id = ? AND substr(hash, 1, ${shownHash}) = ?`;
    const revoke = `UPDATE token SET revoked_at = ? WHERE ${isIt} AND ${live}`;
    return this.#db.run(revoke, moment, id, tokenId, moment) > 0;
  }
}

/** How many characters of its hash name a token: enough to tell tokens apart, no help in guessing one. */
const shownHash = 12;

function now(): string {
  return new Date().toISOString();
}
