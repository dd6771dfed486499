import type { FilterSet } from '#shared/domain/filters.ts';
import type { CompanyReader } from '../index/port.ts';
import type { EntrySeed } from '../state/entrySeed.ts';
import type { SmartListRecord, State } from '../state/port.ts';
import { bookmarked, companyQueryOf } from './companyQuery.ts';
import { allSeedsOf } from './entrySeeds.ts';

/** Matches that a new smart list, or one with new filters, gets at once (docs/api.md 5). */
const fillLimit = 1000;

interface Stores {
  readonly companies: CompanyReader;
  readonly state: State;
}

/** The first entries of a new smart list: its best 1,000 matches. */
export async function bestMatches(
  { companies, state }: Stores,
  userId: number,
  filters: FilterSet,
): Promise<EntrySeed[]> {
  const query = await companyQueryOf(state, userId, filters);
  return allSeedsOf(companies, await companies.searchIds(query, fillLimit));
}

/**
 * What new filters do to a smart list: companies of undecided entries that no longer match are dropped, up to 1,000
 * matches that have no entry yet are added; decided entries stay (docs/api.md).
 */
export async function refit(
  { companies, state }: Stores,
  list: SmartListRecord,
  filters: FilterSet,
): Promise<{ drop: number[]; add: EntrySeed[] }> {
  const undecided = await state.entries.companyIds(list.id, 'undecided');
  const matching = await companies.filterIds(undecided, filters);
  const only = await bookmarked(state, list.userId, filters.include.bookmarkList);
  const query = await companyQueryOf(state, list.userId, filters, { excludeSmartList: list.id });
  return {
    drop: undecided.filter((id) => !matching.has(id) || (only !== null && !only.has(id))),
    add: await allSeedsOf(companies, await companies.searchIds(query, fillLimit)),
  };
}
