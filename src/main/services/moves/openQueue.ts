import { renameSync, rmSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
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
  try {
    return { store: QueueStore.open(path), notice: '' };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'storage_corrupt') throw error;
    log.error('queue.corrupt', error);
  }
  const bad = `${path}.bad-${clock.now().toISOString().replaceAll(/[:.]/g, '-')}`;
  for (const ending of ['', '-wal', '-shm']) moveAside(`${path}${ending}`, `${bad}${ending}`);
  const store = QueueStore.open(path);
  const rescued = salvage(bad, path, log);
  const kept = rescued === 1 ? '1 move' : `${rescued} moves`;
  return { store, notice: `The file of unsent moves was damaged; ${kept} could be read and will be sent.` };
}

function moveAside(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

const columns = 'seq, account, idempotency_key, step_id, entry_id, company_id, name, from_list, to_list, state, reason';

/** Copies every row that can still be read; returns how many. */
function salvage(bad: string, path: string, log: Log): number {
  let rescued = 0;
  try {
    const source = openDatabase(bad, { durability: 'full' });
    const target = openDatabase(path, { durability: 'full' });
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
  rmSync(`${bad}-shm`, { force: true });
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
