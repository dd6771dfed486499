import { setTimeout as sleep } from 'node:timers/promises';
import { isLost, isPassing } from './faults.ts';
import type { PostgresServer } from './server.ts';

/** How long a call waits for a lost server to come back before it fails, in milliseconds. */
export const patienceMs = 10_000;
/** The pauses between its tries, in milliseconds: the first, and the longest. */
const pauseMs = { first: 50, longest: 1000 };

/** One try of a call. It sets `isLast` where nobody knows whether it was done. */
export interface Attempt {
  isLast: boolean;
}

/** Tries again while `mayPass` says so of what goes wrong, for as long as anybody would wait. Throws the last error. */
export async function patiently<T>(
  work: (attempt: Attempt) => Promise<T>,
  mayPass: (error: unknown) => boolean,
  forMs = patienceMs,
): Promise<T> {
  const until = performance.now() + forMs;
  const attempt = { isLast: false };
  for (let pause = pauseMs.first; ; pause = Math.min(pause * 2, pauseMs.longest)) {
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt.isLast || !mayPass(error) || performance.now() + pause >= until) throw error;
    }
    // Not all at once: those that were in each other's way would be again.
    await sleep(pause * (0.5 + Math.random() / 2));
  }
}

/** Whether a server that is asked again may answer: it was lost, is no primary any more, or somebody was in the way. */
export function mayPass(server: Pick<PostgresServer, 'isMoved'>, error: unknown): boolean {
  return server.isMoved(error) || isLost(error) || isPassing(error);
}
