import { z } from 'zod';
import { sortOptions, type SortOption } from '#shared/domain/choices.ts';
import { filtersFromQuery } from '#shared/domain/filterQuery.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { searchQuery } from './searchCall.ts';

/** The search screen's path (product 2). */
export const searchPath = '/list/search';

/** What an address says of a search. */
export interface AddressedSearch {
  readonly filters: FilterSet;
  readonly sortBy: SortOption;
}

/** A search as the query of the search screen's address; one for everything has an empty text, so that it is one. */
export function searchAddress({ filters, sortBy }: AddressedSearch): string {
  const query = new URLSearchParams(searchQuery(filters, sortBy)).toString();
  return query === '' ? '?text_search=' : `?${query}`;
}

const sortSchema = z.enum(sortOptions.map(({ value }) => value)).default('best_match');

/** The search of an address; null if there is none, or a value that its field does not have. */
export function readSearchAddress(search: string): AddressedSearch | null {
  const query = Object.fromEntries(new URLSearchParams(search));
  if (Object.keys(query).length === 0) return null;
  try {
    return { filters: filtersFromQuery(query), sortBy: sortSchema.parse(query['sort_by']) };
  } catch {
    return null;
  }
}

/** The search of an address of the app; null if it is of another screen, or says nothing of one. */
export function searchOfPage({ pathname, search }: Pick<Location, 'pathname' | 'search'>): AddressedSearch | null {
  return pathname === searchPath ? readSearchAddress(search) : null;
}
