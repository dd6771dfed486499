import { useLayoutEffect, type CSSProperties, type RefObject } from 'react';
import { Store, useStore } from './store.ts';

/** Between what lies at the foot and what lies above or beside it, in pixels. */
const gap = 8;

/**
 * Keeps toasts and the background updates above `bar`, which lies over the foot of a list, for as long as it stands.
 */
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

/**
 * What stands at the foot and in the corner, as the style of an element that keeps clear of it. Not of the page itself:
 * a custom property of the page styles every element anew, and the panel comes and goes while keys are held.
 */
export function useRoom(): CSSProperties {
  return useStore(room);
}

const room = new Store<Readonly<Record<string, string>>>({});

/** Tells the size of an element in properties that are its own while it stands. */
function watchSize<Name extends string>(
  element: HTMLElement | null,
  names: readonly Name[],
  valuesOf: (size: ResizeObserverSize) => Readonly<Record<Name, string>>,
): (() => void) | undefined {
  if (element === null) return undefined;
  // Narrow windows break what stands at the foot into lines.
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
