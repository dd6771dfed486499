import { basename } from 'node:path';
import { schemaVersion } from '#node/migrate.ts';
import { openDatabase } from '#node/sqlite.ts';
import { stateMigrations } from '../state/sqlite/schema.ts';
import { holdWorkspace } from '#node/lock.ts';
import { counted, formatBytes } from '#shared/domain/formats.ts';
import { leftOutText } from '#shared/domain/knownText.ts';
import { AppError } from '#shared/errors.ts';
import { backUpWorkspace } from '../jobs/copies/backup.ts';
import { checkWorkspace } from '../jobs/copies/checkWorkspace.ts';
import type { Command } from './command.ts';
import { audited, openForCommand, openStateForCommand, throwIfAbsent, throwIfFailed, type Refreshed } from './open.ts';
import type { Output } from './output.ts';

/**
 * Releases the weeks that have begun, or the sample's next one, and reports what was added to which smart list.
 */
export async function refreshCommand(
  { catchUp, simulate, ...place }: Extract<Command, { kind: 'refresh' }>,
  output: Output,
): Promise<void> {
  throwIfAbsent(place);
  const landed: { last: Refreshed | null } = { last: null };
  const workspace = await openForCommand(place, output, {
    onRefreshed: (event) => {
      landed.last = event;
    },
  });
  try {
    const { jobs } = workspace;
    await (simulate ? jobs.startSimulation() : jobs.startRefresh(catchUp)).catch((error: unknown): never => {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
      throw new AppError('conflict', `${error.message} Then add --catch-up.`, { cause: error });
    });
    throwIfFailed(workspace);
    const { digestWeek } = await workspace.status();
    const { week, lists } = landed.last ?? { week: digestWeek, lists: [] };
    output.result({ week, lists }, [
      jobs.job?.outcome || `Released the week ${week}.`,
      ...lists.map((list) => `  ${list.name}: ${list.added} new${leftOutText([list]).replace(/^ /, '. ')}`),
    ]);
  } finally {
    workspace.close();
  }
}

/** Copies a workspace, even while a server works on it, and says what is in the copy. */
export async function backupCommand(
  { file, target }: Extract<Command, { kind: 'backup' }>,
  output: Output,
): Promise<void> {
  const { companies, week, users, bytes } = await backUpWorkspace(file, target, new Date());
  if (isOfThisVersion(file)) {
    await noteBackup(file, basename(target)).catch((error: unknown) => {
      output.note(`The audit does not have this backup. ${AppError.from(error).message}`);
    });
  }
  output.result({ file: target, companies, week, users, bytes }, [
    `${target}: ${counted(companies, 'company', 'companies')} as of week ${week === '' ? '–' : week}, ` +
      `${counted(users, 'user', 'users')}, ${formatBytes(bytes)}.`,
  ]);
}

async function noteBackup(file: string, name: string): Promise<void> {
  const state = await openStateForCommand({ file, store: null });
  try {
    await audited({ kind: 'backup', detail: { name } }, state);
  } finally {
    state.close();
  }
}

/** Whether nothing has to be brought up to date: a backup may be meant as the way back to an earlier version. */
function isOfThisVersion(file: string): boolean {
  const db = openDatabase(file, { durability: 'full', readOnly: true });
  try {
    return schemaVersion(db) === stateMigrations.length;
  } finally {
    db.close();
  }
}

/** Checks a workspace and reports what is wrong with it; true if nothing is. Changes nothing. */
export async function checkCommand({ file }: Extract<Command, { kind: 'check' }>, output: Output): Promise<boolean> {
  throwIfAbsent({ file, store: null });
  // Nobody may set aside or mend what is being checked.
  const hold = holdWorkspace(file);
  hold.share();
  try {
    const found = await checkWorkspace(file);
    const isSound = found.problems.length === 0;
    const { companies, entries } = found;
    const verdict = isSound
      ? `No problems: ${counted(companies, 'company', 'companies')}, ${counted(entries, 'entry', 'entries')}.`
      : 'Problems found.';
    output.result({ file, sound: isSound, ...found }, [...found.problems, ...found.notes, verdict]);
    return isSound;
  } finally {
    hold.release();
  }
}
