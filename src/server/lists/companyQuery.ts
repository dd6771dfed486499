import type { SortOption } from '#shared/domain/choices.ts';
import { filtersFromQuery, parameterOfField } from '#shared/domain/filterQuery.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { listNames, listSlugs } from '#shared/domain/listName.ts';
import { found } from '../api/http/answers.ts';
import { readWith } from '../api/http/requestInput.ts';
import type { CompanyQuery } from '../index/port.ts';
import type { State } from '../state/port.ts';

/** The filter parameters of a query as a filter set; a wrong value is a 400 that names its parameter. */
export function filtersOf(query: Readonly<Record<string, string | readonly string[] | undefined>>): FilterSet {
  // A path is `include` or `exclude`, the field, and the position in the list.
  return readWith(
    () => filtersFromQuery(query),
    ([part, field]) => parameterOfField(String(field), part === 'exclude' ? 'exclude' : 'include'),
  );
}

/**
 * A filter set in the index's form: what depends on the user's decisions (`bookmarkList`, `exclude_smartlist`) becomes
 * sets of ids. Throws `not_found` for a smart list that is not the user's.
 */
export async function companyQueryOf(
  state: State,
  userId: number,
  filters: FilterSet,
  options: { readonly sortBy?: SortOption; readonly excludeSmartList?: number | undefined } = {},
): Promise<CompanyQuery> {
  const { sortBy = 'best_match', excludeSmartList } = options;
  return {
    filters,
    sortBy,
    onlyIds: await bookmarked(state, userId, filters.include.bookmarkList),
    withoutIds: excludeSmartList === undefined ? null : await companiesOf(state, userId, excludeSmartList),
  };
}

/** Companies that the user has decided into any of these special lists, or null if none is asked for. */
export async function bookmarked(
  state: State,
  userId: number,
  slugs: readonly string[],
): Promise<ReadonlySet<number> | null> {
  if (slugs.length === 0) return null;
  const lists = listNames.filter((name) => slugs.includes(listSlugs[name]));
  return new Set(await state.entries.decidedCompanyIds(userId, lists));
}

async function companiesOf(state: State, userId: number, smartListId: number): Promise<ReadonlySet<number>> {
  const list = found(await state.smartLists.get(userId, smartListId), 'smart list');
  return new Set(await state.entries.companyIds(list.id, 'all'));
}
