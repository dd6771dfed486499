import type { ReactNode } from 'react';
import { resultText } from '#shared/domain/resultText.ts';
import { useFigures } from './figures.ts';
import type { ListModel } from './list.ts';

/**
 * The result text (SPEC 8) of a list that is not a search. `countsLeft`: what is undecided counts, as in a zero inbox;
 * `isFiltered`: rows are hidden by the filter panel, and those shown are told.
 */
export function ListResult({
  model,
  isFiltered,
  countsLeft = false,
}: {
  readonly model: ListModel;
  readonly isFiltered: boolean;
  readonly countsLeft?: boolean;
}): ReactNode {
  const { stream, counts } = useFigures(model);
  const { status, loaded, before, total, isComplete } = stream;
  const { shown, left } = counts;
  if (loaded === 0 && status !== 'ready') return '';
  // Of a list that is loaded whole, rows that have left it since are known to have gone.
  const whole = isComplete && !isFiltered ? before + shown : total;
  const all = countsLeft && left !== null ? left : whole;
  if (all === 0) return '';
  const rows = Math.min(isFiltered || countsLeft ? shown : loaded, all);
  return resultText({ loaded: rows, total: all, isSearch: true });
}
