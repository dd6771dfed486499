import { integer, text } from '#node/rows.ts';
import type { Idempotency } from '../port.ts';
import type { Statements } from './database.ts';

/** What the change with a key did: the list, by its number, and when. */
export interface KnownChange {
  readonly list: number;
  readonly createdAt: string;
}

/** What a repeated change did the first time; `key_reused` if its key belongs to another one. */
export async function knownChange(
  db: Statements,
  userId: number,
  idempotency: Idempotency | null,
): Promise<KnownChange | 'key_reused' | undefined> {
  if (idempotency === null) return undefined;
  const row = await db.get(
    { hash: text, list: integer, createdAt: text },
    'SELECT hash, list, created_at FROM idempotency_key WHERE team_id = :team AND user_id = ? AND key = ?',
    userId,
    idempotency.key,
  );
  if (row === undefined) return undefined;
  return row.hash === idempotency.hash ? row : 'key_reused';
}

/** Remembers a change by its key, in the same transaction. A change of no entry has neither entry nor list: 0. */
export async function remember(
  db: Statements,
  userId: number,
  idempotency: Idempotency | null,
  { entryId, list }: { readonly entryId: number; readonly list: number },
  now: string,
): Promise<void> {
  if (idempotency === null) return;
  await db.run(
    `INSERT INTO idempotency_key (team_id, user_id, key, hash, entry_id, list, created_at)
     VALUES (:team, ?, ?, ?, ?, ?, ?)`,
    userId,
    idempotency.key,
    idempotency.hash,
    entryId,
    list,
    now,
  );
}
