import type { Placement } from '#shared/bridge/moves.ts';
import { AppError } from '#shared/errors.ts';
import { isNote, placementIn, targetOf, type Change, type Command } from './command.ts';
import { activeOf, QueueState } from './queueState.ts';
import type { Durability, QueueStore } from './queueStore.ts';

/** What a commit has changed, for watchers. */
export interface Committed {
  readonly changes: readonly Change[];
  /** Placements of targets that now have nothing pending. */
  readonly settled: readonly Placement[];
}

/** One account's queue: the file first, then the memory. Nothing else writes to either. */
export class Ledger {
  readonly #store: QueueStore;
  readonly #onCommit: (committed: Committed) => void;
  readonly account: string;
  readonly state: QueueState;
  /** Unreadable rows in the file: lost moves, which the user has to know about. */
  readonly unreadable: number;
  /** Why the last write failed; null if it succeeded. */
  problem: AppError | null = null;

  constructor(store: QueueStore, account: string, onCommit: (committed: Committed) => void) {
    this.#store = store;
    this.#onCommit = onCommit;
    this.account = account;
    const { commands, unreadable } = store.load(account);
    this.state = new QueueState(commands);
    this.unreadable = unreadable;
  }

  /** Writes a plan to disk, then to memory. Throws, with nothing changed, if the file cannot be written. */
  commit(changes: readonly Change[], durability: Durability = 'full'): void {
    if (changes.length === 0) return;
    try {
      this.#store.apply(this.account, changes, durability);
      this.problem = null;
    } catch (error) {
      this.problem = error instanceof AppError ? error : new AppError('storage_readonly', unwritable, { cause: error });
      throw this.problem;
    }
    this.state.apply(changes);
    this.#onCommit({ changes, settled: settledBy(changes, this.state) });
  }

  /** Whether the file can be written (again); clears `problem` if it can. */
  probe(): boolean {
    try {
      this.#store.probe();
      this.problem = null;
      return true;
    } catch {
      return false;
    }
  }
}

const unwritable = 'The file of unsent moves cannot be written.';

/** Placements of those targets of these changes that no longer have anything pending. */
function settledBy(changes: readonly Change[], state: QueueState): Placement[] {
  const last = new Map<string, Placement>();
  for (const change of changes) {
    if (isNote(change.command)) continue;
    const target = targetOf(change.command);
    const chain = state.chain(target);
    last.delete(target);
    if (activeOf(chain).length === 0) last.set(target, placementIn(change.command, listAfter(change, chain.at(-1))));
  }
  return [...last.values()];
}

/** Refused: where the newest move was headed. Done: where it went. Removed: where the company still is. */
function listAfter(change: Change, refused: Command | undefined): Command['to'] {
  if (refused !== undefined) return refused.to;
  return change.kind === 'remove' && change.why === 'gone' ? change.command.from : change.command.to;
}
