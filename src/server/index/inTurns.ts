import { setImmediate } from 'node:timers/promises';
import { AppError } from '#shared/errors.ts';
import { storageError } from '#node/sqlite.ts';

/** Work on a segment that is done some at a time. */
export interface Steps {
  readonly segment: { readonly isOpen: boolean };
  /** Does some more; false at the end. */
  step(): boolean;
}

/** How long is worked before other calls have their turn, in milliseconds. */
const turnMs = 3;

/**
 * Does long work on segments in turns with other calls; `nextTurn` waits for the next one. Ends early where a segment
 * has been closed meanwhile. Throws `storage_*`, and `cancelled` where nobody wants to know any longer.
 */
export async function doInTurns(
  work: readonly Steps[],
  isWanted = (): boolean => true,
  nextTurn = (): Promise<unknown> => setImmediate(),
): Promise<void> {
  for (const steps of work) {
    while (steps.segment.isOpen && takeTurn(steps)) {
      await nextTurn();
      if (!isWanted()) throw new AppError('cancelled', 'The search was given up.');
    }
  }
}

/** Works for one turn; false at the end. */
function takeTurn(steps: Steps): boolean {
  try {
    const end = performance.now() + turnMs;
    while (steps.step()) if (performance.now() >= end) return true;
    return false;
  } catch (error) {
    throw storageError(error);
  }
}
