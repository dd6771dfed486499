import type { ReactNode } from 'react';
import { CornerRoom } from './CornerRoom.tsx';
import classes from './Screen.module.css';
import { useTitle } from './title.ts';

/** A screen that scrolls as a whole: heading, actions beside it, content below. Lists have a layout of their own. */
export function Screen({
  title,
  intro,
  actions,
  narrow = false,
  children,
}: {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly actions?: ReactNode;
  /** For text and forms: no wider than is comfortable to read. */
  readonly narrow?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  useTitle(title);
  return (
    <div className={classes.scroll}>
      <div className={narrow ? `${classes.page} ${classes.narrow}` : classes.page}>
        <header className={classes.header}>
          <div className={classes.heading}>
            <h1 className={classes.title}>{title}</h1>
            {intro !== undefined && <p className={classes.intro}>{intro}</p>}
          </div>
          {actions !== undefined && <div className={classes.actions}>{actions}</div>}
        </header>
        {children}
      </div>
      <CornerRoom />
    </div>
  );
}

/** A titled part of a screen, on its own surface. */
export function Section({
  title,
  aside,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.sectionHead}>
        <h2 className={classes.sectionTitle}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
