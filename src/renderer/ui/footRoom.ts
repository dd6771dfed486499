import { useLayoutEffect, type RefObject } from 'react';

/** Between what lies at the foot and what lies above or beside it, in pixels. */
const gap = 8;

/** Keeps toasts and the background updates above `bar`, which lies over the foot of a list, for as long as it stands. */
export function useFootRoom(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(
    () => watchSize(bar.current, ['--w-foot'], ({ blockSize }) => ({ '--w-foot': `${Math.ceil(blockSize) + gap}px` })),
    [bar],
  );
}

/** Keeps toasts beside or above `panel`, which stands in the corner at the right, for as long as it does. */
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

/** Tells the page the size of an element in properties that are its own while it stands. */
function watchSize<Name extends string>(
  element: HTMLElement | null,
  names: readonly Name[],
  valuesOf: (size: ResizeObserverSize) => Readonly<Record<Name, string>>,
): (() => void) | undefined {
  if (element === null) return undefined;
  const { style } = document.documentElement;
  // Narrow windows break what stands at the foot into lines.
  const observer = new ResizeObserver(([entry]) => {
    const [size] = entry?.borderBoxSize ?? [];
    if (size === undefined) return;
    const values = valuesOf(size);
    for (const name of names) style.setProperty(name, values[name]);
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    for (const name of names) style.removeProperty(name);
  };
}
