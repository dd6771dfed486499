import type { ColumnState } from 'ag-grid-community';
import { useCallback, useEffect, useRef, useState } from 'react';
import { usePreferences, useSetPreferences } from '../../data/bridgeValues.ts';

/** How long columns rest before they are saved, in milliseconds. */
const saveDelay = 400;

/** The saved columns of a list, and the way to save them. */
export function useColumns(key: string): {
  readonly state: ColumnState[] | undefined;
  readonly save: (state: ColumnState[]) => void;
} {
  const { columns } = usePreferences();
  const { mutate } = useSetPreferences();
  const [latest] = useState(() => new Map<string, unknown>());
  const all = useRef(columns);
  useEffect(() => {
    all.current = columns;
  }, [columns]);
  const save = useCallback(
    (state: ColumnState[]) => {
      latest.set(key, state);
      setTimeout(() => {
        // Only the last of several quick changes is written.
        if (latest.get(key) !== state) return;
        mutate({ columns: { ...all.current, [key]: state.map((column) => ({ ...column })) } });
      }, saveDelay);
    },
    [key, latest, mutate],
  );
  // The settings file keeps what the grid gave; columns that no longer exist are left out by the grid.
  return { state: columns[key] as ColumnState[] | undefined, save };
}
