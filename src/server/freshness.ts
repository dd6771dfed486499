import { setTimeout as sleep } from 'node:timers/promises';
import { generationField, seenField, staleField } from '#shared/api/generations.ts';
import type { CallHeaders } from './api/http/requestInput.ts';

/** How new the companies are that a server answers with. */
export interface Freshness {
  /** The newest change that its index has. */
  newestHere(): Promise<number>;
  /** The newest change that there is. */
  newest(): Promise<number>;
  /** Fetches what is newer. */
  catchUp(): Promise<void>;
}

/** How long a caller waits for what they have seen elsewhere, and how often that is looked for, in milliseconds. */
const patienceMs = 2000;
const lookMs = 20;

/**
 * Waits until the companies are as new as the caller has seen them, if they are on their way, and returns the header
 * fields that say how new they are: what is answered afterwards is as new, or newer. Nobody waits for a number that the
 * store does not have, as after it was put back to an earlier day.
 */
export async function asFresh(freshness: Freshness, headers: CallHeaders): Promise<Readonly<Record<string, string>>> {
  const asked = headers.get(seenField.toLowerCase()) ?? '';
  const seen = /^\d{1,15}$/.test(asked) ? Number(asked) : 0;
  let here = await freshness.newestHere();
  if (here >= seen) return { [generationField]: String(here) };
  const until = performance.now() + patienceMs;
  const wanted = Math.min(seen, await within(patienceMs, freshness.newest(), seen));
  // It tells nobody here what went wrong: whoever follows the changes is told.
  if (here < wanted) freshness.catchUp().catch(() => undefined);
  while (here < wanted && performance.now() < until) {
    await sleep(lookMs);
    here = await freshness.newestHere();
  }
  return { [generationField]: String(here), ...(here < wanted ? { [staleField]: 'true' } : {}) };
}

/** What a promise resolves to, or else `otherwise` after some time or a failure. */
async function within<T>(ms: number, promise: Promise<T>, otherwise: T): Promise<T> {
  const given = new AbortController();
  try {
    return await Promise.race([promise, sleep(ms, otherwise, { signal: given.signal })]);
  } catch {
    return otherwise;
  } finally {
    given.abort();
  }
}
