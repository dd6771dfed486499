import { useEffect, useRef, type RefObject } from 'react';

/**
 * A click on a link leaves the focus on an element that may be gone with the old screen; then reading goes on in `main`.
 * A screen that focuses something of its own, such as a grid, is left alone.
 */
export function useReadingStart(pathname: string, main: RefObject<HTMLElement | null>): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}
