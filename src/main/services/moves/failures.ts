import type { FailedMove } from '#shared/bridge/moves.ts';
import { targetOf, type Change, type Command } from './command.ts';
import type { Draft } from './draft.ts';
import type { Numbering } from './plan.ts';
import { activeOf, type QueueState } from './queueState.ts';

const held = 'Waits for the failed move of this company before it; retry or discard that one.';

/** Moves that were refused for good, and those held back behind them (I11), oldest first. */
export function failedMoves(state: QueueState): FailedMove[] {
  return state
    .failedChains()
    .flatMap((chain) => chain.slice(activeOf(chain).length))
    .toSorted((a, b) => a.seq - b.seq)
    .map(({ seq, entryId, companyId, name, to, state: commandState, reason }) => ({
      id: String(seq),
      entryId,
      companyId,
      name,
      to,
      reason: commandState === 'failed' ? reason : held,
    }));
}

/** Plans to send failed moves again; an id of a held one stands for the failed one before it. */
export function planRetry(draft: Draft, state: QueueState, ids: readonly string[], numbering: Numbering): Change[] {
  for (const command of commandsOf(state, ids)) {
    const first = draft.chain(targetOf(command)).find((other) => other.state === 'failed');
    if (first !== undefined && first.seq <= command.seq) draft.again(first, numbering.newKey());
  }
  return draft.changes;
}

/** Plans to give failed or held moves up. Moves on their way are not touched. */
export function planDiscard(draft: Draft, state: QueueState, ids: readonly string[]): Change[] {
  for (const command of commandsOf(state, ids)) {
    const target = targetOf(command);
    if (activeOf(state.chain(target)).includes(command)) continue;
    const current = draft.chain(target).find(({ seq }) => seq === command.seq);
    if (current !== undefined) draft.drop(current);
  }
  return draft.changes;
}

/** Plans to give up all moves of companies that are gone, but those that are sent: their answers are on their way. */
export function planForget(draft: Draft, state: QueueState, gone: ReadonlySet<number>): Change[] {
  const unsent = state.ofCompanies(gone).filter((command) => command.state !== 'sent');
  // From the last to the first, so that nothing is put right that goes itself.
  for (const command of unsent.toReversed()) draft.drop(command);
  return draft.changes;
}

function commandsOf(state: QueueState, ids: readonly string[]): Command[] {
  return ids.map((id) => state.command(Number(id))).filter((command) => command !== undefined);
}
