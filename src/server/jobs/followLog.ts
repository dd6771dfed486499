import { setImmediate } from 'node:timers/promises';
import { AppError } from '#shared/errors.ts';
import type { CompanyChange } from '../index/port.ts';
import type { Writer } from '../index/writer.ts';
import type { CompanyLog } from '../postgres/companyLog.ts';
import type { TaskControl } from './writerTask.ts';

/** What the user reads meanwhile. */
const label = 'Fetching companies';

/**
 * Makes every change that a log has and an index has not, in their order, and returns how many there were. Cancelled,
 * it leaves those that are made; cancelling throws `cancelled`.
 */
export async function followLog(
  writer: Pick<Writer, 'followed' | 'follow' | 'skipTo' | 'beginAnew'>,
  log: Pick<CompanyLog<CompanyChange>, 'newest' | 'next' | 'companiesOf'>,
  { onProgress, signal }: TaskControl,
): Promise<number> {
  const begun = writer.followed;
  for (let changes = 0; ; changes++) {
    if (signal.aborted) throw new AppError('cancelled', 'Fetching companies was cancelled.');
    const newest = await log.newest();
    // The first time; and where a database was put back to an earlier day, what came since is not true any more.
    if (newest < writer.followed || (writer.followed === 0 && newest > 0)) writer.beginAnew(newest);
    const change = await log.next(writer.followed);
    if (change === undefined) {
      writer.skipTo(newest);
      return changes;
    }
    onProgress({ done: writer.followed - begun, total: newest - begun, label });
    await setImmediate();
    try {
      await writer.follow(change, log.companiesOf(change.seq));
    } catch (error) {
      // What is to be undone is one with others here, and no longer to be told from them.
      if (!(error instanceof AppError && error.code === 'conflict')) throw error;
      writer.beginAnew(newest);
    }
  }
}
