import { usePreferences, useSession, useTurnPreferences } from './bridgeValues.ts';

/** Lists in the user's own order, by their ids; those that have no place in it come last, in the order they have. */
export function inPlaces<T extends { readonly id: number }>(lists: readonly T[], places: readonly number[]): T[] {
  const place = new Map(places.map((id, index) => [id, index]));
  const placeOf = ({ id }: T): number => place.get(id) ?? places.length;
  // Sorting keeps the order of equals.
  return lists.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Lists in the user's own order; none before they have arrived. */
export function useInPlaces<T extends { readonly id: number }>(lists: readonly T[] | undefined): T[] {
  const { places } = useListPlaces();
  return inPlaces(lists ?? [], places);
}

/** The ids with one of them a step further up (-1) or down (1); the same if it is at that end already. */
export function stepped(ids: readonly number[], id: number, step: 1 | -1): readonly number[] {
  const from = ids.indexOf(id);
  const to = from + step;
  if (from === -1 || to < 0 || to >= ids.length) return ids;
  return ids.toSpliced(from, 1).toSpliced(to, 0, id);
}

/** The ids with one of them put before or after another one. */
export function placedAt(
  ids: readonly number[],
  id: number,
  { target, side }: { readonly target: number; readonly side: 'before' | 'after' },
): readonly number[] {
  if (id === target || !ids.includes(id) || !ids.includes(target)) return ids;
  const others = ids.filter((one) => one !== id);
  return others.toSpliced(others.indexOf(target) + (side === 'after' ? 1 : 0), 0, id);
}

/** The user's own order of smart lists. */
interface ListPlaces {
  readonly places: readonly number[];
  /** Keeps another order: the ids of all lists there are, so that none that was deleted is left in it. */
  readonly put: (ids: readonly number[]) => void;
  /** Takes a deleted list out. Returns the way to put it back where it was. */
  readonly forget: (id: number) => () => void;
}

const none: readonly number[] = [];

/** The own order of smart lists, kept in the preferences for each account. */
export function useListPlaces(): ListPlaces {
  const { account } = useSession();
  const { listPlaces } = usePreferences();
  const turn = useTurnPreferences();
  const places = Object.hasOwn(listPlaces, account) ? (listPlaces[account] ?? none) : none;
  const change = (next: (ids: readonly number[]) => readonly number[]): void =>
    turn((now) => ({ listPlaces: { ...now.listPlaces, [account]: [...next(now.listPlaces[account] ?? none)] } }));
  return {
    places,
    put: (ids) => change(() => ids),
    forget: (id) => {
      const at = places.indexOf(id);
      if (at === -1) return () => undefined;
      change((ids) => ids.filter((one) => one !== id));
      return () => change((ids) => ids.filter((one) => one !== id).toSpliced(at, 0, id));
    },
  };
}
