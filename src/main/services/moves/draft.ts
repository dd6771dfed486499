import { targetOf, type Change, type Command } from './command.ts';
import { changed, type QueueState } from './queueState.ts';

/** A plan in the making: reads like the state with the plan's changes applied, and changes nothing. */
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

  /** Takes a command out that had no effect; what follows it then leaves from where it would have left. */
  drop(command: Command): void {
    const follower = this.#follower(command);
    this.#add({ kind: 'remove', command, why: 'gone' });
    if (follower !== undefined) this.#rebase(follower, command.from);
  }

  /**
   * The server has refused the command for good. A follower that would only lead back to where the company still is
   * makes both superfluous; any other is held back behind it (I11).
   */
  fail(command: Command, reason: string): void {
    const follower = this.#follower(command);
    if (follower?.to === command.from) {
      this.#add({ kind: 'remove', command, why: 'gone' });
      this.drop({ ...follower, from: command.from });
      return;
    }
    this.put({ ...command, state: 'failed', reason });
    if (follower !== undefined) this.#rebase(follower, command.from);
  }

  /** Lets a failed command be sent again, under a new key: the server may have kept its refusal under the old one. */
  again(command: Command, key: string): void {
    const follower = this.#follower(command);
    this.put({ ...command, state: 'pending', reason: '', key });
    if (follower !== undefined) this.#rebase(follower, command.to);
  }

  #follower(command: Command): Command | undefined {
    const chain = this.chain(targetOf(command));
    return chain[chain.findIndex(({ seq }) => seq === command.seq) + 1];
  }

  #rebase(command: Command, from: Command['from']): void {
    if (command.state !== 'pending' || command.from === from) return;
    if (command.to === from) this.drop({ ...command, from });
    else this.put({ ...command, from });
  }

  #add(change: Change): void {
    const target = targetOf(change.command);
    this.changes.push(change);
    this.#chains.set(target, changed(this.chain(target), change));
  }
}
