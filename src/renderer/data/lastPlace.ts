import { z } from 'zod';

/** Where the last address is kept: prefixed with the product's name (product 9). */
const storageKey = 'winnow.lastPlace';

const keptSchema = z.object({ account: z.string(), path: z.string().startsWith('/') });

/** The address that an account was at last, in any window; null if none is known or it was another account's. */
export function readLastPlace(account: string): string | null {
  try {
    const kept = keptSchema.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    return kept.success && kept.data.account === account ? kept.data.path : null;
  } catch {
    return null;
  }
}

/** Remembers an address. If storage is full or forbidden, only this is lost. */
export function rememberPlace(account: string, path: string): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ account, path }));
  } catch {
    clearLastPlace();
  }
}

/** Forgets it: on logout. */
export function clearLastPlace(): void {
  localStorage.removeItem(storageKey);
}
