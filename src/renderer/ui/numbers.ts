const grouped = new Intl.NumberFormat('en');

/** A count with grouped digits, as everywhere except in the result texts of product 8: `12,480`. */
export function formatCount(count: number): string {
  return grouped.format(count);
}

/** A count with its noun: `1 company`, `3 companies`. */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Bytes in the unit a person expects: `386 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && value < 10 ? 1 : 0;
  return `${value.toFixed(digits)} ${units[unit] ?? ''}`;
}

const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const dayParts = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const dayOnly = new Intl.DateTimeFormat('en-GB', dayParts);
/** A day without a time is the same day everywhere; as a moment it would be the day before, west of Greenwich. */
const calendarDay = new Intl.DateTimeFormat('en-GB', { ...dayParts, timeZone: 'UTC' });

/** A moment (ISO 8601) in local time: `Mon, 16 Nov, 06:00`; `''` for none. */
export function formatMoment(moment: string): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? '' : dayAndTime.format(date);
}

const fullMoment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' });

/** A moment (ISO 8601) in full, in local time: `Monday 16 November 2026 at 06:00`; `''` for none. */
export function formatFullMoment(moment: string): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? '' : fullMoment.format(date);
}

/**
 * The day of a moment (ISO 8601) in everyday words, as of the local day of `now`: `today`, `3 days ago`, `16 Nov 2026`.
 */
export function formatRelativeDay(moment: string, now: Date): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  const days = dayOf(now) - dayOf(date);
  if (days < 0 || days > 6) return formatDay(moment);
  return days === 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
}

/** The number of a local day. By the calendar, not by hours: a day when the clocks change is one day. */
function dayOf(day: Date): number {
  return Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / 86_400_000;
}

/** A day (`YYYY-MM-DD`), or the local day of a moment (ISO 8601): `16 Nov 2026`; `''` for none. */
export function formatDay(day: string): string {
  const date = new Date(day);
  if (Number.isNaN(date.getTime())) return '';
  return (day.includes('T') ? dayOnly : calendarDay).format(date);
}
