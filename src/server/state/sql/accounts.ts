import { hash, randomBytes } from 'node:crypto';
import { flag, integer, json, text } from '#node/rows.ts';
import { exportAddon } from '#shared/domain/account.ts';
import { looksLike } from '#shared/domain/personName.ts';
import { roleSchema, type Role } from '#shared/domain/team.ts';
import { AppError } from '#shared/errors.ts';
import type { AccountRecord, AccountStore, NewAccount, TokenRecord, TokenUse, UserRecord, UserStore } from '../port.ts';
import { unlessTaken, type Database, type Statements, type Transaction } from './database.ts';
import { recordAct } from './ledger.ts';
import type { SignIns } from './signIns.ts';

const userRow = {
  id: integer,
  email: text,
  name: text,
  isStaff: flag,
  role: text,
  addons: json((value) => value as string[]),
};
const accountRow = { ...userRow, login: text, createdAt: text, tokens: integer };
const signInRow = { ...userRow, expiresAt: text };
const loginRow = { ...accountRow, password: text };
const tokenRow = { hash: text, label: text, createdAt: text, expiresAt: text, revokedAt: text };
const columns = 'u.id, u.email, u.name, u.is_staff, u.role, u.addons';

/** That a user, `u`, may still come in: asked whenever a token is made, and whenever one is shown. */
const mayComeIn = `u.closed_at = '' AND u.removed_at = ''`;

/** Labels of tokens that open one thing alone. A token with any other label opens the API. */
const singleUses: ReadonlySet<string> = new Set<TokenUse>(['profile page']);

/** What a token, `t`, opens. */
const useOfToken = `CASE WHEN t.label IN (${[...singleUses].map((use) => `'${use}'`).join(', ')}) THEN t.label
  ELSE 'api' END`;

/**
 * Users and tokens in SQL. A token is 256 random bits; the store has only its SHA-256. If the file cannot
 * be written, tokens live in memory, so that the user can at least sign in and search.
 */
export class SqlUsers implements UserStore {
  readonly #db: Database;
  readonly #signIns: SignIns;
  /** Hash → token; only for a read-only file. */
  readonly #memory: Map<string, MemoryToken> | null;

  constructor(db: Database, signIns: SignIns, options: { readonly readOnly: boolean }) {
    this.#db = db;
    this.#signIns = signIns;
    this.#memory = options.readOnly ? new Map() : null;
  }

  async firstUser(): Promise<UserRecord> {
    const first = await this.#db.get(
      userRow,
      `SELECT ${columns} FROM "user" u WHERE u.team_id = :team ORDER BY u.id LIMIT 1`,
    );
    return first === undefined
      ? this.add({ email: '', name: 'Workspace owner', role: 'staff', addons: [exportAddon] })
      : withRole(first);
  }

  async add(user: Omit<UserRecord, 'id'>): Promise<UserRecord> {
    const id = await this.#db.insert(
      `INSERT INTO "user" (team_id, email, name, is_staff, role, addons, created_at) VALUES (:team, ?, ?, ?, ?, ?, ?)
       RETURNING id`,
      user.email,
      user.name,
      ...roleColumns(user.role),
      JSON.stringify(user.addons),
      new Date().toISOString(),
    );
    return { id, ...user };
  }

  async byToken(token: string, use: TokenUse = 'api'): Promise<UserRecord | undefined> {
    const key = hashOf(token);
    const inMemory = this.#memory?.get(key);
    if (inMemory !== undefined) {
      const isGood = useOf(inMemory.label) === use && !hasEnded(inMemory.expiresAt);
      return isGood ? this.#byId(inMemory.userId) : undefined;
    }
    return this.#signIns.userOf(`${use} ${key}`, async () => {
      const row = await this.#db.get(
        signInRow,
        `SELECT t.expires_at, ${columns} FROM token t JOIN "user" u ON u.team_id = :team AND u.id = t.user_id
         WHERE t.team_id = :team AND t.hash = ? AND t.revoked_at = '' AND ${mayComeIn} AND ${useOfToken} = ?`,
        key,
        use,
      );
      if (row === undefined || hasEnded(row.expiresAt)) return undefined;
      const { expiresAt: endsAt, ...user } = row;
      return { user: withRole(user), endsAt };
    });
  }

  async issueToken(userId: number, label: string, expiresAt = ''): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    if (this.#memory !== null) {
      if ((await this.#byId(userId)) === undefined) throw cameTooLate();
      this.#memory.set(hashOf(token), { userId, label, expiresAt });
      return token;
    }
    // One statement: whoever is closed or removed meanwhile, before it or after it, has no token in the end.
    const issued = await this.#db.run(
      `INSERT INTO token (team_id, hash, user_id, label, created_at, expires_at)
       SELECT :team, ?, u.id, ?, ?, ? FROM "user" u WHERE u.team_id = :team AND u.id = ? AND ${mayComeIn}`,
      hashOf(token),
      label,
      new Date().toISOString(),
      expiresAt,
      userId,
    );
    if (issued === 0) throw cameTooLate();
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
    const revoke = `UPDATE token SET revoked_at = ? WHERE team_id = :team AND revoked_at = '' AND user_id = ?`;
    if (label === undefined) await this.#db.run(revoke, now, userId);
    else await this.#db.run(`${revoke} AND label = ?`, now, userId, label);
    this.#signIns.forget();
  }

  async revokeToken(token: string): Promise<void> {
    this.#memory?.delete(hashOf(token));
    if (this.#memory !== null) return;
    const revoke = `UPDATE token SET revoked_at = ? WHERE team_id = :team AND revoked_at = '' AND hash = ?`;
    await this.#db.run(revoke, new Date().toISOString(), hashOf(token));
    this.#signIns.forget();
  }

  async completeSignUp(userId: number, email: string, accountId: string): Promise<void> {
    // Somebody who signs in by an address has that one, and no other that they say.
    await this.#db.run(
      `UPDATE "user" SET email = CASE WHEN login = '' THEN ? ELSE email END, account_id = ?
       WHERE team_id = :team AND id = ?`,
      email,
      accountId,
      userId,
    );
    this.#signIns.forget();
  }

  async #byId(id: number): Promise<UserRecord | undefined> {
    const select = `SELECT ${columns} FROM "user" u WHERE u.team_id = :team AND u.id = ? AND ${mayComeIn}`;
    const user = await this.#db.get(userRow, select, id);
    return user === undefined ? undefined : withRole(user);
  }
}

interface MemoryToken {
  readonly userId: number;
  readonly label: string;
  readonly expiresAt: string;
}

function useOf(label: string): TokenUse {
  return singleUses.has(label) ? (label as TokenUse) : 'api';
}

function cameTooLate(): AppError {
  return new AppError('forbidden', 'This account was closed. Ask whoever runs this server.');
}

function hasEnded(expiresAt: string): boolean {
  return expiresAt !== '' && expiresAt <= new Date().toISOString();
}

function hashOf(token: string): string {
  return hash('sha256', token, 'hex');
}

/** The columns `is_staff` and `role` of what a user may do. */
export function roleColumns(role: Role): [number, string] {
  return role === 'staff' ? [1, 'analyst'] : [0, role];
}

/** What a user may do, from those columns. */
export function roleIn({ isStaff, role }: { readonly isStaff: boolean; readonly role: string }): Role {
  return isStaff ? 'staff' : roleSchema.exclude(['staff']).catch('analyst').parse(role);
}

function withRole<R extends { readonly isStaff: boolean; readonly role: string }>({ isStaff, role, ...row }: R) {
  return { ...row, role: roleIn({ isStaff, role }) };
}

const live = `revoked_at = '' AND (expires_at = '' OR expires_at > ?)`;

const select = `
  SELECT ${columns}, u.login, u.created_at, u.password,
    (SELECT COUNT(*) FROM token t WHERE t.team_id = :team AND t.user_id = u.id AND ${live}) AS tokens
  FROM "user" u WHERE u.team_id = :team AND u.removed_at = ''`;

/** What belongs to a user, children before parents. */
const deletions = [
  ...['settlement', 'lease', 'mention', 'assignment', 'collection_member'].map(ofUser),
  'DELETE FROM assignment WHERE team_id = :team AND by_id = ?',
  `DELETE FROM mention WHERE team_id = :team AND note_id IN (
    SELECT id FROM note WHERE team_id = :team AND user_id = ?)`,
  ...(['first_seq', 'second_seq'] as const).map(
    (seq) => `DELETE FROM conflict WHERE team_id = :team AND ${seq} IN (
      SELECT v.seq FROM event v WHERE v.team_id = :team AND v.user_id = ?)`,
  ),
  ...['opinion', 'idempotency_key', 'entry', 'event', 'note', 'export_note', 'reason'].map(ofUser),
  inOwn('known_row', 'source_id', 'known_source'),
  ...['known_source', 'lost_entry', 'smart_list'].map(ofUser),
  inOwn('collection_item', 'collection_id', 'collection'),
  inOwn('lost_item', 'collection_id', 'collection'),
  inOwn('collection_member', 'collection_id', 'collection'),
  ...['collection', 'token'].map(ofUser),
];

/** Shared lists that somebody owned go to whoever works on them longest. */
async function giveFamilies(db: Statements, userId: number): Promise<void> {
  const owned = `SELECT family FROM smart_list WHERE team_id = :team AND user_id = ? AND role = '' AND family > 0`;
  for (const family of await db.column(integer, owned, userId)) {
    await db.run(
      `UPDATE smart_list SET role = '' WHERE team_id = :team AND id = (
         SELECT id FROM smart_list WHERE team_id = :team AND family = ? AND user_id <> ? AND deleted_at = ''
         ORDER BY role, id LIMIT 1)`,
      family,
      userId,
    );
  }
}

/** Entries that were settled by somebody whose work is gone. */
const openUnsettled = `UPDATE entry SET left_out = 0 WHERE team_id = :team AND left_out = 3 AND NOT EXISTS (
  SELECT 1 FROM settlement t JOIN smart_list l ON l.team_id = :team AND l.family = t.family
  WHERE t.team_id = :team AND t.company_id = entry.company_id AND l.id = entry.smart_list_id)`;

function ofUser(table: string): string {
  return `DELETE FROM ${table} WHERE team_id = :team AND user_id = ?`;
}

function inOwn(table: string, column: string, owner: string): string {
  const own = `SELECT id FROM ${owner} WHERE team_id = :team AND user_id = ?`;
  return `DELETE FROM ${table} WHERE team_id = :team AND ${column} IN (${own})`;
}

/** Accounts in SQL. */
export class SqlAccounts implements AccountStore {
  readonly #db: Database;
  readonly #signIns: SignIns;

  constructor(db: Database, signIns: SignIns) {
    this.#db = db;
    this.#signIns = signIns;
  }

  async add(account: NewAccount): Promise<AccountRecord | 'login_taken' | 'name_taken'> {
    const { login, name, role, addons, password } = account;
    const createdAt = now();
    // Alone: nobody else takes the name meanwhile.
    const add = async (db: Transaction): Promise<AccountRecord | 'login_taken' | 'name_taken'> => {
      const people = await db.all(nameRow, names);
      if (people.some((person) => person.login === login)) return 'login_taken';
      if (isTaken(shownName(account), people)) return 'name_taken';
      const id = await db.insert(
        `INSERT INTO "user" (team_id, email, name, is_staff, role, addons, created_at, login, password)
         VALUES (:team, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
        login,
        name,
        ...roleColumns(role),
        JSON.stringify(addons),
        createdAt,
        login,
        password,
      );
      return { id, email: login, name, role, addons, login, createdAt, tokens: 0 };
    };
    return unlessTaken('login_taken', () => this.#db.transaction(add));
  }

  async list(): Promise<AccountRecord[]> {
    return (await this.#db.all(accountRow, `${select} ORDER BY u.id`, now())).map(withRole);
  }

  async byId(id: number): Promise<AccountRecord | undefined> {
    const account = await this.#db.get(accountRow, `${select} AND u.id = ? AND u.closed_at = ''`, now(), id);
    return account === undefined ? undefined : withRole(account);
  }

  async byLogin(login: string): Promise<(AccountRecord & { readonly password: string }) | undefined> {
    if (login === '') return undefined;
    const account = await this.#db.get(loginRow, `${select} AND u.login = ? AND u.closed_at = ''`, now(), login);
    return account === undefined ? undefined : withRole(account);
  }

  async setPassword(id: number, password: string): Promise<void> {
    await this.#db.transaction(async (db) => {
      await db.run('UPDATE "user" SET password = ? WHERE team_id = :team AND id = ?', password, id);
      const revoke = `UPDATE token SET revoked_at = ? WHERE team_id = :team AND revoked_at = '' AND user_id = ?`;
      await db.run(revoke, now(), id);
    });
    this.#signIns.forget();
  }

  async change(
    id: number,
    change: Partial<Pick<UserRecord, 'name' | 'role' | 'addons'>>,
  ): Promise<'changed' | 'name_taken'> {
    const outcome = await this.#db.transaction(async (db) => {
      const { name } = change;
      if (name !== undefined && (await isTakenFrom(db, id, name))) return 'name_taken';
      await db.run(
        `UPDATE "user" SET name = coalesce(?, name), is_staff = coalesce(?, is_staff), role = coalesce(?, role),
           addons = coalesce(?, addons)
         WHERE team_id = :team AND id = ?`,
        name ?? null,
        ...(change.role === undefined ? [null, null] : roleColumns(change.role)),
        change.addons === undefined ? null : JSON.stringify(change.addons),
        id,
      );
      return 'changed';
    });
    this.#signIns.forget();
    return outcome;
  }

  async remove(id: number): Promise<void> {
    await this.#db.transaction(async (db) => {
      await giveFamilies(db, id);
      for (const sql of deletions) await db.run(sql, id);
      await db.run(openUnsettled);
      // The row stays, emptied: a desktop's queue of moves belongs to the id, which must not come again.
      await db.run(
        `UPDATE "user" SET removed_at = ?, login = '', email = '', name = '', password = '', account_id = '',
           addons = '[]', is_staff = 0
         WHERE team_id = :team AND id = ?`,
        now(),
        id,
      );
      const [by = id] = await db.column(integer, 'SELECT MIN(id) FROM "user" WHERE team_id = :team');
      await recordAct(db, { kind: 'removed', userId: by, at: now(), detail: { user: id } });
    });
    this.#signIns.forget();
  }

  async byIdentity(issuer: string, subject: string): Promise<AccountRecord | 'removed' | undefined> {
    const linked = await this.#db.get({ userId: integer }, identityOf, issuer, subject);
    if (linked === undefined) return undefined;
    const account = await this.byId(linked.userId);
    // Whoever may not sign in by name may not by this either.
    return account === undefined || (await this.byLogin(account.login)) === undefined ? 'removed' : account;
  }

  async link(id: number, issuer: string, subject: string): Promise<boolean> {
    return this.#db.transaction(async (db) => {
      const isThere = (user: number): Promise<boolean> =>
        db.has(`SELECT 1 FROM "user" WHERE team_id = :team AND id = ? AND removed_at = ''`, user);
      const linked = await db.get({ userId: integer }, identityOf, issuer, subject);
      if (!(await isThere(id))) return false;
      if (linked?.userId === id) return true;
      if (linked !== undefined && (await isThere(linked.userId))) return false;
      const hasAnother = 'SELECT 1 FROM identity WHERE team_id = :team AND issuer = ? AND user_id = ?';
      if (await db.has(hasAnother, issuer, id)) return false;
      await db.run(
        `INSERT INTO identity (team_id, issuer, subject, user_id, linked_at) VALUES (:team, ?, ?, ?, ?)
         ON CONFLICT (team_id, issuer, subject)
           DO UPDATE SET user_id = excluded.user_id, linked_at = excluded.linked_at`,
        issuer,
        subject,
        id,
        now(),
      );
      return true;
    });
  }

  async unlink(id: number): Promise<number> {
    return this.#db.run('DELETE FROM identity WHERE team_id = :team AND user_id = ?', id);
  }

  async tokens(id: number): Promise<TokenRecord[]> {
    const rows = await this.#db.all(
      tokenRow,
      `SELECT hash, label, created_at, expires_at, revoked_at FROM token
       WHERE team_id = :team AND user_id = ? ORDER BY created_at, hash`,
      id,
    );
    return rows.map(({ hash: whole, ...rest }) => ({ id: whole.slice(0, shownHash), ...rest }));
  }

  async revokeToken(id: number, tokenId: string): Promise<boolean> {
    const moment = now();
    const isIt = `team_id = :team AND user_id = ? AND substr(hash, 1, ${shownHash}) = ?`;
    const revoke = `UPDATE token SET revoked_at = ? WHERE ${isIt} AND ${live}`;
    const revoked = await this.#db.run(revoke, moment, id, tokenId, moment);
    this.#signIns.forget();
    return revoked > 0;
  }
}

const nameRow = { id: integer, name: text, login: text };
/** Everybody whose work is under a name, also of those who have left. */
const names = `SELECT id, name, login FROM "user" WHERE team_id = :team AND removed_at = ''`;

/** What colleagues see of somebody. */
function shownName({ name, login }: { readonly name: string; readonly login: string }): string {
  return name === '' ? login : name;
}

/** Whether a name looks like that of one of these people, or like an address. */
function isTaken(name: string, people: readonly { readonly name: string; readonly login: string }[]): boolean {
  if (name === '') return false;
  const isIt = looksLike(name);
  return people.some((person) => [person.name, person.login].some((each) => each !== '' && isIt(each)));
}

/** The same of a new name for one of them. Whoever keeps theirs may: from before names were compared. */
async function isTakenFrom(db: Statements, id: number, name: string): Promise<boolean> {
  const people = await db.all(nameRow, names);
  const own = people.find((person) => person.id === id);
  if (own === undefined || own.name === name) return false;
  return isTaken(
    shownName({ ...own, name }),
    people.filter((person) => person !== own),
  );
}

const identityOf = 'SELECT user_id FROM identity WHERE team_id = :team AND issuer = ? AND subject = ?';

/** How many characters of its hash name a token: enough to tell tokens apart, no help in guessing one. */
const shownHash = 12;

function now(): string {
  return new Date().toISOString();
}
