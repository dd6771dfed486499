import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { storageError } from '#node/sqlite.ts';
import { AppError } from '#shared/errors.ts';

/** Work on a segment, done in steps. */
export interface Steps {
  readonly segment: { readonly isOpen: boolean };
  /** Does some more work; false at the end. */
  step(): boolean;
}

/** How long to work before other calls get their turn, in milliseconds. */
const turnMs = 3;

/**
 * Does long work on segments in turns with other calls; `nextTurn` waits for the next one. Stops early if a segment has
 * been closed meanwhile. Throws `storage_*`, and `cancelled` if nobody wants the answer any more.
 */
export async function doInTurns(
  work: readonly Steps[],
  isWanted = (): boolean => true,
  nextTurn = (): Promise<unknown> => turnOfLoop(),
): Promise<void> {
  for (const steps of work) {
    while (steps.segment.isOpen && takeTurn(steps)) {
      await nextTurn();
      if (!isWanted()) throw new AppError('cancelled', 'The search was cancelled.');
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

/** Lets long work advance piece by piece: one piece of anybody's per turn of the event loop. */
export class Lane {
  readonly #waiting: (() => void)[] = [];

  /** Waits for the turn of the next piece, in the order of the calls. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) this.#go();
    });
  }

  #go(): void {
    setImmediate(() => {
      const next = this.#waiting[0];
      next?.();
      // The piece runs before the next turn, and one that asks meanwhile goes to the end of the queue.
      this.#waiting.shift();
      if (this.#waiting.length > 0) this.#go();
    });
  }
}
