import type { Preferences } from '#shared/bridge/preferences.ts';

/** The latest weekly moment at or before `now`: `day` counts from Sunday 0, `hour` is local time (product 17.7). */
export function lastDue(now: Date, day: number, hour: number): Date {
  // Made from its parts each time: a date moved by days keeps an hour that the change of the clocks has shifted.
  const daysAgo = (days: number): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, hour);
  const back = (now.getDay() - day + 7) % 7;
  const due = daysAgo(back);
  return due > now ? daysAgo(back + 7) : due;
}

/** Whether `now` lies in the quiet hours (`22:00` to `07:00`, local time, the end not included). */
export function isQuiet(now: Date, quietHours: Preferences['quietHours']): boolean {
  const from = minutesOf(quietHours?.from ?? '');
  const to = minutesOf(quietHours?.to ?? '');
  if (from === null || to === null || from === to) return false;
  const minute = now.getHours() * 60 + now.getMinutes();
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

function minutesOf(time: string): number | null {
  const match = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(time.trim());
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
}
