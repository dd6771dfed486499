import { z } from 'zod';

/** Where the message is kept (docs/api.md 7, product 9): prefixed with the product's name. */
const storageKey = 'winnow.searchMessage';

const searchMessageSchema = z.object({ text: z.string(), query: z.string() });

/** The result text and the query that were shown last. */
export type SearchMessage = z.infer<typeof searchMessageSchema>;

/** What was shown last, or null; shown until a new answer is there. */
export function readSearchMessage(): SearchMessage | null {
  try {
    const parsed = searchMessageSchema.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Keeps what is shown now. Storage that is full or forbidden loses nothing but this convenience. */
export function writeSearchMessage(message: SearchMessage): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(message));
  } catch {
    clearSearchMessage();
  }
}

/** Forgets it: on logout and on 401 or 403 (product 4, 8). */
export function clearSearchMessage(): void {
  localStorage.removeItem(storageKey);
}
