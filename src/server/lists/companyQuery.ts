import type { SortOption } from '#shared/domain/choices.ts';
import type { ChangeKind, ImportPart } from '#shared/domain/companyChange.ts';
import { filtersFromQuery, parameterOfField } from '#shared/domain/filterQuery.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { listNames, listSlugs } from '#shared/domain/listName.ts';
import { assertNever } from '#shared/errors.ts';
import { memberFields } from '#shared/fields/filterFields.ts';
import type { FilterNames } from '#shared/fields/filterRows.ts';
import { found } from '../api/http/answers.ts';
import { readWith } from '../api/http/requestInput.ts';
import type { CompanyQuery } from '../index/port.ts';
import { textMatcher } from '../index/words/textMatcher.ts';
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
 * A filter set in the index's form: what depends on the user's lists (`memberFields`, `exclude_smartlist`) becomes sets
 * of ids. `own` is the smart list whose filters they are, which cannot name itself. `fills`: what is found goes into a
 * smart list, which leaves known companies out by its entries, so that they are there when they are known no more
 * (ADR 37); with it `excludeSmartList` leaves out every entry of the list, otherwise only what the list shows. Throws
 * `not_found` if that list is not the user's.
 */
export async function companyQueryOf(
  state: State,
  userId: number,
  filters: FilterSet,
  options: {
    readonly sortBy?: SortOption;
    readonly excludeSmartList?: number | undefined;
    readonly own?: number;
    readonly fills?: boolean;
  } = {},
): Promise<CompanyQuery> {
  const { sortBy = 'best_match', excludeSmartList, own, fills = false } = options;
  const { only, without } = await membersOf(state, userId, fills ? withKnown(filters) : filters, own);
  const left =
    excludeSmartList === undefined ? null : await companiesOf(state, userId, excludeSmartList, fills ? 'all' : 'shown');
  return { filters, sortBy, onlyIds: only, withoutIds: united(without, left) };
}

/** The filters of a smart list as its entries follow them: which known companies it leaves out says each entry. */
export function withKnown({ include, exclude }: FilterSet): FilterSet {
  return { include, exclude: { ...exclude, known: [] } };
}

/** Which companies the lists that filters name allow: `only` these, and not those in `without`; null is no limit. */
export interface Members {
  readonly only: ReadonlySet<number> | null;
  readonly without: ReadonlySet<number> | null;
}

/**
 * The companies of the user's lists that a filter set includes and excludes. A list that is gone has none, and `own`,
 * the smart list whose filters they are, does not count.
 */
export async function membersOf(
  state: State,
  userId: number,
  { include, exclude }: FilterSet,
  own?: number,
): Promise<Members> {
  let only: ReadonlySet<number> | null = null;
  let without: ReadonlySet<number> | null = null;
  for (const field of memberFields) {
    const isOther = (value: string): boolean => field !== 'smartLists' || Number(value) !== own;
    const [included, excluded] = [include[field].filter(isOther), exclude[field].filter(isOther)];
    if (included.length > 0) only = common(only, await idsIn(state, userId, field, included));
    if (excluded.length > 0) without = united(without, await idsIn(state, userId, field, excluded));
  }
  return { only, without };
}

/** Whether the lists that filters name allow a company. */
export function areMembers({ only, without }: Members, companyId: number): boolean {
  return (only === null || only.has(companyId)) && without?.has(companyId) !== true;
}

/** What the user calls the lists that a filter set names. */
export async function filterNamesOf(
  state: State,
  userId: number,
  { include, exclude }: FilterSet,
): Promise<FilterNames> {
  const idsOf = (field: 'smartLists' | 'collections'): number[] =>
    [...include[field], ...exclude[field]].map((id) => Number(id));
  const lists = await state.smartLists.names(userId, idsOf('smartLists'));
  const collections = await Promise.all(idsOf('collections').map((id) => state.collections.get(userId, id)));
  const namesReasons = include.reasons.length + exclude.reasons.length > 0;
  const reasons = namesReasons ? await state.reasons.list(userId) : [];
  return {
    smartLists: new Map([...lists].map(([id, name]) => [String(id), name])),
    collections: new Map(collections.flatMap((one) => (one === undefined ? [] : [[String(one.id), one.name]]))),
    reasons: new Map(reasons.map(({ id, name }) => [String(id), name])),
  };
}

type MemberField = (typeof memberFields)[number];

/** The companies of any of these lists. */
async function idsIn(
  state: State,
  userId: number,
  field: MemberField,
  values: readonly string[],
): Promise<ReadonlySet<number>> {
  switch (field) {
    case 'bookmarkList': {
      const lists = listNames.filter((name) => values.includes(listSlugs[name]));
      return new Set(await state.entries.decidedCompanyIds(userId, lists));
    }
    case 'smartLists':
      return allOf(values, async (id) => {
        const list = await state.smartLists.get(userId, id);
        return list === undefined ? [] : state.entries.companyIds(list.id, 'shown');
      });
    case 'collections':
      return allOf(values, async (id) => {
        const collection = await state.collections.get(userId, id);
        const items = collection === undefined ? undefined : await state.collections.items([collection.id]);
        return (items?.get(id) ?? []).map((item) => item.company_id);
      });
    case 'reasons':
      return new Set(await state.entries.reasonedCompanyIds(userId, values.map(Number)));
    case 'notes':
      return new Set(await state.notes.companyIds(userId));
    case 'colleagues':
      return new Set(await state.team.decidedCompanyIds(userId));
    case 'noteWords': {
      const notes = await state.notes.all(userId);
      const matchers = values.map((words) => textMatcher(words));
      const found = notes.filter(({ text }) => matchers.some((isIn) => isIn(text)));
      return new Set(found.map(({ companyId }) => companyId));
    }
    case 'changes': {
      const found = await Promise.all(values.map((value) => idsOfImport(state, userId, value)));
      return new Set(found.flat());
    }
    case 'known':
      return new Set(await state.known.companyIds(userId, values));
    default:
      return assertNever(field);
  }
}

/** Companies that an import has changed, or brought back to a user, by a value of the filter (`17:raised`). */
async function idsOfImport(state: State, userId: number, value: string): Promise<readonly number[]> {
  const [named = '', what = ''] = value.split(':');
  const run = named === 'last' ? named : Number(named);
  if (what !== 'back') return state.imports.companyIds(run, what as ChangeKind | ImportPart | 'changed');
  const back = await state.ledger.broughtBack(userId, await state.imports.batchOf(run));
  return back.map(({ companyId }) => companyId);
}

async function allOf(
  values: readonly string[],
  idsOf: (id: number) => Promise<readonly number[]>,
): Promise<ReadonlySet<number>> {
  const all = await Promise.all(values.map((value) => idsOf(Number(value))));
  return new Set(all.flat());
}

function common(a: ReadonlySet<number> | null, b: ReadonlySet<number>): ReadonlySet<number> {
  return a === null ? b : new Set([...a].filter((id) => b.has(id)));
}

function united(a: ReadonlySet<number> | null, b: ReadonlySet<number> | null): ReadonlySet<number> | null {
  return a === null ? b : b === null ? a : new Set([...a, ...b]);
}

async function companiesOf(
  state: State,
  userId: number,
  smartListId: number,
  which: 'all' | 'shown',
): Promise<ReadonlySet<number>> {
  const list = found(await state.smartLists.get(userId, smartListId), 'smart list');
  return new Set(await state.entries.companyIds(list.id, which));
}
