import type { EndpointInput } from '#shared/api/messages.ts';
import type { SortOption } from '#shared/domain/choices.ts';
import type { Company } from '#shared/domain/company.ts';
import type { ExportSource } from '#shared/bridge/fileJobs.ts';
import { filtersToQuery, withoutText } from '#shared/domain/filterQuery.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { orderText, type ListOrder } from '#shared/domain/listOrder.ts';
import { listSlugs, type DecidedList, type ListName } from '#shared/domain/listName.ts';
import { maxPageSize } from '#shared/api/endpoint.ts';
import { stampedApi } from '../bridge/bridge.ts';
import { searchCall, searchQuery } from '../data/searchCall.ts';
import {
  rowOfCollectionCompany,
  rowOfCompany,
  rowOfDecidedEntry,
  rowOfEntry,
  type CompanyRow,
} from '../grid/cells/companyRow.ts';
import { blankable, blankRowColumns, columnOf, columnsOfFields } from '../grid/columns.ts';

/**
 * One page from a source. `total` counts all rows of the list, `newCount` those newly added; it was read at
 * `revision` of the queue.
 */
export interface RowPage {
  readonly rows: readonly CompanyRow[];
  readonly total: number;
  readonly newCount: number | null;
  readonly revision: number;
  /** On the first page: the columns, by id, that are blank in the whole list. */
  readonly blank?: readonly string[] | undefined;
}

/** Where a list's rows come from. `page` counts from 0 in pages of `size`. */
export interface RowSource {
  load(page: number, size: number): Promise<RowPage>;
}

/** A row that may be selected without being loaded. `id` is the row's id, as in `CompanyRow`. */
export interface RowId {
  readonly id: string;
  readonly entryId: number | null;
  readonly companyId: number;
  readonly siblings: readonly number[];
  readonly doubles: readonly number[];
  readonly list: ListName;
  /** The queue's revision when the server listed it. */
  readonly revision?: number;
}

/** All rows of a list by id, as of a revision of the queue. */
interface RowIds {
  readonly ids: readonly RowId[];
  readonly revision: number;
}

/** A list that the list screen can show: its rows, and all of them by id for "select all". */
export interface ListSource extends RowSource {
  /** All rows, including those not loaded. */
  loadIds(): Promise<RowIds>;
  /** The same list as an export. */
  readonly exported: ExportSource;
  /** The smart list whose inbox it is. */
  readonly inboxId?: number;
  /** Whether it is only a part of that inbox, whose count is not this list's. */
  readonly isPart?: boolean;
  /** Lists of one name are one visit: a column that was shown stays. Without it, those that follow each other are. */
  readonly visit?: string;
  /** What the list is made of besides companies, as a tag of `data.changed`. */
  readonly readsAlso?: 'collections';
}

/** A search. */
export function searchSource(filters: FilterSet, sortBy: SortOption): ListSource {
  const query = searchQuery(filters, sortBy);
  return {
    async load(page, size) {
      const { value, revision } = await stampedApi(...searchCall(query, page, size));
      const { items, count, newCount } = value;
      const rows = items.map((company) => rowOfCompany(company));
      return { rows, total: count, newCount, revision, blank: blankOf(value.blank) };
    },
    // While one types, nothing moves.
    visit: JSON.stringify(filtersToQuery(withoutText(filters))),
    async loadIds() {
      const { value, revision } = await stampedApi('searchCompanyIds', { query });
      const unknown = { entryId: null, siblings: [], doubles: [], list: 'None' as const };
      return { ids: value.ids.map((id) => ({ id: `c${id}`, companyId: id, ...unknown })), revision };
    },
    exported: { kind: 'search', filters, sortBy },
  };
}

type EntriesQuery = EndpointInput<'listEntryIds'>['query'];

/** The columns that are blank in a list, given its blank fields; only a special list says when and where from. */
function blankOf(fields: readonly string[] = [], list: ListName = 'None'): string[] {
  return [...columnsOfFields(fields), ...blankRowColumns(list)];
}

/** An order as a parameter of a call or of an export; null is the list's own. */
function orderingOf(order: ListOrder | null): { ordering?: string } {
  return order === null ? {} : { ordering: orderText(order) };
}

function entriesSource(query: EntriesQuery, list: ListName, exported: ExportSource): ListSource {
  return {
    async load(page, size) {
      const { value, revision } = await stampedApi('listEntries', { query: { ...query, page, page_size: size } });
      const rows = value.results.map(list === 'None' ? rowOfEntry : rowOfDecidedEntry);
      const blank = blankOf(value.blank, list);
      return { rows, total: value.count, newCount: null, revision, blank };
    },
    async loadIds() {
      const { value, revision } = await stampedApi('listEntryIds', { query });
      const ids = value.entries.map(({ id, company_id: companyId, siblings, doubles }) => ({
        id: `e${id}`,
        entryId: id,
        companyId,
        siblings,
        doubles,
        list,
      }));
      return { ids, revision };
    },
    exported,
  };
}

/** The query for a smart list's undecided entries. */
export function undecidedQuery(id: number) {
  return {
    user_smart_list_id: id,
    tag_watchlist: 'false',
    tag_opportunities: 'false',
    tag_archive: 'false',
  } as const;
}

/**
 * A smart list's inbox: all entries, or with `onlyUndecided` those whose list is None (product 4), or with `onlyNew`
 * those of the newest digest.
 */
export function smartListSource(
  id: number,
  onlyUndecided: boolean,
  order: ListOrder | null,
  onlyNew = false,
): ListSource {
  const ordering = orderingOf(order);
  const query: EntriesQuery = {
    ...(onlyUndecided ? undecidedQuery(id) : { user_smart_list_id: id }),
    ...(onlyNew ? { newly_added: 'true' } : {}),
    ...ordering,
  };
  const source = entriesSource(query, 'None', { kind: 'smartList', id, ...ordering });
  return {
    ...source,
    inboxId: id,
    isPart: onlyNew,
    // Ids alone do not say which list a decided entry is in, and undo has to know.
    loadIds: () => (onlyUndecided ? source.loadIds() : readAll((page, size) => source.load(page, size))),
  };
}

/** A special list across all smart lists; each company is in it once. */
export function specialListSource(list: DecidedList, order: ListOrder | null): ListSource {
  const tag = listSlugs[list];
  const ordering = orderingOf(order);
  const query = { [`tag_${tag}`]: 'true', ...ordering } as EntriesQuery;
  return entriesSource(query, list, { kind: 'tag', tag, ...ordering });
}

/** The companies of a collection. */
export function collectionSource(id: number, order: ListOrder | null): ListSource {
  const ordering = orderingOf(order);
  const page = async (number: number, size: number): Promise<RowPage> => {
    const paged = { params: { id }, query: { page: number, page_size: size, ...ordering } };
    const { value, revision } = await stampedApi('listCollectionCompanies', paged);
    const rows = value.results.map((company) => rowOfCollectionCompany(company));
    return { rows, total: value.count, newCount: null, revision, blank: blankOf(value.blank) };
  };
  return {
    load: page,
    loadIds: () => readAll(page),
    exported: { kind: 'collection', id, ...ordering },
    readsAlso: 'collections',
  };
}

/**
 * Companies that come all at once, such as those similar to one. Its first page requests them (again); the others are
 * cut from the same answer. They have no entries, so the server's answer reflects no moves.
 */
export function fixedSource(loadAll: () => Promise<readonly Company[]>): ListSource {
  let companies: readonly Company[] = [];
  const load = async (page: number, size: number): Promise<RowPage> => {
    if (page === 0) companies = await loadAll();
    const all = companies.map((company) => rowOfCompany(company));
    const blank = blankable.filter((id) => all.every((row) => columnOf(id)?.text?.(row) === ''));
    const rows = all.slice(page * size, (page + 1) * size);
    return { rows, total: companies.length, newCount: null, revision: 0, blank };
  };
  return {
    load,
    loadIds: () => Promise.resolve({ ids: companies.map((company) => rowIdOf(rowOfCompany(company))), revision: 0 }),
    get exported() {
      return { kind: 'ids' as const, ids: companies.map(({ id }) => id) };
    },
  };
}

/** All rows of a source by their ids, read in the largest pages. */
async function readAll(load: RowSource['load']): Promise<RowIds> {
  const ids: RowId[] = [];
  let least = Infinity;
  for (let number = 0; ; number++) {
    const { rows, revision } = await load(number, maxPageSize);
    ids.push(...rows.map((row) => rowIdOf(row)));
    least = Math.min(least, revision);
    if (rows.length < maxPageSize) return { ids, revision: least };
  }
}

/** A loaded row by its ids. */
export function rowIdOf({ id, entryId, company, siblings, doubles, list, revision }: CompanyRow): RowId {
  const named = { id, entryId, companyId: company.id, siblings, doubles, list };
  return revision === undefined ? named : { ...named, revision };
}
