import { integer, text } from '#node/rows.ts';
import type { Idempotency } from '../port.ts';
import type { StateDatabase } from './database.ts';

/** What the change with a key did: the list, by its number, and when. */
export interface KnownChange {
  readonly list: number;
  readonly createdAt: string;
}

/** What a repeated change did the first time; `key_reused` if its key belongs to another one. */
export function knownChange(
  db: StateDatabase,
  userId: number,
  idempotency: Idempotency | null,
): KnownChange | 'key_reused' | undefined {
  if (idempotency === null) return undefined;
  const row = db.get(
    { hash: text, list: integer, createdAt: text },
    'SELECT hash, list, created_at FROM idempotency_key WHERE user_id = ? AND key = ?',
    userId,
    idempotency.key,
  );
  if (row === undefined) return undefined;
  return row.hash === idempotency.hash ? row : 'key_reused';
}

/** Remembers a change by its key, in the same transaction. A change of no entry has neither entry nor list: 0. */
export function remember(
  db: StateDatabase,
  userId: number,
  idempotency: Idempotency | null,
  { entryId, list }: { readonly entryId: number; readonly list: number },
  now: string,
): void {
  if (idempotency === null) return;
  db.run(
    'INSERT INTO idempotency_key (user_id, key, hash, entry_id, list, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    userId,
    idempotency.key,
    idempotency.hash,
    entryId,
    list,
    now,
  );
}
