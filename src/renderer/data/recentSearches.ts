import { z } from 'zod';
import { readSearchText, writeSearchText } from '#shared/domain/searchText.ts';

/** Where the last texts are kept: prefixed with the product's name (product 9). */
const storageKey = 'winnow.recentSearches';

/** The most texts to remember. */
const most = 10;

const keptSchema = z.object({ account: z.string(), texts: z.array(z.string()) });

/** The texts that an account has searched for, newest first; never those of another account. */
export function readRecentSearches(account: string): readonly string[] {
  try {
    const kept = keptSchema.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    return kept.success && kept.data.account === account ? kept.data.texts : [];
  } catch {
    return [];
  }
}

/** Remembers a text, in place of one that is read as the same. If storage is full or forbidden, only this is lost. */
export function rememberSearch(account: string, text: string): void {
  const others = readRecentSearches(account).filter((other) => meaningOf(other) !== meaningOf(text));
  try {
    localStorage.setItem(storageKey, JSON.stringify({ account, texts: [text, ...others].slice(0, most) }));
  } catch {
    clearRecentSearches();
  }
}

/** Forgets all texts: on logout. */
export function clearRecentSearches(): void {
  localStorage.removeItem(storageKey);
}

function meaningOf(text: string): string {
  return writeSearchText(readSearchText(text)).toLowerCase();
}
