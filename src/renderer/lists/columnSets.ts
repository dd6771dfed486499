import type { ColumnSet } from '#shared/bridge/preferences.ts';
import { fold } from '#shared/domain/text.ts';
import { usePreferences, useSession, useTurnPreferences } from '../data/bridgeValues.ts';
import { Store } from '../ui/store.ts';

type Sets = readonly ColumnSet[];

/** Whether two sets have one name, whatever its case and accents. */
function isNamed(name: string): (set: ColumnSet) => boolean {
  return (set) => fold(set.name) === fold(name);
}

/** The set of a name. */
export function setNamed(sets: Sets, name: string): ColumnSet | undefined {
  return sets.find(isNamed(name));
}

/** The sets with another one, in the place of the one that has its name, or else by the alphabet. */
export function withSet(sets: Sets, set: ColumnSet): ColumnSet[] {
  return [...withoutSet(sets, set.name), set].toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The sets without the one of that name. */
export function withoutSet(sets: Sets, name: string): ColumnSet[] {
  const isIt = isNamed(name);
  return sets.filter((set) => !isIt(set));
}

const none: Sets = [];

/** The named sets of columns, kept in the preferences for each account, and the way to change them. */
export function useKeptColumnSets(): { readonly sets: Sets; readonly change: (next: (sets: Sets) => Sets) => void } {
  const { account } = useSession();
  const { columnSets } = usePreferences();
  const turn = useTurnPreferences();
  return {
    sets: Object.hasOwn(columnSets, account) ? (columnSets[account] ?? none) : none,
    change: (next) =>
      turn((now) => ({ columnSets: { ...now.columnSets, [account]: [...next(now.columnSets[account] ?? none)] } })),
  };
}

/** Shows a set in the list on the screen; null where there is none. */
export const columnSetTarget = new Store<((set: ColumnSet) => void) | null>(null);
