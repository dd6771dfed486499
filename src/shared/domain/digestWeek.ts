import { formatDay } from './formats.ts';

/**
 * Digest weeks are ISO 8601 weeks, written `2026-W47`; as strings they sort in time order. A week is represented by its
 * Monday, in UTC.
 */

const dayMs = 86_400_000;

/** The digest week a date (`YYYY-MM-DD`) falls in. */
export function digestWeekOf(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  // ISO 8601: a week belongs to the year of its Thursday.
  const thursday = new Date(day.getTime() + (4 - (day.getUTCDay() || 7)) * dayMs);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / dayMs / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** The Monday (`YYYY-MM-DD`) of a digest week. */
export function mondayOf(week: string): string {
  const [year = '', number = ''] = week.split('-W');
  const fourthOfJanuary = new Date(Date.UTC(Number(year), 0, 4));
  const firstMonday = fourthOfJanuary.getTime() - ((fourthOfJanuary.getUTCDay() || 7) - 1) * dayMs;
  return isoDate(new Date(firstMonday + (Number(number) - 1) * 7 * dayMs));
}

/** The Monday of a digest week for reading: `16 Nov 2026`. Anything that is not a real week stays as it is. */
export function formatMonday(week: string): string {
  if (!/^\d{4}-W\d{2}$/.test(week) || digestWeekOf(mondayOf(week)) !== week) return week;
  return formatDay(mondayOf(week));
}

/** A digest week for reading: `Week of 16 Nov 2026`; `''` is the week before the first digest. */
export function formatWeek(week: string): string {
  if (week === '') return 'No digest yet';
  return `Week of ${formatMonday(week)}`;
}

/** The digest week `weeks` after (or, if negative, before) another. */
export function addWeeks(week: string, weeks: number): string {
  return digestWeekOf(addDays(mondayOf(week), weeks * 7));
}

/** The date (`YYYY-MM-DD`) `days` after (or, if negative, before) another. */
export function addDays(date: string, days: number): string {
  return isoDate(new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs));
}

/** The UTC date (`YYYY-MM-DD`) of a moment. */
export function isoDate(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The digest weeks after `week` up to `through`; only `through` if nothing has been released yet. */
export function weeksAfter(week: string, through: string): string[] {
  if (week === '') return [through];
  const weeks: string[] = [];
  for (let next = addWeeks(week, 1); next <= through; next = addWeeks(next, 1)) weeks.push(next);
  return weeks;
}
