import { useLayoutEffect, type CSSProperties, type RefObject, type ReactNode } from 'react';
import { Store, useStore } from './store.ts';
import { useTitle } from './title.ts';
import type { Taken } from './toastRoom.ts';
import classes from './Screen.module.css';

/** A screen that scrolls as a whole: heading, actions beside it, content below. Lists have their own layout. */
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
    <div className={classes.scroll} data-letters="screen">
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

/** The line at the foot of a list screen: position in the list on the left, the session's figures on the right. */
export function StatusBar({ left, right }: { readonly left?: ReactNode; readonly right?: ReactNode }): ReactNode {
  return (
    <footer className={classes.bar} aria-label="Status" data-region="status">
      <div className={classes.part}>{left}</div>
      <div className={classes.part}>{right}</div>
    </footer>
  );
}

/**
 * Room at the end of a scrolling screen while a panel covers its corner: scrolled to the end, the last button is above
 * the panel. A separate element, so that the screen does not re-render when the panel appears.
 */
export function CornerRoom(): ReactNode {
  return <div className={classes.room} style={useRoom()} aria-hidden />;
}

/** The distance between what is at the foot and what is above or beside it, in pixels. */
const gap = 8;

/** Keeps toasts and the background updates above `bar`, which covers the foot of a list, while it is shown. */
export function useFootRoom(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(
    () => watchSize(bar.current, ['--w-foot'], ({ blockSize }) => ({ '--w-foot': `${Math.ceil(blockSize) + gap}px` })),
    [bar],
  );
}

/** Keeps toasts beside or above `panel`, in the right-hand corner, while it is shown. */
export function useCornerRoom(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(
    () =>
      watchSize(panel.current, ['--w-corner-width', '--w-corner-height'], ({ inlineSize, blockSize }) => ({
        '--w-corner-width': `${Math.ceil(inlineSize) + gap}px`,
        '--w-corner-height': `${Math.ceil(blockSize) + gap}px`,
      })),
    [panel],
  );
}

/** Keeps the background updates off the reading pane, over the table: they come while one reads. */
export function usePaneRoom(pane: RefObject<HTMLElement | null>, side: 'right' | 'bottom'): void {
  useLayoutEffect(
    () =>
      watchSize(pane.current, ['--w-pane-width', '--w-pane-height'], ({ inlineSize, blockSize }) => ({
        '--w-pane-width': side === 'right' ? `${Math.ceil(inlineSize)}px` : '0px',
        '--w-pane-height': side === 'bottom' ? `${Math.ceil(blockSize)}px` : '0px',
      })),
    [pane, side],
  );
}

/**
 * The sizes of what is at the foot and in the corner, as a style for an element that keeps clear of them. Not set on
 * the page itself: a custom property there restyles every element, and the panel comes and goes while keys are held.
 */
export function useRoom(): CSSProperties {
  return useStore(room);
}

/** The same sizes as numbers of pixels, for toasts. */
export function useTaken(): Taken {
  const sizes = useStore(room);
  const pixels = (name: string): number => Number.parseFloat(sizes[name] ?? '0');
  return {
    cornerWidth: pixels('--w-corner-width'),
    cornerHeight: pixels('--w-corner-height'),
    foot: pixels('--w-foot'),
    paneHeight: pixels('--w-pane-height'),
  };
}

const room = new Store<Readonly<Record<string, string>>>({});

/** Publishes an element's size in properties of its own while it is shown. */
function watchSize<Name extends string>(
  element: HTMLElement | null,
  names: readonly Name[],
  valuesOf: (size: ResizeObserverSize) => Readonly<Record<Name, string>>,
): (() => void) | undefined {
  if (element === null) return undefined;
  // In narrow windows the content at the foot wraps.
  const observer = new ResizeObserver(([entry]) => {
    const [size] = entry?.borderBoxSize ?? [];
    if (size === undefined) return;
    const before = room.get();
    const values = valuesOf(size);
    if (names.some((name) => before[name] !== values[name])) room.set({ ...before, ...values });
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    const left = Object.entries(room.get()).filter(([name]) => !names.some((own) => own === name));
    room.set(Object.fromEntries(left));
  };
}
