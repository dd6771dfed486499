import { Menu } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import classes from './ContextMenu.module.css';

/** A place in the window, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * A menu at the pointer, or where a key asked for it. It closes itself once something was chosen, and when a key runs a
 * command of the screen behind it: the keys beside its items do the same as the items.
 */
export function ContextMenu({
  at,
  label,
  onClose,
  children,
}: {
  readonly at: Point;
  /** What it is about, for screen readers. */
  readonly label: string;
  /** `isChosen`: what was chosen, or the key, says where the focus goes. */
  readonly onClose: (isChosen: boolean) => void;
  /** `Menu.Item`s. */
  readonly children: ReactNode;
}): ReactNode {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    // The commands' own listener comes before it.
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) close.current(true);
    };
    const onScroll = ({ target }: Event): void => {
      if (!(target instanceof Element && target.closest('[role="menu"]') !== null)) close.current(false);
    };
    window.addEventListener('keydown', onKeyDown, true);
    window.addEventListener('wheel', onScroll, { capture: true, passive: true });
    return () => {
      window.removeEventListener('keydown', onKeyDown, true);
      window.removeEventListener('wheel', onScroll, true);
    };
  }, []);
  return (
    <Menu
      opened
      onChange={() => onClose(false)}
      position="bottom-start"
      offset={2}
      // It moves up as far as its last item needs, and never out of the window.
      middlewares={{ flip: false, shift: { crossAxis: true, padding: 8 } }}
      withinPortal
      returnFocus={false}
    >
      <Menu.Target>
        <button
          key={`${at.x} ${at.y}`}
          type="button"
          tabIndex={-1}
          className={classes.at}
          style={{ left: at.x, top: at.y }}
          aria-label={label}
        />
      </Menu.Target>
      <Menu.Dropdown className={classes.menu} onContextMenu={(event) => event.preventDefault()}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
