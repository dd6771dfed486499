import type { ReactNode } from 'react';
import classes from './Settings.module.css';

/** One setting: what it is on the left, its control on the right. */
export function Setting({
  label,
  note,
  children,
}: {
  readonly label: string;
  readonly note?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={classes.setting}>
      <div className={classes.settingText}>
        <span>{label}</span>
        {note !== undefined && <span className={classes.note}>{note}</span>}
      </div>
      <div className={classes.control}>{children}</div>
    </div>
  );
}
