import type { Store } from '../ui/store.ts';
import { formatCount } from '../ui/numbers.ts';
import type { FocusState } from './cursor.ts';
import type { ListRules } from './listRules.ts';
import type { ListCounts } from './listTally.ts';
import type { StreamState } from './stream.ts';

/** How many rows a list has: in one of undecided companies those left count, which follow decisions at once. */
export function wholeOf({
  rules,
  tally,
  stream,
}: {
  readonly rules: Pick<ListRules, 'belongs'>;
  readonly tally: { readonly counts: Store<ListCounts> };
  readonly stream: { readonly state: Store<StreamState> };
}): number {
  return wholeCount(rules, tally.counts.get(), stream.state.get());
}

/** The same, of figures taken at one moment. */
export function wholeCount(
  { belongs }: Pick<ListRules, 'belongs'>,
  { left }: Pick<ListCounts, 'left'>,
  { total }: Pick<StreamState, 'total'>,
): number {
  return belongs('Archive') ? total : (left ?? total);
}

/**
 * The current row's place in its list, as in `3 of 22,716`; `''` where no row is current. Rows that are not loaded yet
 * count too, where none are hidden.
 */
export function positionText(
  { belongs }: Pick<ListRules, 'belongs'>,
  { row, index }: FocusState,
  { shown, left }: ListCounts,
  { total, isComplete, before }: Pick<StreamState, 'total' | 'isComplete' | 'before'>,
): string {
  const whole = wholeCount({ belongs }, { left }, { total });
  const all = isComplete ? before + shown : Math.max(before + shown, whole);
  return row === null || all === 0 ? '' : `${formatCount(before + index + 1)} of ${formatCount(all)}`;
}
