import { putSalvagedInPlace, removeWithJournal, salvageFile, setAside } from '#node/damagedFile.ts';
import { copyReadable, refuseNewer } from '#node/salvage/copyReadable.ts';
import { DamagedDatabase } from '#node/salvage/damagedDatabase.ts';
import { layoutOf } from '#node/salvage/records.ts';
import { openDatabase, transaction } from '#node/sqlite.ts';
import { AppError } from '#shared/errors.ts';
import type { Clock, Log } from '../../ports.ts';
import { QueueStore } from './queueStore.ts';

/** The opened file, and what the user has to know about it (`''` when all is well). */
export interface OpenedQueue {
  readonly store: QueueStore;
  readonly notice: string;
}

/**
 * Opens the queue's file. A damaged one is kept aside as `.bad-<time>` and what can still be read of it is carried over
 * (F19); a newer one, or one that cannot be written, throws and is left as it is.
 */
export function openQueue(path: string, clock: Clock, log: Log): OpenedQueue {
  const wasCutOff = putSalvagedInPlace(path);
  try {
    return { store: QueueStore.open(path), notice: wasCutOff ? `${damaged} what could be read will be sent.` : '' };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'storage_corrupt') throw error;
    log.error('queue.corrupt', error);
  }
  const fresh = salvageFile(path);
  removeWithJournal(fresh);
  QueueStore.open(fresh).close();
  const rescued = salvage(path, fresh);
  setAside(path, clock.now());
  putSalvagedInPlace(path);
  const kept = rescued === 1 ? '1 move' : `${rescued} moves`;
  return { store: QueueStore.open(path), notice: `${damaged} ${kept} could be read and will be sent.` };
}

const damaged = 'The file of unsent moves was damaged;';

/** Copies every row that can still be read; returns how many. */
function salvage(bad: string, fresh: string): number {
  const target = openDatabase(fresh, { durability: 'full' });
  try {
    const source = new DamagedDatabase(
      bad,
      ['command', 'schema_migration'].map((table) => layoutOf(target, table)),
    );
    try {
      refuseNewer(source, target);
      return transaction(target, () => copyReadable(source, target, 'command'));
    } finally {
      source.close();
    }
  } finally {
    target.close();
  }
}
