import type { ReactNode } from 'react';
import classes from './StatusBar.module.css';

/** The line at the foot of a list screen: position in the list on the left, the session's figures on the right. */
export function StatusBar({ left, right }: { readonly left?: ReactNode; readonly right?: ReactNode }): ReactNode {
  return (
    <footer className={classes.bar} aria-label="Status" data-region="status">
      <div className={classes.part}>{left}</div>
      <div className={classes.part}>{right}</div>
    </footer>
  );
}
