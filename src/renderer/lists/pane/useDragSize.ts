import { useState, type HTMLAttributes, type KeyboardEvent, type PointerEvent } from 'react';

const smallest = 260;
const largest = 1200;
/** Pixels that an arrow key changes. */
const keyStep = 20;

/** Sizing a pane by dragging its edge, or with the arrow keys on it. `onSize` is told when it is let go. */
export function useDragSize(
  side: 'right' | 'bottom',
  saved: number,
  onSize: (size: number) => void,
): {
  readonly size: number;
  /** Properties of the edge that is dragged: a rule with a value, for pointer and keyboard. */
  readonly handle: HTMLAttributes<HTMLElement>;
} {
  const [dragged, setDragged] = useState<number | null>(null);
  const fit = (size: number): number => Math.min(largest, Math.max(smallest, size));

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    event.preventDefault();
    const handle = event.currentTarget;
    const from = side === 'right' ? event.clientX : event.clientY;
    const start = fit(dragged ?? saved);
    let latest = start;
    handle.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent): void => {
      latest = fit(start + from - (side === 'right' ? moved.clientX : moved.clientY));
      setDragged(latest);
    };
    const end = (): void => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', end);
      handle.removeEventListener('pointercancel', end);
      onSize(latest);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', end);
    handle.addEventListener('pointercancel', end);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const grow = side === 'right' ? 'ArrowLeft' : 'ArrowUp';
    const shrink = side === 'right' ? 'ArrowRight' : 'ArrowDown';
    const step = event.key === grow ? keyStep : event.key === shrink ? -keyStep : 0;
    if (step === 0) return;
    event.preventDefault();
    const size = fit((dragged ?? saved) + step);
    setDragged(size);
    onSize(size);
  };

  const size = fit(dragged ?? saved);
  const handle: HTMLAttributes<HTMLElement> = {
    role: 'separator',
    tabIndex: 0,
    'aria-label': 'Size of the reading pane',
    'aria-orientation': side === 'right' ? 'vertical' : 'horizontal',
    'aria-valuenow': Math.round(size),
    'aria-valuemin': smallest,
    'aria-valuemax': largest,
    onPointerDown,
    onKeyDown,
  };
  return { size, handle };
}
