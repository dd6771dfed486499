import type { SortOption } from '#shared/domain/choices.ts';
import { filtersToQuery } from '#shared/domain/filterQuery.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import type { api } from '../bridge/bridge.ts';

/** A search as parameters of the API. */
export function searchQuery(filters: FilterSet, sortBy: SortOption) {
  const query = filtersToQuery(filters);
  // Best match is the default and is omitted (product 7).
  return sortBy === 'best_match' ? query : { ...query, sort_by: sortBy };
}

/** The call for one page of a search; a newer search replaces it (product 4). */
export function searchCall(
  query: ReturnType<typeof searchQuery>,
  page: number,
  size: number,
): Parameters<typeof api<'searchCompanies'>> {
  return ['searchCompanies', { query: { ...query, page, page_size: size } }, { replaces: 'search' }];
}
