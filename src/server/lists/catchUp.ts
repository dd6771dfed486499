import type { CrossingCounts } from '#shared/domain/crossing.ts';
import { weeksAfter } from '#shared/domain/digestWeek.ts';
import { emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import type { CompanyReader, CompanyQuery } from '../index/port.ts';
import type { State, EntrySeed, SmartListRecord, Forgotten, ImportNote, Lost } from '../state/port.ts';
import { companyQueryOf } from './companyQuery.ts';
import { changedBy, crossingsOf, withdrawCrossings, type ChangedCompanies } from './crossings.ts';
import { allSeedsOf, identityOf, seedsOf } from './entrySeeds.ts';
import { keepCutOff } from './importRuns.ts';
import { rematchKnown } from './knownMatches.ts';
import { bringBackDue } from './revisits.ts';
import { localDate } from './schedule.ts';

interface Stores {
  readonly companies: CompanyReader;
  readonly state: State;
}

/** Drops entries and collection items whose companies were removed, and reports which companies those were. */
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

/**
 * Gives the entries and items of companies that were merged to those that were kept, and takes that back where the
 * merge came to nothing or was undone. `onRemoved` receives the companies that are gone.
 */
export async function settleMerges(
  { companies, state }: Stores,
  onRemoved: (companies: readonly number[]) => void,
): Promise<void> {
  const notes = await state.merges.notes();
  const both = notes.flatMap(({ kept, gone }) => [kept, gone]);
  const there = await companies.filterIds(both, emptyFilters());
  const merged: number[] = [];
  const stayed: number[] = [];
  for (const { kept, gone, isDone } of notes) {
    if (there.has(gone)) await state.merges.revert(gone);
    else if (!isDone && there.has(kept)) {
      await state.merges.apply({ kept, gone });
      merged.push(gone);
      stayed.push(kept);
    }
  }
  if (merged.length === 0) return;
  // What only the notes of the other one named is found again by what it has become.
  const named = await companies.getMany(stayed);
  await state.upkeep.identify(named.map((company) => ({ companyId: company.id, ...identityOf(company) })));
  onRemoved(merged);
}

/** Updates the scores and weeks that entries store for companies that an import has changed. */
export async function followChangedCompanies(stores: Stores, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  // The lists name few of a large import's companies.
  const referred = new Set(await stores.state.upkeep.referredCompanies());
  await follow(
    stores,
    ids.filter((id) => referred.has(id)),
  );
}

/** The same for every company that an entry names: after an import was undone or a run was cut off. */
export async function followAllCompanies(stores: Stores): Promise<void> {
  await follow(stores, await stores.state.upkeep.referredCompanies());
}

async function follow({ companies, state }: Stores, ids: readonly number[]): Promise<void> {
  for await (const seeds of seedsOf(companies, ids)) await state.upkeep.updateCompanies(seeds);
}

/** What was added to a smart list. */
export interface ListMatches {
  readonly id: number;
  readonly name: string;
  readonly added: number;
  /** Matches that the user had decided before. */
  readonly leftOut: number;
  /** How many of those added were here already and did not match, by what has happened to them. */
  readonly crossed: CrossingCounts;
  /** Matches that it leaves out because they are known. */
  readonly known: number;
}

export interface MatchDeps {
  readonly companies: CompanyReader;
  readonly state: State;
  readonly now: () => Date;
}

/** Every match of a week is added, however many there are (docs/api.md 5). */
const noLimit = 10_000_000;

/** Nobody waits for a digest from further back than this many weeks. */
const maxWeeks = 520;

/**
 * Adds the companies of newly released weeks to every smart list they match. Each list remembers the last week it was
 * matched with, so an interrupted run continues where it stopped, and a second run adds nothing twice.
 */
export async function matchReleasedWeeks(deps: MatchDeps): Promise<ListMatches[]> {
  const { week } = await deps.companies.status();
  if (week === '') return [];
  const results: ListMatches[] = [];
  for (const list of await deps.state.smartLists.allSearches()) {
    if (list.matchedWeek < week) results.push(await matchWeeks(deps, list, week));
  }
  return results;
}

/** Adds to a smart list what was released while it was deleted. */
export async function matchMissedWeeks(deps: MatchDeps, list: SmartListRecord): Promise<void> {
  const { week } = await deps.companies.status();
  if (list.kind === 'search' && list.matchedWeek < week) await matchWeeks(deps, list, week);
}

function matchWeeks(deps: MatchDeps, list: SmartListRecord, week: string): Promise<ListMatches> {
  const weeks = weeksAfter(list.matchedWeek, week).slice(-maxWeeks);
  // A list that was made in an empty workspace is filled by the first companies, of which none is new.
  const isNews = list.matchedWeek !== '';
  return addMatches(deps, list, week, (filters) => ofWeeks(filters, weeks), { only: null, changed: null, isNews });
}

/**
 * Adds the companies of an import or a merge to every smart list they match: those that are `added`, and those that it
 * has changed and that did not match before (docs/api.md 8).
 */
export async function matchImported(
  deps: MatchDeps,
  added: readonly number[],
  changed: ChangedCompanies | null,
): Promise<ListMatches[]> {
  const only = new Set([...added, ...(changed?.ids ?? [])]);
  if (only.size === 0) return [];
  const isNews = !(await isFirstImport(deps));
  const results: ListMatches[] = [];
  for (const list of await deps.state.smartLists.allSearches()) {
    results.push(await addMatches(deps, list, null, (filters) => filters, { only, changed, isNews }));
  }
  return results;
}

/** Whether all companies are of the newest import: nothing is new in a workspace that was empty. */
async function isFirstImport({ companies }: MatchDeps): Promise<boolean> {
  const { companies: all, lastImport } = await companies.status();
  return lastImport !== null && lastImport.replaced === 0 && lastImport.added === all;
}

/** What is matched to a list: `only` these companies, of which some were `changed`; `isNews` for its user. */
interface Matched {
  readonly only: ReadonlySet<number> | null;
  readonly changed: ChangedCompanies | null;
  readonly isNews: boolean;
}

/** `narrowed` turns the list's filters into those to search with, or null if there is nothing to search for. */
async function addMatches(
  { companies, state, now }: MatchDeps,
  list: SmartListRecord,
  week: string | null,
  narrowed: (filters: FilterSet) => FilterSet | null,
  { only, changed, isNews }: Matched,
): Promise<ListMatches> {
  const { id, userId } = list;
  let current: SmartListRecord | undefined = list;
  // For a large import, searching and reading take seconds, in which the user may give the list other filters.
  while (current !== undefined) {
    const filters = narrowed(current.filters);
    const ids = filters === null ? [] : await matchingIds(companies, state, current, filters, only);
    const seeds = await newSeeds(companies, current, ids, changed);
    const added = await state.smartLists.addMatches(current, seeds, week, now().toISOString(), isNews);
    if (added !== 'filters_changed') return { id, name: current.name, ...added };
    current = await state.smartLists.get(userId, id);
  }
  return { id, name: list.name, added: 0, leftOut: 0, known: 0, crossed: {} };
}

/** The seeds of matches: of those that were changed, only of companies that match now and did not before. */
async function newSeeds(
  companies: CompanyReader,
  list: SmartListRecord,
  ids: readonly number[],
  changed: ChangedCompanies | null,
): Promise<EntrySeed[]> {
  const known = changed === null ? [] : ids.filter((id) => changed.ids.has(id));
  if (changed === null || known.length === 0) return allSeedsOf(companies, ids);
  const crossings = await crossingsOf(companies, list, known, changed);
  const seeds = await allSeedsOf(
    companies,
    ids.filter((id) => !changed.ids.has(id) || crossings.has(id)),
  );
  const { week } = await companies.status();
  return seeds.map((seed) => {
    const came = crossings.get(seed.companyId);
    return came === undefined ? seed : { ...seed, came: { ...came, batchId: changed.batchId }, week };
  });
}

async function matchingIds(
  companies: CompanyReader,
  state: State,
  list: SmartListRecord,
  filters: FilterSet,
  only: ReadonlySet<number> | null,
): Promise<number[]> {
  const query = await companyQueryOf(state, list.userId, filters, {
    excludeSmartList: list.id,
    own: list.id,
    fills: true,
  });
  return companies.searchIds({ ...query, onlyIds: both(query.onlyIds, only) }, noLimit);
}

function both(a: ReadonlySet<number> | null, b: ReadonlySet<number> | null): ReadonlySet<number> | null {
  return a === null ? b : b === null ? a : new Set([...a].filter((id) => b.has(id)));
}

/** The filters limited to these weeks, or null if the list asks only for other weeks. */
function ofWeeks(filters: FilterSet, weeks: readonly string[]): FilterSet | null {
  const wanted = filters.include.digestWeek;
  const digestWeek = wanted.length === 0 ? [...weeks] : weeks.filter((week) => wanted.includes(week));
  return digestWeek.length === 0 ? null : { include: { ...filters.include, digestWeek }, exclude: filters.exclude };
}

const everyCompany: CompanyQuery = {
  filters: emptyFilters(),
  sortBy: 'best_match',
  onlyIds: null,
  withoutIds: null,
};

/**
 * Finishes imports and undos that were cut off: removed companies leave the lists, new ones are added. `onRemoved`
 * receives the removed ones.
 */
export async function finishImports(
  deps: MatchDeps,
  notes: readonly ImportNote[],
  onRemoved: (companies: readonly number[]) => void,
): Promise<void> {
  if (notes.length === 0) return;
  await settleMerges(deps, onRemoved);
  await forgetRemovedCompanies(deps, onRemoved);
  await bringBackFound(deps);
  await followAllCompanies(deps);
  await finishUndos(deps, notes);
  await rematchKnown(deps);
  const last = Math.min(...notes.map(({ lastCompanyId }) => lastCompanyId));
  const ids = await deps.companies.searchIds(everyCompany, Number.MAX_SAFE_INTEGER);
  const lastBatch = Math.min(...notes.map((note) => note.lastBatch));
  const added = ids.filter((id) => id > last);
  const changed = await changedBy(deps, { lastBatch });
  await bringBackDue(deps, localDate(deps.now()));
  await keepCutOff(deps, added, changed);
  await matchImported(deps, added, changed);
  for (const { id } of notes) await deps.state.upkeep.endImport(id);
}

/** Takes out of the lists what came by batches that are undone by now. */
async function finishUndos(deps: MatchDeps, notes: readonly ImportNote[]): Promise<void> {
  const { lastImport } = await deps.companies.status();
  for (const { undoes = 0 } of notes) {
    if (undoes > 0 && lastImport?.batchId !== undoes) await withdraw(deps, undoes);
  }
}

/** A batch is undone: takes out of the lists what it brought, and puts off again what it brought back. */
export async function withdraw({ companies, state, now }: MatchDeps, batchId: number): Promise<void> {
  await withdrawCrossings({ companies, state }, batchId);
  await state.ledger.waitAgain(batchId, now().toISOString());
  await state.imports.undone(batchId);
}

/** Takes entries and items of missing companies out of the lists, and keeps them until the companies are back. */
export async function keepLostCompanies({ companies, state, now }: MatchDeps): Promise<Lost> {
  const referred = await state.upkeep.referredCompanies();
  const there = await companies.filterIds(referred, emptyFilters());
  const lost = referred.filter((id) => !there.has(id));
  return state.upkeep.keepLost(lost, now().toISOString());
}

/** Puts back what was kept for companies that are there again. */
export async function bringBackFound({ companies, state }: Omit<MatchDeps, 'now'>): Promise<Lost> {
  const lost = (await state.upkeep.lostCompanies()).map(({ companyId }) => companyId);
  const there = await companies.filterIds(lost, emptyFilters());
  return state.upkeep.bringBack([...there]);
}
