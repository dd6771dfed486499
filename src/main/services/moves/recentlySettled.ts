import type { Placement } from '#shared/bridge/moves.ts';
import type { ListName } from '#shared/domain/listName.ts';
import type { Clock } from '../../ports.ts';
import { targetOf } from './command.ts';
import type { Item } from './plan.ts';

/** Within this every window has heard what became of a move, in milliseconds; as a rule it takes less than 300. */
const heardWithinMs = 10_000;

/**
 * Where companies went a moment ago. A window that has not heard of another one's decision yet, or of its undo, shows a
 * list that the company has left; undo is not to bring it back there.
 */
export class RecentlySettled {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** By target, the oldest first. */
  readonly #lists = new Map<string, { readonly list: ListName; readonly at: number }>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  add(placements: readonly Placement[]): void {
    const at = this.#clock.monotonic();
    for (const placement of placements) {
      const target = targetOf(placement);
      this.#lists.delete(target);
      this.#lists.set(target, { list: placement.list, at });
    }
    this.#forgetOld(at);
  }

  /**
   * What is moved, from where it is. Where that seems to be where it is to go, the window's word stands: another device
   * may have moved it since, and a decision is never left out.
   */
  corrected(item: Item, to: ListName): Item {
    this.#forgetOld(this.#clock.monotonic());
    const list = this.#lists.get(targetOf(item))?.list;
    return list === undefined || list === to ? item : { ...item, from: list };
  }

  clear(): void {
    this.#lists.clear();
  }

  #forgetOld(now: number): void {
    for (const [target, { at }] of this.#lists) {
      if (now - at <= heardWithinMs) break;
      this.#lists.delete(target);
    }
  }
}
