import { counted, formatCount } from './formats.ts';

/** Counts above this are shown as "more than 1,000,000" (product 9). */
export const manyMatches = 1_000_000;

/**
 * The line above the results of a search (product 8): `shown` of `total` matches can be scrolled to; `isSearch` is true
 * if a text or a filter is active.
 */
export function resultText({ shown, total, isSearch }: { shown: number; total: number; isSearch: boolean }): string {
  if (total === 0) return 'No matches found.';
  if (total === 1) return '1 match found.';
  if (total > manyMatches && !isSearch) {
    return `Showing ${formatCount(shown)} matches of more than ${formatCount(manyMatches)}.`;
  }
  if (total > shown) return `Showing ${formatCount(shown)} matches of ${formatCount(total)} total.`;
  return `${formatCount(total)} matches found.`;
}

/**
 * The same line above any other list (product 8): what it has are companies. `dealt` is how many of them are dealt to
 * the user, who sees no others; null where nothing is dealt.
 */
export function listText({
  shown,
  total,
  dealt,
}: {
  readonly shown: number;
  readonly total: number;
  readonly dealt: number | null;
}): string {
  if (dealt !== null) return `${formatCount(dealt)} dealt to you of ${formatCount(total)}`;
  const all = counted(total, 'company', 'companies');
  return shown < total ? `Showing ${formatCount(shown)} of ${all}` : all;
}
