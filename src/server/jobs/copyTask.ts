import { setImmediate } from 'node:timers/promises';
import { AppError } from '#shared/errors.ts';
import type { BackupStep } from './copies/backup.ts';
import { makeCopy } from './copies/keptCopies.ts';
import { prepareRestore } from './copies/restore.ts';
import { fileOfIndexFolder } from './copies/workspaceFiles.ts';
import type { CopyTask, TaskControl, WriterResult } from './writerTask.ts';

/** Copies the workspace, or prepares a copy to take its place. Cancelled between steps, it leaves nothing. */
export async function runCopyTask(task: CopyTask, indexFolder: string, control: TaskControl): Promise<WriterResult> {
  const { onProgress, signal } = control;
  const file = fileOfIndexFolder(indexFolder);
  const now = new Date(task.now);
  const step: BackupStep = async (done, total, label) => {
    onProgress({ done, total, label });
    // Lets in a "cancel" that has arrived meanwhile.
    await setImmediate();
    if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
  };
  if (task.kind === 'backup') return { kind: 'backup', copy: await makeCopy(file, now, step) };
  await prepareRestore(file, task.name, now, step);
  return { kind: 'restore' };
}
