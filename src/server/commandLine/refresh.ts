import { AppError } from '#shared/errors.ts';
import type { Command } from './command.ts';
import { openForCommand, throwIfAbsent, throwIfFailed, type Refreshed } from './open.ts';
import type { Output } from './output.ts';

/** Releases the next digest and says what came into which smart list. */
export async function refreshCommand(
  { file, catchUp }: Extract<Command, { kind: 'refresh' }>,
  output: Output,
): Promise<void> {
  throwIfAbsent(file);
  const landed: { last: Refreshed | null } = { last: null };
  const workspace = await openForCommand(file, output, {
    onRefreshed: (event) => {
      landed.last = event;
    },
  });
  try {
    await workspace.jobs.startRefresh(false, catchUp).catch((error: unknown): never => {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
      throw new AppError('conflict', `${error.message} With --catch-up they are released.`, { cause: error });
    });
    throwIfFailed(workspace);
    const { digestWeek } = await workspace.status();
    const { week, lists } = landed.last ?? { week: digestWeek, lists: [] };
    output.result({ week, lists }, [
      `Digest ${week} is released.`,
      ...lists.map(({ name, added }) => `  ${name}: ${added} new`),
    ]);
  } finally {
    workspace.close();
  }
}
