import type { FailedMove } from '#shared/bridge/moves.ts';
import { isMove, isNote, isReason, targetOf, type Change, type Command, type Numbering } from './command.ts';
import { activeOf, changed, type QueueState } from './queueState.ts';

/** A plan in progress: reads like the state with the plan's changes applied, and changes nothing. */
export class Draft {
  readonly changes: Change[] = [];
  readonly #state: Pick<QueueState, 'chain'>;
  readonly #chains = new Map<string, readonly Command[]>();

  constructor(state: Pick<QueueState, 'chain'>) {
    this.#state = state;
  }

  chain(target: string): readonly Command[] {
    return this.#chains.get(target) ?? this.#state.chain(target);
  }

  put(command: Command): void {
    this.#add({ kind: 'put', command });
  }

  /** The server has the command. */
  done(command: Command): void {
    this.#add({ kind: 'remove', command, why: 'done' });
  }

  /**
   * Removes a command that had no effect; the one after it then starts from the list the removed one would have left.
   */
  drop(command: Command): void {
    const follower = this.#follower(command);
    this.#add({ kind: 'remove', command, why: 'gone' });
    // Without a reason, its company is where it was with it.
    if (follower !== undefined && isMove(command)) this.#rebase(follower, command.from);
  }

  /**
   * The server has refused the command for good. If the next command would only lead back to where the company still
   * is, both are dropped; any other is held back behind it (I11). A reason holds nothing back, and is no more once
   * another one, or a decision that has gone out, follows it.
   */
  fail(command: Command, reason: string): void {
    const follower = this.#follower(command);
    if (isNote(command)) {
      this.#failNote(command, follower, reason);
      return;
    }
    if (isReason(command)) {
      if (this.#isOver(command)) this.drop(command);
      else this.put({ ...command, state: 'failed', reason });
      return;
    }
    if (follower !== undefined && isMove(follower) && leadsBack(follower, command)) {
      this.#add({ kind: 'remove', command, why: 'gone' });
      this.drop({ ...follower, from: command.from });
      return;
    }
    this.put({ ...command, state: 'failed', reason });
    // Its reason waits with it.
    if (follower !== undefined && !isReason(follower)) this.#rebase(follower, command.from);
  }

  /** A later text of the note replaces one that was refused; it then starts from the text before that. */
  #failNote(command: Command, follower: Command | undefined, reason: string): void {
    const [was, next] = [command.note, follower?.note];
    if (follower === undefined || was === undefined || next === undefined) {
      this.put({ ...command, state: 'failed', reason });
      return;
    }
    this.#add({ kind: 'remove', command, why: 'gone' });
    if (follower.state === 'sent') return;
    if (next.to === was.from) this.#add({ kind: 'remove', command: follower, why: 'gone' });
    else this.put({ ...follower, note: { ...next, from: was.from } });
  }

  /** Sends a failed command again, under a new key: the server may have kept its refusal under the old one. */
  again(command: Command, key: string): void {
    if (isReason(command) && this.#isOver(command)) {
      this.drop(command);
      return;
    }
    const follower = this.#follower(command);
    this.put({ ...command, state: 'pending', reason: '', key });
    if (follower !== undefined && isMove(command)) this.#rebase(follower, command.to);
  }

  /** Whether a reason can no longer come before what follows it. */
  #isOver(command: Command): boolean {
    const follower = this.#follower(command);
    return follower !== undefined && (isReason(follower) || follower.state === 'sent');
  }

  #follower(command: Command): Command | undefined {
    const chain = this.chain(targetOf(command));
    return chain[chain.findIndex(({ seq }) => seq === command.seq) + 1];
  }

  #rebase(command: Command, from: Command['from']): void {
    if (command.state === 'sent' || command.from === from) return;
    if (isReason(command)) {
      // The decision that it was given for is no more, and its company is where it was before that one.
      const follower = this.#follower(command);
      this.drop({ ...command, from });
      if (follower !== undefined) this.#rebase(follower, from);
      return;
    }
    if (command.state === 'failed') return;
    if (command.to === from && command.later === undefined) this.drop({ ...command, from });
    else this.put({ ...command, from });
  }

  #add(change: Change): void {
    const target = targetOf(change.command);
    this.changes.push(change);
    this.#chains.set(target, changed(this.chain(target), change));
  }
}

/** Whether a move would only lead to where its company is if the one before it is refused. */
function leadsBack(follower: Command, refused: Command): boolean {
  return follower.to === refused.from && follower.later === undefined;
}

const held = 'Waiting for an earlier failed move of this company; retry or discard that one first.';

/** Moves that were refused for good, and those held back behind them (I11), oldest first. */
export function failedMoves(state: QueueState): FailedMove[] {
  return state
    .failedChains()
    .flatMap((chain) => without(chain, activeOf(chain)))
    .toSorted((a, b) => a.seq - b.seq)
    .map((command) => ({
      id: String(command.seq),
      entryId: command.entryId,
      companyId: command.companyId,
      name: command.name,
      to: command.to,
      isReason: isReason(command),
      isNote: isNote(command),
      reason: command.state === 'failed' ? command.reason : held,
      isSettled: command.state === 'failed' && command.seen !== undefined,
    }));
}

function without(chain: readonly Command[], others: readonly Command[]): Command[] {
  return chain.filter((command) => !others.includes(command));
}

/** Plans to send failed moves again; the id of a held one means the failed one before it. */
export function planRetry(draft: Draft, state: QueueState, ids: readonly string[], numbering: Numbering): Change[] {
  for (const command of commandsOf(state, ids)) {
    const first = draft.chain(targetOf(command)).find((other) => other.state === 'failed');
    if (first !== undefined && first.seq <= command.seq) draft.again(first, numbering.newKey());
  }
  return draft.changes;
}

/** Plans to give up failed or held moves. Pending moves are not touched. */
export function planDiscard(draft: Draft, state: QueueState, ids: readonly string[]): Change[] {
  for (const command of commandsOf(state, ids)) {
    const target = targetOf(command);
    if (activeOf(state.chain(target)).includes(command)) continue;
    const current = draft.chain(target).find(({ seq }) => seq === command.seq);
    if (current !== undefined) draft.drop(current);
  }
  return draft.changes;
}

/** Plans to give up all moves of companies that are gone, except sent ones: their replies are on the way. */
export function planForget(draft: Draft, state: QueueState, gone: ReadonlySet<number>): Change[] {
  const unsent = state.ofCompanies(gone).filter((command) => command.state !== 'sent');
  // From last to first, so that no command is rebased that is removed itself.
  for (const command of unsent.toReversed()) draft.drop(command);
  return draft.changes;
}

function commandsOf(state: QueueState, ids: readonly string[]): Command[] {
  return ids.map((id) => state.command(Number(id))).filter((command) => command !== undefined);
}
