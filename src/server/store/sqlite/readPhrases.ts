import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '#shared/errors.ts';
import { storageError } from '#node/sqlite.ts';
import type { PhraseCheck } from '#server/search/phraseCheck.ts';

/** How long texts are read before other calls have their turn, in milliseconds. */
const turnMs = 3;

/**
 * Looks at the texts of documents in turns with other calls. Ends early where a segment has been closed meanwhile. Throws
 * `storage_*`, and `cancelled` where nobody wants to know any longer.
 */
export async function readPhrases(checks: readonly PhraseCheck[], isWanted = (): boolean => true): Promise<void> {
  for (const check of checks) {
    while (check.segment.isOpen && readSome(check)) {
      await nextTurn();
      if (!isWanted()) throw new AppError('cancelled', 'The search was given up.');
    }
  }
}

/** Looks for one turn; false at the end. */
function readSome(check: PhraseCheck): boolean {
  try {
    const end = performance.now() + turnMs;
    while (check.step()) if (performance.now() >= end) return true;
    return false;
  } catch (error) {
    throw storageError(error);
  }
}
