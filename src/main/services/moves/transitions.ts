import { longestText } from '#node/log.ts';
import type { Log } from '../../ports.ts';
import type { Change } from './command.ts';

/**
 * Logs what a commit did to each move: its number and its company's, the list it leaves and the one it goes to, and the
 * state it reached.
 * A line holds as many moves as fit, not one each: a bulk decision is logged while keys wait.
 */
export function logTransitions(log: Log, changes: readonly Change[]): void {
  const alike = Map.groupBy(changes, (change) => [eventOf(change), change.command.from, change.command.to].join(' '));
  for (const group of alike.values()) {
    const { from, to } = group[0]!.command;
    for (const moves of linesOf(group)) log.info(eventOf(group[0]!), { from, to, moves });
  }
}

/** `queue.pending`, `queue.sent` and `queue.failed` are states of a move; after the others it is out of the queue. */
function eventOf(change: Change): string {
  return `queue.${change.kind === 'put' ? change.command.state : change.why}`;
}

function* linesOf(group: readonly Change[]): Generator<string> {
  let line = '';
  for (const { command } of group) {
    const move = `${command.seq}:${command.companyId}`;
    if (line !== '' && line.length + 1 + move.length > longestText) {
      yield line;
      line = '';
    }
    line += line === '' ? move : ` ${move}`;
  }
  yield line;
}
