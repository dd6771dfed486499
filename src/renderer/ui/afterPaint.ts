/**
 * Runs a task once the next frame is on the screen, or so many milliseconds after it; the returned function calls it
 * off.
 */
export function afterPaint(task: () => void, later = 0): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(task, later);
  });
  return () => {
    cancelAnimationFrame(frame);
    if (timer !== null) clearTimeout(timer);
  };
}
