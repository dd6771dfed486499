import { backUpWorkspace } from '../jobs/copies/backup.ts';
import type { Command } from './command.ts';
import type { Output } from './output.ts';

/** Copies a workspace, also while a server works on it, and says what is in the copy. */
export async function backupCommand(
  { file, target }: Extract<Command, { kind: 'backup' }>,
  output: Output,
): Promise<void> {
  const { companies, week, users, bytes } = await backUpWorkspace(file, target, new Date());
  output.result({ file: target, companies, week, users, bytes }, [
    `${target}: ${companies} companies as of digest ${week === '' ? '–' : week}, ${users} users, ${bytes} bytes.`,
  ]);
}
