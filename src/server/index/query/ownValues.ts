import type { OwnValues } from '#shared/api/schemas.ts';
import { foldLetters } from '#shared/domain/text.ts';
import { longestOwnText, ownColumnOf } from '#shared/fields/ownValues.ts';
import { compareText } from '../segment/segmentColumns.ts';
import type { SegmentView } from '../segment/segmentView.ts';
import { evaluate, matchesOf, type Plan } from './evaluate.ts';

/** Most values to answer. */
export const mostOwnValues = 100;

/** A plan without what it asks of a column. */
export function withoutColumn(plan: Plan, column: string): Plan {
  const kept = (selection: Plan['include']): Plan['include'] =>
    selection
      .map(([field, values]) => {
        return [field, field === 'own' ? values.filter((value) => ownColumnOf(value) !== column) : values] as const;
      })
      .filter(([, values]) => values.length > 0);
  return { ...plan, include: kept(plan.include), exclude: kept(plan.exclude) };
}

/** The values that matches of a plan have in a column, as `CompanyReader.ownValues` answers them. */
export function countOwnValues(views: readonly SegmentView[], plan: Plan, column: string, text: string): OwnValues {
  const wanted = foldLetters(text.trim());
  const counts = new Map<string, number>();
  for (const view of views) {
    const own = view.segment.ownColumn(column);
    if (own === undefined) continue;
    const counted = own.counts(matchesOf(evaluate(view, plan, false)));
    for (const [place, value] of own.values.entries()) {
      const count = counted[place] ?? 0;
      if (count > 0) counts.set(value, (counts.get(value) ?? 0) + count);
    }
  }
  const values = [...counts]
    .filter(([value]) => value.length <= longestOwnText && foldLetters(value).includes(wanted))
    .toSorted(([a, many], [b, more]) => more - many || compareText(a, b))
    .slice(0, mostOwnValues)
    .map(([value, count]) => ({ value, count }));
  return { distinct: counts.size, values };
}
