import { holdWorkspace } from '#node/lock.ts';
import { checkWorkspace } from '../jobs/copies/checkWorkspace.ts';
import type { Command } from './command.ts';
import { throwIfAbsent } from './open.ts';
import type { Output } from './output.ts';

/** Looks a workspace through and says what is wrong with it; true where nothing is. Changes nothing. */
export async function checkCommand({ file }: Extract<Command, { kind: 'check' }>, output: Output): Promise<boolean> {
  throwIfAbsent(file);
  // Nobody may set aside or mend what is being looked at.
  const hold = holdWorkspace(file);
  hold.share();
  try {
    const found = await checkWorkspace(file);
    const isSound = found.problems.length === 0;
    const { companies, entries } = found;
    const verdict = isSound ? `Sound: ${companies} companies, ${entries} entries.` : 'Not sound.';
    output.result({ file, sound: isSound, ...found }, [...found.problems, ...found.notes, verdict]);
    return isSound;
  } finally {
    hold.release();
  }
}
