import type { MoveTarget } from '#shared/bridge/moves.ts';
import type { ListName } from '#shared/domain/listName.ts';

/** Another entry of the company that is decided about, and the list it shows. */
export interface OtherEntry {
  readonly entryId: number;
  readonly list: ListName;
}

/**
 * What a decision about a company moves: its entry, with it those that are undecided, and those in the same list, each
 * from where it is (API.md `Smart lists and moves`). What was decided into another list stays.
 */
export function coveredMoves(target: Omit<MoveTarget, 'siblings'>, others: readonly OtherEntry[]): MoveTarget[] {
  const idsIn = (wanted: ListName): number[] =>
    others.filter(({ list }) => list === wanted).map(({ entryId }) => entryId);
  const alike = target.from === 'None' ? [] : idsIn(target.from);
  return [{ ...target, siblings: idsIn('None') }, ...alike.map((entryId) => ({ ...target, entryId, siblings: [] }))];
}
