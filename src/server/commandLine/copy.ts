import { existsSync } from 'node:fs';
import { counted, formatCount } from '#shared/domain/formats.ts';
import { AppError } from '#shared/errors.ts';
import { backUpWorkspace } from '../jobs/copies/backup.ts';
import type { Copied } from '../jobs/teamCopy/copied.ts';
import type { TaskControl } from '../jobs/writerTask.ts';
import { removeLike, withTemporary } from '../jobs/teamCopy/temporary.ts';
import { shownAddress } from '../postgres/address.ts';
import type { Command } from './command.ts';
import type { Output } from './output.ts';

/** Copies a team between a file and a database, checks what came of it, and says so. */
export async function copyCommand(
  { from, to }: Extract<Command, { kind: 'copy' }>,
  output: Output,
  stop: AbortSignal,
): Promise<void> {
  const shown = (end: typeof from): string => (typeof end === 'string' ? end : shownAddress(end));
  const { tables, ledger, companies } = await copy(from, to, output, stop);
  output.result({ from: shown(from), to: shown(to), tables, ledger, companies }, [
    `${shown(to)} has all of ${shown(from)}: ${counted(companies, 'company', 'companies')}.`,
    ...Object.entries(tables).map(([name, rows]) => `  ${name}: ${formatCount(rows)}`),
    `  hash of the ledger, on both sides: ${ledger}`,
  ]);
}

async function copy(
  from: Extract<Command, { kind: 'copy' }>['from'],
  to: Extract<Command, { kind: 'copy' }>['to'],
  output: Output,
  stop: AbortSignal,
): Promise<Copied> {
  const onProgress: TaskControl['onProgress'] = (progress) => output.progress(progress);
  if (typeof to === 'string') {
    if (typeof from === 'string') throw new Error('Both are files.');
    const { copyIntoFile } = await import('../jobs/teamCopy/intoFile.ts');
    return copyIntoFile(from, to, { onProgress, signal: stop });
  }
  if (typeof from !== 'string') throw new Error('Both are databases.');
  if (!existsSync(from)) throw new AppError('not_found', `${from} does not exist.`);
  const { copyIntoDatabase } = await import('../jobs/teamCopy/intoDatabase.ts');
  // A server may be working on it: what is read is a copy of one moment.
  return withTemporary(from, async (snapshot) => {
    removeLike(snapshot);
    await backUpWorkspace(from, snapshot, new Date(), async (done, total, label) => {
      if (stop.aborted) throw new AppError('cancelled', 'Cancelled.');
      onProgress({ done, total, label });
    });
    return copyIntoDatabase(snapshot, to, onProgress);
  });
}
