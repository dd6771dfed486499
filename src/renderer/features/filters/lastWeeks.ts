import { addWeeks } from '#shared/domain/digestWeek.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { formatCount } from '../../ui/numbers.ts';

/** Weeks that the preview of a filter tells of. */
const weeksShown = 4;

/**
 * What would have come in each of the last four weeks, oldest first. `counts` are of the weeks that have matches,
 * whatever weeks the filter asks for (as live counts are); `''` where there is no digest yet (`newest`).
 */
export function lastWeeksText(
  counts: Readonly<Record<string, number>>,
  newest: string,
  { include }: Pick<FilterSet, 'include'>,
): string {
  if (newest === '') return '';
  const weeks = Array.from({ length: weeksShown }, (_, index) => addWeeks(newest, index + 1 - weeksShown));
  const isAsked = (week: string): boolean => include.digestWeek.length === 0 || include.digestWeek.includes(week);
  const came = weeks.map((week) => formatCount(isAsked(week) ? (counts[week] ?? 0) : 0));
  return `New in each of the last ${weeksShown} weeks, oldest first: ${came.join(', ')}.`;
}
