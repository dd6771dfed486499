import { formatCount } from '#shared/domain/formats.ts';
import { openStateForCommand, throwIfAbsent } from './open.ts';
import type { AuditCommand } from './command.ts';
import { sealAll } from '../api/routes/sealAll.ts';
import type { Output } from './output.ts';

/** How many events are put into the chain at a time. */
const atOnce = 2000;

/**
 * Checks the chain of everything that was done (docs/team.md): whether a line was changed, taken out or put in. Returns
 * false if something is wrong with it.
 */
export async function auditCommand(command: AuditCommand, output: Output): Promise<boolean> {
  throwIfAbsent(command);
  const state = await openStateForCommand(command);
  try {
    if (state.readOnly === '') await sealAll(state.audit, atOnce);
    const { events, gone, hash, problems } = await state.audit.check(command.expected);
    const good = [
      `${formatCount(events)} events, nothing was changed.`,
      ...(gone === 0 ? [] : [`${formatCount(gone)} of them went with people who were removed with all their work.`]),
      `The last one: ${hash === '' ? 'none' : hash}`,
    ];
    output.result({ events, gone, hash, problems }, problems.length === 0 ? good : [...problems]);
    return problems.length === 0;
  } finally {
    state.close();
  }
}
