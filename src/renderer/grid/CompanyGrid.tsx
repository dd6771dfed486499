import { useEffect, useState, type ReactNode } from 'react';
import { afterPaint } from '../ui/afterPaint.ts';
import { useStore } from '../ui/store.ts';
import { FirstRows } from './FirstRows.tsx';
import type { CompanyGridProps } from './gridScreen.ts';
import { loadTable, table } from './loadTable.ts';
import './companyGrid.css';

/**
 * The table of companies (UX `The list screen`). It renders once: rows, focus and decisions reach it through the driver
 * that it hands to `screen.attach`. Making the first table of a page takes a third of a second, much of it AG Grid's
 * code: until then its first rows are drawn plainly, and what keys mean by them waits for it (`ListCursor`).
 */
export function CompanyGrid(props: CompanyGridProps): ReactNode {
  const code = useStore(table);
  const [isDrawn, setDrawn] = useState(code !== null);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(
    // What is there is painted before the table takes the thread.
    () => (code === null ? afterPaint(() => void loadTable().catch(setProblem)) : undefined),
    [code],
  );
  // The screen's error boundary says so.
  if (problem !== null) throw problem;
  return (
    <div className="w-grid-place">
      {code !== null && <code.Table {...props} onDrawn={() => setDrawn(true)} />}
      {!isDrawn && <FirstRows screen={props.screen} columnState={props.columnState} />}
    </div>
  );
}
