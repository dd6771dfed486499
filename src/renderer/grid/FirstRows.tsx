import type { ColumnState } from 'ag-grid-community';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useStore } from '../ui/store.ts';
import { drawFirstRows } from './firstRowsDrawing.ts';
import type { GridScreen } from './gridScreen.ts';
import './firstRows.css';

/** A picture of the table as it will be, for the eye only: it is gone as soon as the table has drawn the same rows. */
export function FirstRows({
  screen,
  columnState,
}: {
  readonly screen: GridScreen;
  readonly columnState: ColumnState[] | undefined;
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const rows = useStore(screen.loadedRows);
  useLayoutEffect(() => {
    // Drawing measures, which is not worth it for a header alone.
    if (place.current !== null && rows.length > 0) drawFirstRows(place.current, rows, screen, columnState);
  }, [rows, screen, columnState]);
  return <div ref={place} className="w-first" aria-hidden inert />;
}
