import { emptyFilters } from '#shared/domain/filters.ts';
import type { CompanyQuery } from '../index/port.ts';
import type { ImportNote, Lost } from '../state/upkeep.ts';
import { followAllCompanies, forgetRemovedCompanies } from './followCompanies.ts';
import { matchImported, type MatchDeps } from './matchLists.ts';

const everyCompany: CompanyQuery = {
  filters: emptyFilters(),
  sortBy: 'best_match',
  onlyIds: null,
  withoutIds: null,
};

/**
 * Brings imports and undos to their end that were cut off: companies that are gone leave the lists, those that are
 * new come into them. `onRemoved` is told which are gone.
 */
export async function finishImports(
  deps: MatchDeps,
  notes: readonly ImportNote[],
  onRemoved: (companies: readonly number[]) => void,
): Promise<void> {
  if (notes.length === 0) return;
  await forgetRemovedCompanies(deps, onRemoved);
  await bringBackFound(deps);
  await followAllCompanies(deps);
  const last = Math.min(...notes.map(({ lastCompanyId }) => lastCompanyId));
  const ids = await deps.companies.searchIds(everyCompany, Number.MAX_SAFE_INTEGER);
  await matchImported(
    deps,
    ids.filter((id) => id > last),
  );
  for (const { id } of notes) await deps.state.upkeep.endImport(id);
}

/** Takes entries and items of companies that are not there out of the lists, and keeps them until they are. */
export async function keepLostCompanies({ companies, state, now }: MatchDeps): Promise<Lost> {
  const referred = await state.upkeep.referredCompanies();
  const there = await companies.filterIds(referred, emptyFilters());
  const lost = referred.filter((id) => !there.has(id));
  return state.upkeep.keepLost(lost, now().toISOString());
}

/** Puts back what was kept of companies that are there again. */
export async function bringBackFound({ companies, state }: Omit<MatchDeps, 'now'>): Promise<Lost> {
  const lost = (await state.upkeep.lostCompanies()).map(({ companyId }) => companyId);
  const there = await companies.filterIds(lost, emptyFilters());
  return state.upkeep.bringBack([...there]);
}
