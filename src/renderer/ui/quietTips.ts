/**
 * Hides tooltips from the moment a key is pressed until the pointer moves: while one works by keyboard, one that the
 * pointer happens to rest on lies over what one reads. From the press of a mouse button they are hidden until the
 * pointer has left what was pressed: a menu that it opened is not to be covered. Returns a function that ends it.
 */
export function quietTips(): () => void {
  const root = document.documentElement;
  let pressed: Element | null = null;
  const keyDown = ({ key }: KeyboardEvent): void => {
    // Tab goes to a control, whose tooltip then names its key.
    root.toggleAttribute('data-keys', key !== 'Tab');
  };
  const pointerDown = ({ target }: PointerEvent): void => {
    pressed = target instanceof Element ? (target.closest(pressable) ?? target) : null;
    root.toggleAttribute('data-pressed', true);
  };
  const moved = ({ movementX, movementY, target }: PointerEvent): void => {
    // What moves under a resting pointer is reported as its move, too.
    if (movementX === 0 && movementY === 0) return;
    if (root.hasAttribute('data-keys')) root.removeAttribute('data-keys');
    if (pressed === null || (target instanceof Node && pressed.contains(target))) return;
    pressed = null;
    root.removeAttribute('data-pressed');
  };
  // On the window, as the commands do, which stop a key there.
  window.addEventListener('keydown', keyDown, true);
  window.addEventListener('pointerdown', pointerDown, true);
  window.addEventListener('pointermove', moved, true);
  return () => {
    root.removeAttribute('data-keys');
    root.removeAttribute('data-pressed');
    window.removeEventListener('keydown', keyDown, true);
    window.removeEventListener('pointerdown', pointerDown, true);
    window.removeEventListener('pointermove', moved, true);
  };
}

/** What is pressed as a whole. */
const pressable = 'button, a, [role="row"]';
