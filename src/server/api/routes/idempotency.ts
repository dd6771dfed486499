import { createHash } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import type { Idempotency } from '../../state/port.ts';
import { badInput, type CallHeaders } from '../http/requestInput.ts';

/** The optional `Idempotency-Key` header with what it stands for (docs/api.md). */
export function idempotencyOf(headers: CallHeaders, meaning: string): Idempotency | null {
  const key = headers.get('idempotency-key');
  if (key === null) return null;
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw badInput({ 'Idempotency-Key': 'One to 200 characters, without spaces.' });
  }
  return { key, hash: createHash('sha256').update(meaning).digest('hex') };
}

/** An idempotency key that was sent with something else before. */
export function keyReused(): AppError {
  return new AppError('conflict', 'This Idempotency-Key belongs to another change.', {
    fields: { 'Idempotency-Key': 'Used for another change.' },
  });
}
