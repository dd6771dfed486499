import type { Placement } from '#shared/bridge/moves.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { targetOf } from './command.ts';
import type { Item } from './plan.ts';

/**
 * Most companies that are kept, twice what one decision can move; of one that is forgotten the window's word stands.
 */
const mostKept = 200_000;

/**
 * Where companies went last, and since which revision of the queue. A window that has not heard of another one's
 * decision, or of its undo, shows a list that the company has left; undo is not to bring it back there.
 */
export class LastSettled {
  /** By target, the oldest first. */
  readonly #lists = new Map<string, { readonly list: ListName; readonly revision: number }>();

  /** These have come to rest, which the queue tells as of `revision`. */
  add(placements: readonly Placement[], revision: number): void {
    for (const placement of placements) {
      const target = targetOf(placement);
      this.#lists.delete(target);
      this.#lists.set(target, { list: placement.list, revision });
    }
    for (const target of this.#lists.keys()) {
      if (this.#lists.size <= mostKept) break;
      this.#lists.delete(target);
    }
  }

  /**
   * What is moved, from where it is, by a window that has heard of the queue up to a revision. What it has heard of it
   * may know better: another device may have moved the company since. So may it where the company seems to be where it
   * is to go, and a decision is never left out.
   */
  corrected(item: Item, to: ListName, heard: number): Item {
    const last = this.#lists.get(targetOf(item));
    if (last === undefined || last.revision <= heard || last.list === to) return item;
    return { ...item, from: last.list };
  }

  clear(): void {
    this.#lists.clear();
  }
}
