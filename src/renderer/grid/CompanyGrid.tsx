import './companyGrid.css';
import './firstRows.css';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { afterPaint } from '../ui/usePaced.ts';
import { useStore } from '../ui/store.ts';
import { drawFirstRows } from './firstRowsDrawing.ts';
import type { CompanyGridProps } from './gridScreen.ts';
import { loadTable, table } from './loadTable.ts';

/**
 * The table of companies (product 12). It renders once: rows, focus and decisions reach it through the driver that it
 * hands to `screen.attach`. Creating a page's first table takes a third of a second, much of it AG Grid's code: until
 * then a plain drawing of its first rows is shown, and keys meant for them wait (`ListCursor`).
 */
export function CompanyGrid(props: CompanyGridProps): ReactNode {
  const code = useStore(table);
  const [isDrawn, setDrawn] = useState(code !== null);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(
    // Paints what is there before the table occupies the thread.
    () => (code === null ? afterPaint(() => void loadTable().catch(setProblem)) : undefined),
    [code],
  );
  // The screen's error boundary shows it.
  if (problem !== null) throw problem;
  return (
    <div className="w-grid-place">
      {code !== null && <code.Table key={props.rowHeight} {...props} onDrawn={() => setDrawn(true)} />}
      {!isDrawn && <FirstRows {...props} />}
    </div>
  );
}

/** A picture of the table to come, only for the eye: it goes as soon as the table has drawn the same rows. */
export function FirstRows({
  screen,
  columnState,
  rowHeight,
}: Pick<CompanyGridProps, 'screen' | 'columnState' | 'rowHeight'>): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const rows = useStore(screen.loadedRows);
  useLayoutEffect(() => {
    // Drawing measures, which is not worth it for just a header.
    if (place.current !== null && rows.length > 0) drawFirstRows(place.current, rows, screen, rowHeight, columnState);
  }, [rows, screen, rowHeight, columnState]);
  return <div ref={place} className="w-first" aria-hidden inert />;
}
