import { addDays, digestWeekOf, formatWeek, weeksAfter } from '#shared/domain/digestWeek.ts';

/** When the standalone server refreshes: Monday 06:00 local time (product 17.7). */
const refreshHour = 6;

/**
 * The newest digest week that is due at a moment of local time: this week's from Monday 06:00 on, before it the last.
 */
export function dueWeek(now: Date): string {
  const shifted = new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() - refreshHour);
  return digestWeekOf(`${shifted.getFullYear()}-${pad(shifted.getMonth() + 1)}-${pad(shifted.getDate())}`);
}

/** The date it is (`YYYY-MM-DD`) where this computer stands: by it weeks begin and are due. */
export function localDate(now: Date): string {
  return `${String(now.getFullYear())}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

/** How long that day still lasts, in milliseconds. */
export function dayEndsIn(now: Date): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime();
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

/** The day that imported companies are discovered on: today, or the newest released week's Monday if today is later. */
export function importDate(today: string, releasedWeek: string, releasedMonday: string): string {
  return releasedWeek === '' || digestWeekOf(today) === releasedWeek ? today : releasedMonday;
}

/** The week after a released one, or, where none is released, this week. */
export function nextWeek(releasedWeek: string, releasedMonday: string, today: string): string {
  return releasedWeek === '' ? digestWeekOf(today) : digestWeekOf(addDays(releasedMonday, 7));
}

/**
 * More weeks at once than this nobody has missed without knowing: the clock may be wrong, and a release is for good.
 */
const mostCatchUpWeeks = 2;

/** Why the weeks up to today's are not released without being asked for, or `''`. */
export function catchUpProblem(releasedWeek: string, today: string): string {
  if (releasedWeek === '') return '';
  const weeks = weeksAfter(releasedWeek, digestWeekOf(today));
  const last = weeks.at(-1);
  if (last === undefined || weeks.length <= mostCatchUpWeeks) return '';
  return (
    `By this computer’s clock it is ${today}, and ${String(weeks.length)} weekly digests are due, ` +
    `up to ${formatWeek(last)}. ` +
    'A digest is released for good, so these wait until you say that the date is right.'
  );
}

/**
 * What is to be said where the newest week has not begun for a while yet, or `''`: a clock was ahead, or is behind now.
 */
export function weekAheadText(releasedWeek: string, today: string): string {
  const thisWeek = digestWeekOf(today);
  if (releasedWeek <= thisWeek || weeksAfter(thisWeek, releasedWeek).length <= mostCatchUpWeeks) return '';
  return (
    `The newest digest, ${formatWeek(releasedWeek)}, lies ahead of this computer’s clock, which says ${today}. ` +
    'No further one is released before that week is over.'
  );
}
