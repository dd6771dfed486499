import type { Log } from '../../ports.ts';
import type { Change } from './command.ts';

/** Moves named in one line of the log: as many as its longest text has room for. */
const movesPerLine = 5;

/**
 * Logs what a commit did to each move: which one, whose company, from which list to which, and its new state. A bulk
 * decision takes one line for several moves, not one each: the log is written while keys wait.
 */
export function logTransitions(log: Log, changes: readonly Change[]): void {
  const alike = Map.groupBy(changes, (change) => [eventOf(change), change.command.from, change.command.to].join(' '));
  for (const group of alike.values()) {
    const { command } = group[0]!;
    for (let at = 0; at < group.length; at += movesPerLine) {
      const moves = group.slice(at, at + movesPerLine).map(({ command: { seq, companyId } }) => `${seq}:${companyId}`);
      log.info(eventOf(group[0]!), { from: command.from, to: command.to, moves: moves.join(' ') });
    }
  }
}

/** `queue.pending`, `queue.sent` and `queue.failed` are states of a move; `done` and `gone` mean it left the queue. */
function eventOf(change: Change): string {
  return `queue.${change.kind === 'put' ? change.command.state : change.why}`;
}
