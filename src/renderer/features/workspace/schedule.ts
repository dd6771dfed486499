/** Days by the number that preferences use: Sunday is 0. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** When the next weekly refresh is due, in local time: strictly after `now`. */
export function nextRefresh(now: Date, day: number, hour: number): Date {
  const next = new Date(now);
  next.setHours(hour, 0, 0, 0);
  next.setDate(next.getDate() + ((day - next.getDay() + 7) % 7));
  if (next <= now) next.setDate(next.getDate() + 7);
  return next;
}
