import { z } from 'zod';

/** The storage key of an account's drafts, without the account. It begins with the product's name (product 9). */
const storagePrefix = 'winnow.noteDrafts ';

/** So many texts are kept, those that were typed last. */
const most = 20;

const draftsSchema = z.array(z.tuple([z.string(), z.string()]));
type Drafts = z.infer<typeof draftsSchema>;

/** The drafts of accounts whose storage is full or forbidden, or who have logged out: as long as the window is open. */
const inMemory = new Map<string, Drafts>();

/** The draft of a note, also of an earlier window: text neither saved nor discarded. Undefined if there is none. */
export function draftOf(account: string, note: string): string | undefined {
  return draftsOf(account).find(([id]) => id === note)?.[1];
}

export function keepDraft(account: string, note: string, text: string): void {
  keepAll(account, [[note, text], ...withoutDraft(account, note)]);
}

export function dropDraft(account: string, note: string): void {
  if (draftOf(account, note) !== undefined) keepAll(account, withoutDraft(account, note));
}

/** On logout no draft stays on the computer; whoever signs in again in this window still finds theirs. */
export function clearDrafts(): void {
  const kept = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
  for (const key of kept.filter((each) => each.startsWith(storagePrefix))) {
    const account = key.slice(storagePrefix.length);
    inMemory.set(account, draftsOf(account));
    localStorage.removeItem(key);
  }
}

function withoutDraft(account: string, note: string): Drafts {
  return draftsOf(account).filter(([id]) => id !== note);
}

function draftsOf(account: string): Drafts {
  const held = inMemory.get(account);
  if (held !== undefined) return held;
  try {
    return draftsSchema.parse(JSON.parse(localStorage.getItem(storagePrefix + account) ?? '[]'));
  } catch {
    return [];
  }
}

function keepAll(account: string, drafts: Drafts): void {
  const kept = drafts.slice(0, most);
  try {
    if (kept.length === 0) localStorage.removeItem(storagePrefix + account);
    else localStorage.setItem(storagePrefix + account, JSON.stringify(kept));
    inMemory.delete(account);
  } catch {
    inMemory.set(account, kept);
  }
}
