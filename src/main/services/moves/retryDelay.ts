import { retryAfterMs } from '../api/retryAfter.ts';

/** Wait before a failed send is tried again, in milliseconds (product 4, 9). */
export const retryDelayMs = 5000;

/** The longest wait a server can ask for, in milliseconds (I7). */
const longestRetryMs = 300_000;

/** The wait after a failure: `Retry-After` (seconds or a date) where it is readable, never under 5 s nor over 5 min. */
export function retryDelay(retryAfter: string | null, now: Date): number {
  const asked = retryAfterMs(retryAfter, now);
  return asked === null ? retryDelayMs : Math.min(Math.max(asked, retryDelayMs), longestRetryMs);
}
