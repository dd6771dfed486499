/** Counts above this are shown as "more than 1000000" (product 9). */
export const manyMatches = 1_000_000;

/**
 * The line above the results (product 8, docs/api.md 3): `loaded` rows are shown, `total` match; `isSearch` is true if
 * a text or a filter is active.
 */
export function resultText({ loaded, total, isSearch }: { loaded: number; total: number; isSearch: boolean }): string {
  if (total === 0) return 'No matches found.';
  if (total === 1) return '1 match found.';
  if (total > manyMatches && !isSearch) return `Showing ${loaded} matches of more than ${manyMatches}.`;
  if (total > loaded) return `Showing ${loaded} matches of ${total} total.`;
  return `${total} matches found.`;
}
