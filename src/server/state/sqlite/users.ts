import { hash, randomBytes } from 'node:crypto';
import { exportAddon } from '#shared/domain/account.ts';
import type { UserRecord, UserStore } from '../port.ts';
import type { Row, StateDatabase } from './database.ts';

const columns = 'user.id, user.email, user.name, user.is_staff, user.addons';

/**
 * Users and tokens in SQLite. A token is 256 random bits; the file holds its SHA-256 only. Over a file that cannot be
 * written, tokens live in memory, so that the user can at least sign in and search.
 */
export class SqliteUsers implements UserStore {
  readonly #db: StateDatabase;
  /** Hash → user and label, of a read-only file only. */
  readonly #memory: Map<string, { readonly userId: number; readonly label: string }> | null;

  constructor(db: StateDatabase, options: { readonly readOnly: boolean }) {
    this.#db = db;
    this.#memory = options.readOnly ? new Map() : null;
  }

  async firstUser(): Promise<UserRecord> {
    const row = this.#db.get(`SELECT ${columns} FROM user ORDER BY id LIMIT 1`);
    if (row !== undefined) return userOf(row);
    return this.add({ email: '', name: 'Workspace owner', isStaff: true, addons: [exportAddon] });
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
    // All columns, because a read-only file may be from before tokens had an end.
    const row = this.#db.get(
      `SELECT token.*, ${columns} FROM token JOIN user ON user.id = token.user_id
       WHERE token.hash = ? AND token.revoked_at = ''`,
      hashOf(token),
    );
    if (row === undefined || hasEnded(String(row['expires_at'] ?? ''))) return undefined;
    return userOf(row);
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
    const row = this.#db.get(`SELECT ${columns} FROM user WHERE id = ?`, id);
    return row === undefined ? undefined : userOf(row);
  }
}

function hasEnded(expiresAt: string): boolean {
  return expiresAt !== '' && expiresAt <= new Date().toISOString();
}

function hashOf(token: string): string {
  return hash('sha256', token, 'hex');
}

/** A user's row as the port's record. */
export function userOf(row: Row): UserRecord {
  return {
    id: Number(row['id']),
    email: String(row['email']),
    name: String(row['name']),
    isStaff: row['is_staff'] === 1,
    addons: JSON.parse(String(row['addons'])) as string[],
  };
}
