import type { KeyboardEvent, ReactNode } from 'react';
import { typeGroup } from '../../keyboard/typeAhead.ts';
import classes from './ReasonStrip.module.css';

/**
 * A strip with fields: not modal, but Tab stays in it, a letter beside its field goes into the field, and a click on
 * nothing in it keeps the focus in it. Esc closes it, wherever in it the focus is.
 */
export function Strip({
  label,
  onEscape,
  children,
}: {
  readonly label: string;
  readonly onEscape: () => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    // It stands in the panel and is not modal.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="dialog"
      aria-label={label}
      className={classes.field}
      data-letters="type"
      {...typeGroup}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || event.defaultPrevented) return;
        if (event.key === 'Escape') onEscape();
        if (event.key === 'Tab') stayInside(event);
      }}
    >
      {children}
    </div>
  );
}

const stops = 'input:not(:disabled), textarea:not(:disabled), button:not(:disabled)';

/** From the last field on Tab goes to the first, and back: behind the strip there is nothing, or the list. */
function stayInside(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(stops)];
  const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]];
  if (event.target !== from && event.target !== event.currentTarget) return;
  event.preventDefault();
  to?.focus();
}
