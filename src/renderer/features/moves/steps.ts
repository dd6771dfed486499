import type { MoveTarget } from '#shared/bridge/moves.ts';
import type { ListName } from '#shared/domain/listName.ts';
import type { Placed } from './overlay.ts';

/** One decision of this session: what it did and what was shown before. */
export interface Step {
  readonly label: string;
  /** Whether it is known what it moves; until then it is shown for the company as such. */
  isFound: boolean;
  placements: readonly Placed[];
  before: readonly Placed[];
  readonly changes: readonly { from: ListName; to: ListName }[];
  /** The queue's name for it once it is durable; null before, and for good where the queue refused it. */
  id: string | null;
  /** When it was decided, in milliseconds of a clock that never jumps. */
  readonly decidedAt: number;
  /** When it was taken back in this window. */
  undoneAt: number;
}

/** A decision covers the company's undecided entries in other smart lists too (API.md). */
export function placementsOf({ entryId, companyId, siblings }: MoveTarget, list: ListName): Placed[] {
  return [{ entryId, companyId, list }, ...siblings.map((sibling) => ({ entryId: sibling, companyId, list }))];
}

/** Where a target and its siblings were before. */
export function beforeOf({ entryId, companyId, siblings, from }: MoveTarget): Placed[] {
  const others = siblings.map((sibling): Placed => ({ entryId: sibling, companyId, list: 'None' }));
  return [{ entryId, companyId, list: from }, ...others];
}

/** The changes that take these back. */
export function reversed(changes: Step['changes']): Step['changes'] {
  return changes.map(({ from, to }) => ({ from: to, to: from }));
}

/** Whether a step that was taken back shows its companies where the queue has put them. */
export function isAsShown({ before }: Step, placements: readonly Placed[]): boolean {
  return before.every(({ entryId, companyId, list }) =>
    placements.every((put) => put.entryId !== entryId || put.companyId !== companyId || put.list === list),
  );
}
