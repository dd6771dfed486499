import { setImmediate } from 'node:timers/promises';
import type { SmartListEdit } from '#shared/api/schemas.ts';
import { highlightsOf, type Company } from '#shared/domain/company.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { listNames, type ListName } from '#shared/domain/listName.ts';
import { ownDomainOf } from '#shared/domain/webAddress.ts';
import { fold } from '#shared/domain/text.ts';
import type { CompanyReader } from '../index/port.ts';
import type { CompanyIdentity, EntrySeed, SmartListRecord, State } from '../state/port.ts';
import { areMembers, companyQueryOf, membersOf, withKnown } from './companyQuery.ts';

/** How many companies are read at a time: few enough that other calls get their turn in between. */
const chunkSize = 500;

/** What an entry stores of its company; `merit` as the index has it (`CompanyReader.merits`). */
function entrySeedOf(company: Company, merit: number): EntrySeed {
  return {
    companyId: company.id,
    merit,
    topMatch: highlightsOf(company.tags).includes('top_match'),
    week: company.discovered,
    identity: identityOf(company),
  };
}

/** What a company is found again by. */
export function identityOf(company: Pick<Company, 'name' | 'links'>): CompanyIdentity {
  return { domain: ownDomainOf(company), foldedName: fold(company.name) };
}

/** The seeds of many companies, chunk by chunk; missing companies are left out. */
export async function* seedsOf(companies: CompanyReader, ids: readonly number[]): AsyncGenerator<EntrySeed[]> {
  for (let start = 0; start < ids.length; start += chunkSize) {
    const chunk = ids.slice(start, start + chunkSize);
    const [found, merits] = await Promise.all([companies.getMany(chunk), companies.merits(chunk)]);
    yield found.map((company) => entrySeedOf(company, merits.get(company.id) ?? -1));
    await setImmediate();
  }
}

/** The seeds of companies, few enough to fit in memory. */
export async function allSeedsOf(companies: CompanyReader, ids: readonly number[]): Promise<EntrySeed[]> {
  const all: EntrySeed[] = [];
  for await (const seeds of seedsOf(companies, ids)) all.push(...seeds);
  return all;
}

/** How many matches a new smart list, or one with new filters, gets at once (docs/api.md 5). */
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
  const query = await companyQueryOf(state, userId, filters, { fills: true });
  return allSeedsOf(companies, await companies.searchIds(query, fillLimit));
}

/** What new filters drop from a smart list, and what they add to it, by company. */
interface Refit {
  readonly drop: readonly number[];
  readonly add: readonly number[];
}

/**
 * What new filters do to a smart list: undecided entries that no longer match are dropped, with those that were left
 * out, and up to 1,000 matches that have no entry yet are added; other decided entries stay (docs/api.md 5).
 */
async function refitOf({ companies, state }: Stores, list: SmartListRecord, filters: FilterSet): Promise<Refit> {
  const [undecided, leftOut] = await Promise.all([
    state.entries.companyIds(list.id, 'undecided'),
    state.entries.companyIds(list.id, 'left_out'),
  ]);
  const open = [...undecided, ...leftOut];
  const matching = await companies.filterIds(open, filters);
  const members = await membersOf(state, list.userId, withKnown(filters), list.id);
  const options = { excludeSmartList: list.id, own: list.id, fills: true };
  const query = await companyQueryOf(state, list.userId, filters, options);
  return {
    drop: open.filter((id) => !matching.has(id) || !areMembers(members, id)),
    add: await companies.searchIds(query, fillLimit),
  };
}

/** The same, ready to be written. */
export async function refit(
  stores: Stores,
  list: SmartListRecord,
  filters: FilterSet,
): Promise<{ drop: readonly number[]; add: EntrySeed[] }> {
  const { drop, add } = await refitOf(stores, list, filters);
  return { drop, add: await allSeedsOf(stores.companies, add) };
}

const decidedLists: readonly ListName[] = listNames.filter((name) => name !== 'None');

/** The same in numbers, with nothing changed. */
export async function previewRefit(stores: Stores, list: SmartListRecord, filters: FilterSet): Promise<SmartListEdit> {
  const { entries } = stores.state;
  const { drop, add } = await refitOf(stores, list, filters);
  const decided = new Set(await entries.decidedCompanyIds(list.userId, decidedLists));
  const [all, undecided, leftOut] = await Promise.all([
    entries.companyIds(list.id, 'all'),
    entries.companyIds(list.id, 'undecided'),
    entries.companyIds(list.id, 'left_out'),
  ]);
  const hidden = new Set(leftOut);
  const dropped = drop.filter((id) => !hidden.has(id));
  const kept = await stores.state.ledger.everKept(list.userId, dropped);
  // A list that asks for what is in Watchlist, say, shows what was decided.
  const hides = filters.include.bookmarkList.length === 0;
  const { known: sources } = filters.exclude;
  const knownOut = new Set(sources.length === 0 ? [] : await stores.state.known.companyIds(list.userId, sources));
  const rest = add.filter((id) => !knownOut.has(id));
  const added = rest.filter((id) => !hides || !decided.has(id)).length;
  return {
    dropped: dropped.length,
    dropped_kept: kept.length,
    added,
    left_out: rest.length - added,
    known: add.length - rest.length,
    decided: all.length - undecided.length - leftOut.length,
  };
}
