import type { MoveProgress } from '#shared/bridge/moves.ts';
import { listNames, type ListName } from '#shared/domain/listName.ts';
import type { Clock } from '../../ports.ts';
import type { Change } from './command.ts';
import type { QueueState } from './queueState.ts';

/** How long the panel stays after nothing is pending, in milliseconds (product 9). */
const panelHideMs = 5000;

/**
 * Total and pending per list (product 4): moved = total - pending. Commands that were superseded, undone, refused or
 * held back count in neither; totals start again when the panel hides (docs/api.md).
 */
export class Progress {
  readonly #clock: Clock;
  readonly #onHidden: () => void;
  readonly #done = new Map<ListName, number>();
  #cancelHide: (() => void) | null = null;

  constructor(clock: Clock, onHidden: () => void) {
    this.#clock = clock;
    this.#onHidden = onHidden;
  }

  /** Told of every change after it was made. */
  applied(changes: readonly Change[], state: QueueState): void {
    for (const change of changes) {
      if (change.kind !== 'remove' || change.why !== 'done') continue;
      this.#done.set(change.command.to, (this.#done.get(change.command.to) ?? 0) + 1);
    }
    const idle = state.activeCount === 0;
    if (!idle) this.#stopHiding();
    else if (this.#done.size > 0) this.#cancelHide ??= this.#clock.after(panelHideMs, () => this.#hide());
  }

  of(state: QueueState): MoveProgress[] {
    return listNames
      .map((list) => ({ list, pending: state.active(list), total: state.active(list) + (this.#done.get(list) ?? 0) }))
      .filter(({ total }) => total > 0);
  }

  /** Forgets everything; for another account. */
  reset(): void {
    this.#stopHiding();
    this.#done.clear();
  }

  #stopHiding(): void {
    this.#cancelHide?.();
    this.#cancelHide = null;
  }

  #hide(): void {
    this.reset();
    this.#onHidden();
  }
}
