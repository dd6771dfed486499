import { usePreferences, useSession, useTurnPreferences } from './bridgeValues.ts';

const none: readonly string[] = [];

/** Most own columns that are pinned: the preferences bound it. */
const most = 100;

/**
 * The own columns of imported files that stand among the facts of a company, by their names, in the order in which they
 * were pinned; kept in the preferences for each account.
 */
export function usePinnedColumns(): {
  readonly pinned: readonly string[];
  readonly pin: (name: string, isPinned: boolean) => void;
} {
  const { account } = useSession();
  const { pinnedColumns } = usePreferences();
  const turn = useTurnPreferences();
  const pinned = Object.hasOwn(pinnedColumns, account) ? (pinnedColumns[account] ?? none) : none;
  return {
    pinned,
    pin: (name, isPinned) =>
      turn((now) => {
        const others = (now.pinnedColumns[account] ?? none).filter((each) => each !== name);
        const next = isPinned ? [...others, name].slice(-most) : others;
        return { pinnedColumns: { ...now.pinnedColumns, [account]: next } };
      }),
  };
}
