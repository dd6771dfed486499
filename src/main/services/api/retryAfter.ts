/** The wait that a `Retry-After` asks for (seconds or a date), in milliseconds; null where it cannot be read. */
export function retryAfterMs(retryAfter: string | null, now: Date): number | null {
  const text = retryAfter?.trim() ?? '';
  if (text === '') return null;
  const seconds = Number(text);
  const asked = Number.isNaN(seconds) ? Date.parse(text) - now.getTime() : seconds * 1000;
  return Number.isNaN(asked) ? null : asked;
}
