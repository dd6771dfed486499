import { useLayoutEffect, type RefObject } from 'react';

/** Between what lies at the foot and what lies above it, in pixels. */
const gap = 8;

/** Keeps toasts and the background updates above `bar`, which lies over the foot of a list, for as long as it stands. */
export function useFootRoom(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (bar.current === null) return undefined;
    const { style } = document.documentElement;
    // Narrow windows break the bar into lines.
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      style.setProperty('--w-foot', `${Math.ceil(height) + gap}px`);
    });
    observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--w-foot');
    };
  }, [bar]);
}
