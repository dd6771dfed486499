import { formatCount, formatDay } from '#shared/domain/formats.ts';
import { addWeeks, digestWeekOf, formatMonday, weeksAfter } from '#shared/domain/digestWeek.ts';

/** When the standalone server refreshes: Monday 06:00 local time (product 17.7). */
const refreshHour = 6;

/** The newest digest week that is due at a local time: this week's from Monday 06:00 on, last week's before. */
export function dueWeek(now: Date): string {
  const shifted = new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() - refreshHour);
  return digestWeekOf(`${shifted.getFullYear()}-${pad(shifted.getMonth() + 1)}-${pad(shifted.getDate())}`);
}

/** The local date of this computer (`YYYY-MM-DD`): weeks begin and are due by it. */
export function localDate(now: Date): string {
  return `${String(now.getFullYear())}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

/** How many milliseconds are left of that day. */
export function dayEndsIn(now: Date): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime();
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

/**
 * The weeks to release, in their order: those after the released one that have begun by today, this one included; only
 * this one if none is released yet. A week that has not begun is never released, but for `weekToSimulate`.
 */
export function weeksToRelease(releasedWeek: string, today: string): string[] {
  return weeksAfter(releasedWeek, digestWeekOf(today));
}

/** The week whose sample companies are shown next, begun or not. */
export function weekToSimulate(releasedWeek: string, today: string): string {
  return releasedWeek === '' ? digestWeekOf(today) : addWeeks(releasedWeek, 1);
}

/** What a refresh says that has nothing to release. */
export function upToDateText(releasedWeek: string): string {
  const latest = `the latest companies are from the week of ${formatMonday(releasedWeek)}`;
  return `Up to date: ${latest}. Imported companies go into your smart lists at once.`;
}

/** Nobody misses more weeks than this without noticing: the clock may be wrong, and a release cannot be undone. */
const mostCatchUpWeeks = 2;

/** Why the weeks up to today's are not released unless asked for, or `''`. */
export function catchUpProblem(releasedWeek: string, today: string): string {
  if (releasedWeek === '') return '';
  const weeks = weeksToRelease(releasedWeek, today);
  const last = weeks.at(-1);
  if (last === undefined || weeks.length <= mostCatchUpWeeks) return '';
  return (
    `This computer’s clock says ${formatDay(today)}, so ${formatCount(weeks.length)} weekly refreshes are due, ` +
    `up to the week of ${formatMonday(last)}. A refresh can’t be undone, so check that the date is right.`
  );
}

/** What to tell the user if the newest week is still well ahead, or `''`: a clock was ahead, or is behind now. */
export function weekAheadText(releasedWeek: string, today: string): string {
  const thisWeek = digestWeekOf(today);
  if (releasedWeek <= thisWeek || weeksAfter(thisWeek, releasedWeek).length <= mostCatchUpWeeks) return '';
  return (
    `The latest companies are from the week of ${formatMonday(releasedWeek)}, but this computer’s clock says ` +
    `${formatDay(today)}. No new ones are released until that week is over.`
  );
}
