import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { putSalvagedInPlace, removeWithJournal, salvageFile, setAside } from '#node/damagedFile.ts';
import { openDatabase } from '#node/sqlite.ts';
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
  const rescued = salvage(path, fresh, log);
  setAside(path, clock.now());
  putSalvagedInPlace(path);
  const kept = rescued === 1 ? '1 move' : `${rescued} moves`;
  return { store: QueueStore.open(path), notice: `${damaged} ${kept} could be read and will be sent.` };
}

const damaged = 'The file of unsent moves was damaged;';

const columns = 'seq, account, idempotency_key, step_id, entry_id, company_id, name, from_list, to_list, state, reason';

/** Copies every row that can still be read; returns how many. */
function salvage(bad: string, fresh: string, log: Log): number {
  let rescued = 0;
  try {
    const source = openDatabase(bad, { durability: 'full' });
    const target = openDatabase(fresh, { durability: 'full' });
    try {
      const insert = target.prepare(`INSERT OR IGNORE INTO command (${columns}) VALUES (${'?, '.repeat(10)}?)`);
      // From both ends, because reading stops at the first page that is broken.
      for (const order of ['ASC', 'DESC']) rescued += copyRows(source, insert, order, log);
    } finally {
      source.close();
      target.close();
    }
  } catch (error) {
    log.error('queue.salvage', error, { rescued });
  }
  return rescued;
}

function copyRows(source: DatabaseSync, insert: StatementSync, order: string, log: Log): number {
  let copied = 0;
  try {
    for (const row of source.prepare(`SELECT ${columns} FROM command ORDER BY seq ${order}`).iterate()) {
      copied += Number(insert.run(...Object.values(row)).changes);
    }
  } catch (error) {
    log.error('queue.salvage', error, { copied, order });
  }
  return copied;
}
