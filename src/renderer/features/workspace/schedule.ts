/** Days by the number that preferences use: Sunday is 0. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** When the next weekly refresh is due, in local time: strictly after `now`. */
export function nextRefresh(now: Date, day: number, hour: number): Date {
  // Made from its parts each time: a date moved by days keeps an hour that the change of the clocks has shifted.
  const inDays = (days: number): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
  const ahead = (day - now.getDay() + 7) % 7;
  const next = inDays(ahead);
  return next <= now ? inDays(ahead + 7) : next;
}
