import { emptyFilters } from '#shared/domain/filters.ts';
import { seedsOf } from './entrySeeds.ts';
import type { CompanyReader } from '../index/port.ts';
import type { State } from '../state/port.ts';
import type { Forgotten } from '../state/upkeep.ts';

interface Stores {
  readonly companies: CompanyReader;
  readonly state: State;
}

/** Drops entries and collection items whose companies were removed, and tells which companies those were. */
export async function forgetRemovedCompanies(
  { companies, state }: Stores,
  onRemoved: (companies: readonly number[]) => void,
): Promise<Forgotten> {
  const referred = await state.upkeep.referredCompanies();
  const there = await companies.filterIds(referred, emptyFilters());
  const removed = referred.filter((id) => !there.has(id));
  const forgotten = await state.upkeep.forgetCompanies(removed);
  if (removed.length > 0) onRemoved(removed);
  return forgotten;
}

/** Brings scores and weeks that entries keep in line with companies that an import has changed. */
export async function followChangedCompanies(stores: Stores, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  // Of a large import the lists name few.
  const referred = new Set(await stores.state.upkeep.referredCompanies());
  await follow(
    stores,
    ids.filter((id) => referred.has(id)),
  );
}

/** The same for every company that an entry names: after an import was taken back, or a run was cut off. */
export async function followAllCompanies(stores: Stores): Promise<void> {
  await follow(stores, await stores.state.upkeep.referredCompanies());
}

async function follow({ companies, state }: Stores, ids: readonly number[]): Promise<void> {
  for await (const seeds of seedsOf(companies, ids)) await state.upkeep.updateCompanies(seeds);
}
