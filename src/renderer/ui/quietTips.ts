/**
 * Hides tooltips from the moment a key is pressed until the pointer moves: while one works by keyboard, one that the
 * pointer happens to rest on lies over what one reads. Returns a function that ends it.
 */
export function quietTips(): () => void {
  const root = document.documentElement;
  const hide = ({ key }: KeyboardEvent): void => {
    // Tab goes to a control, whose tooltip then names its key.
    if (key === 'Tab') show();
    else if (!root.hasAttribute('data-keys')) root.toggleAttribute('data-keys', true);
  };
  const show = (): void => {
    if (root.hasAttribute('data-keys')) root.removeAttribute('data-keys');
  };
  const moved = ({ movementX, movementY }: PointerEvent): void => {
    // What moves under a resting pointer is reported as its move, too.
    if (movementX !== 0 || movementY !== 0) show();
  };
  document.addEventListener('keydown', hide, true);
  document.addEventListener('pointermove', moved, true);
  return () => {
    show();
    document.removeEventListener('keydown', hide, true);
    document.removeEventListener('pointermove', moved, true);
  };
}
