import { useEffect, useLayoutEffect, useState, type CSSProperties, type RefObject } from 'react';
import { Store, useStore } from './store.ts';

/** A box in the window, in pixels from its left upper corner. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * What else there is at the foot, in pixels: the background updates in the corner, a bar over the foot of a list, and a
 * reading pane under it.
 */
export interface Taken {
  readonly cornerWidth: number;
  readonly cornerHeight: number;
  readonly foot: number;
  readonly paneHeight: number;
}

/** Widest that a toast gets, in pixels. */
const widest = 440;
/** The narrowest that is worth to stand beside the panel in the corner. */
const readable = 320;
/** The narrowest of all, if need be over what is beside the room. */
const narrowest = 240;
/** What a toast keeps free around it. */
const gap = 16;
/** How far above the foot of the window, or of what is at its foot, the panel in the corner ends. */
const cornerBottom = 44;

/**
 * Where toasts stand: in the middle of the room that is theirs, over nothing that can be pressed; beside the panel in
 * the corner, or above it if there is no room beside it.
 */
export function toastPlace(
  room: Box,
  window: { readonly width: number; readonly height: number },
  { cornerWidth, cornerHeight, foot, paneHeight }: Taken,
): { readonly left: number; readonly width: number; readonly bottom: number } {
  const free = room.right - room.left - 2 * gap;
  const isBeside = free - cornerWidth >= readable;
  const wanted = Math.max(narrowest, isBeside ? free - cornerWidth : free);
  const width = Math.min(widest, wanted, window.width - 2 * gap);
  const middle = (room.left + room.right - width) / 2;
  const most = room.right - gap - width - (isBeside ? cornerWidth : 0);
  // Wider than its room, it stays in the window.
  const left = Math.max(room.left + gap, Math.min(middle, most));
  const bottom = window.height - room.bottom + foot + gap;
  return {
    left: Math.max(gap, Math.min(left, window.width - gap - width)),
    width,
    bottom: isBeside ? bottom : Math.max(bottom, cornerBottom + foot + paneHeight) + cornerHeight,
  };
}

/** The boxes that toasts may lie over, the innermost last: a screen's, and a table's in it. */
const rooms = new Store<ReadonlyMap<HTMLElement, Box & { readonly isInner: boolean }>>(new Map());

/** Toasts lie over this element while it is on the screen; over a table (`isInner`) sooner than over its screen. */
export function useToastRoom(element: RefObject<HTMLElement | null>, isInner = false): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const set = (box: Box | null): void => {
      const others = [...rooms.get()].filter(([each]) => each !== current);
      rooms.set(new Map(box === null ? others : [...others, [current, { ...box, isInner }]]));
    };
    const observer = new ResizeObserver(() => {
      const { left, right, bottom, width } = current.getBoundingClientRect();
      // The sidebar stands in a padding of the screen's. A screen that is kept behind another one has no size.
      const padding = Number.parseFloat(getComputedStyle(current).paddingLeft) || 0;
      set(width === 0 ? null : { left: left + padding, right, bottom });
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      set(null);
    };
  }, [element, isInner]);
}

/** Where toasts stand, as properties for the styles of their container; `taken` is what else is at the foot. */
export function useToastPlace(taken: Taken): CSSProperties {
  const boxes = useStore(rooms);
  const [size, setSize] = useState({ width: window.innerWidth, height: window.innerHeight });
  useEffect(() => {
    const resized = (): void => setSize({ width: window.innerWidth, height: window.innerHeight });
    addEventListener('resize', resized);
    return () => removeEventListener('resize', resized);
  }, []);
  const all = [...boxes.values()];
  const room = all.find(({ isInner }) => isInner) ?? all[0] ?? { left: 0, right: size.width, bottom: size.height };
  const { left, width, bottom } = toastPlace(room, size, taken);
  return {
    '--w-toast-left': `${left}px`,
    '--w-toast-width': `${width}px`,
    '--w-toast-bottom': `${bottom}px`,
  } as CSSProperties;
}
