/** So long without a key, a pointer or the window, in milliseconds, and somebody may have been at another device. */
const awayTime = 60_000;

const signs = ['keydown', 'pointermove', 'pointerdown', 'wheel', 'focus'] as const;

/**
 * Calls `listener` at the first sign of somebody who was away for a minute, until the returned function is called.
 * `now` is in milliseconds, and runs on while the computer sleeps.
 */
export function onComeBack(
  listener: () => void,
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> = globalThis,
  now: () => number = () => Date.now(),
): () => void {
  let seenAt = now();
  const seen = (): void => {
    const before = seenAt;
    seenAt = now();
    if (seenAt - before >= awayTime) listener();
  };
  const options = { capture: true, passive: true } as const;
  for (const sign of signs) page.addEventListener(sign, seen, options);
  return () => {
    for (const sign of signs) page.removeEventListener(sign, seen, options);
  };
}
