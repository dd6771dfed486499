import type { ListName } from '#shared/domain/listName.ts';
import type { Placed } from './overlay.ts';

/** Where companies were to be moved and could not: their rows say so until a later decision about them. */
export class Unsaved {
  private readonly lists = new Map<string, ListName>();

  /** Whether the last decision about this row could not be saved. */
  has(entryId: number | null, companyId: number): boolean {
    return this.lists.size > 0 && this.lists.has(keyOf(entryId, companyId));
  }

  add(placements: readonly Placed[]): void {
    for (const { entryId, companyId, list } of placements) this.lists.set(keyOf(entryId, companyId), list);
  }

  /** Decided anew. */
  forget(placements: readonly Placed[]): void {
    for (const { entryId, companyId } of placements) this.lists.delete(keyOf(entryId, companyId));
  }

  /** Done all the same: only the answer to the decision had been lost. */
  settle(placements: readonly Placed[]): void {
    this.forget(
      placements.filter(({ entryId, companyId, list }) => this.lists.get(keyOf(entryId, companyId)) === list),
    );
  }
}

function keyOf(entryId: number | null, companyId: number): string {
  return entryId === null ? `c${companyId}` : `e${entryId}`;
}
