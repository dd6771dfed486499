import type { ReactNode } from 'react';
import classes from './Settings.module.css';

/**
 * One setting: its name on the left, its control on the right; the name is the label of the control with the id
 * `controls`.
 */
export function Setting({
  label,
  note,
  controls,
  children,
}: {
  readonly label: string;
  readonly note?: string;
  readonly controls?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={classes.setting}>
      <div className={classes.settingText}>
        {controls === undefined ? <span>{label}</span> : <label htmlFor={controls}>{label}</label>}
        {note !== undefined && <span className={classes.note}>{note}</span>}
      </div>
      <div className={classes.control}>{children}</div>
    </div>
  );
}
