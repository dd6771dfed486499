import type { CollectionItem } from '#shared/domain/collection.ts';
import { isEntryOrder, orderText, type EntryOrder, type ListOrder } from '#shared/domain/listOrder.ts';
import { fold } from '#shared/domain/text.ts';
import type { CompanyReader } from '../index/port.ts';
import type { Counted, EntryRecord, EntryScope, Slice, State } from '../state/port.ts';

/** How many lists are kept in order at once. */
const keptLists = 4;

/** More rows than any list has. */
const allRows = { offset: 0, limit: 10_000_000 };

/** Whose list, in which order (null for its own), and which part of it. `isWanted` as in `CompanyQuery`. */
export interface RowsAsked {
  readonly userId: number;
  readonly order: ListOrder | null;
  readonly slice: Slice;
  readonly isWanted?: () => boolean;
}

/**
 * A list that is in order, as of a state and a generation of the companies. `version` is that of the whole state,
 * `rowsVersion` of the list's rows, and `names` of what else they are put in order by.
 */
interface KeptList {
  readonly version: string;
  readonly rowsVersion: string;
  readonly names: string;
  readonly generation: number;
  /** The place of each company, also of those that have left the list. */
  readonly places: ReadonlyMap<number, number>;
  readonly rows: readonly unknown[];
}

/** What is read of a list to put it in order. */
interface Reading<R> {
  readonly key: string;
  readonly order: ListOrder;
  readonly companyOf: (row: R) => number;
  readonly version: () => Promise<string>;
  readonly read: () => Promise<readonly R[]>;
  /** What rows are put in order by that is not in them. */
  readonly names?: (rows: readonly R[]) => Promise<ReadonlyMap<number, string>>;
  /** Puts the rows in an order that is not one of companies; rows come by name. */
  readonly arrange?: (rows: readonly R[], names: ReadonlyMap<number, string>) => readonly R[];
  readonly isWanted: (() => boolean) | undefined;
}

/**
 * Pages of lists in any order (docs/api.md 5). A list's own order is the state's; for another one the whole list is
 * put in order once and kept until it or the companies change, because it is then read page by page; what changes
 * elsewhere leaves it as it is. A decision takes rows out of a list and leaves the places of the others as they were.
 */
export class ListRows {
  readonly #state: State;
  readonly #companies: CompanyReader;
  readonly #kept = new Map<string, KeptList>();

  constructor(state: State, companies: CompanyReader) {
    this.#state = state;
    this.#companies = companies;
  }

  /** Entries of a smart list, a special list or a company. */
  async entries(scope: EntryScope, { userId, order, slice, isWanted }: RowsAsked): Promise<Counted<EntryRecord>> {
    const { entries } = this.#state;
    if (order === null) return entries.page(userId, scope, slice);
    const { by } = order;
    const rows = await this.#inOrder<EntryRecord>({
      key: JSON.stringify(['entries', userId, scope, orderText(order)]),
      order: isEntryOrder(by) ? { by: 'name', isDescending: false } : order,
      companyOf: ({ companyId }) => companyId,
      version: () => entries.version(userId, scope),
      read: async () => (await entries.page(userId, scope, allRows)).rows,
      ...(isEntryOrder(by) && {
        names: (all) => this.#namesFor(userId, by, all),
        arrange: (all, names) => byEntry(all, names, by, order.isDescending),
      }),
      isWanted,
    });
    return partOf(rows, slice);
  }

  /** A collection's items. */
  async items(id: number, { userId, order, slice, isWanted }: RowsAsked): Promise<Counted<CollectionItem>> {
    const { collections } = this.#state;
    if (order === null) return collections.itemPage(id, slice);
    const rows = await this.#inOrder<CollectionItem>({
      key: JSON.stringify(['items', userId, id, orderText(order)]),
      order,
      companyOf: (item) => item.company_id,
      version: () => collections.itemsVersion(id),
      read: async () => (await collections.itemPage(id, allRows)).rows,
      isWanted,
    });
    return partOf(rows, slice);
  }

  async #inOrder<R>(reading: Reading<R>): Promise<readonly R[]> {
    const { key, order, companyOf, read, names: namesFor, arrange, isWanted } = reading;
    const version = await this.#state.version();
    const generation = await this.#companies.generation();
    const known = this.#kept.get(key);
    if (known?.version === version && known.generation === generation) {
      this.#keep(key, known);
      return known.rows as readonly R[];
    }
    const rowsVersion = await reading.version();
    if (known?.rowsVersion === rowsVersion && known.generation === generation && (await isNamedSo(known, namesFor))) {
      this.#keep(key, { ...known, version });
      return known.rows as readonly R[];
    }
    const rows = await read();
    const isKnown = known?.generation === generation && rows.every((row) => known.places.has(companyOf(row)));
    const placed = isKnown ? known : await this.#placesOf(rows.map(companyOf), order, isWanted);
    const placeOf = (row: R): number => placed.places.get(companyOf(row)) ?? Infinity;
    const byCompany = rows.toSorted((a, b) => placeOf(a) - placeOf(b) || 0);
    const names = (await namesFor?.(byCompany)) ?? noNames;
    const arranged = arrange?.(byCompany, names) ?? byCompany;
    const { places } = placed;
    this.#keep(key, {
      version,
      rowsVersion,
      names: textOf(names),
      generation: placed.generation,
      places,
      rows: arranged,
    });
    return arranged;
  }

  async #placesOf(
    companyIds: readonly number[],
    order: ListOrder,
    isWanted: (() => boolean) | undefined,
  ): Promise<Pick<KeptList, 'places' | 'generation'>> {
    const { ids, generation } = await this.#companies.inOrder(companyIds, order, isWanted);
    return { places: new Map(ids.map((id, place) => [id, place])), generation };
  }

  /** The names that rows are put in order by: of smart lists, or of reasons. */
  async #namesFor(userId: number, by: EntryOrder, rows: readonly EntryRecord[]): Promise<ReadonlyMap<number, string>> {
    const { smartLists, reasons } = this.#state;
    if (by === 'smart_list') return smartLists.names(userId, [...new Set(rows.map((row) => row.smartListId))]);
    if (by === 'reason') return new Map((await reasons.list(userId)).map(({ id, name }) => [id, name]));
    return noNames;
  }

  /** Keeps a list, and forgets the one that was asked for longest ago. */
  #keep(key: string, list: KeptList): void {
    this.#kept.delete(key);
    this.#kept.set(key, list);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keptLists && oldest !== undefined) this.#kept.delete(oldest);
  }
}

const noNames: ReadonlyMap<number, string> = new Map();

function textOf(names: ReadonlyMap<number, string>): string {
  return JSON.stringify([...names]);
}

/** Whether what a kept list is in order by besides its rows is called as it was. */
async function isNamedSo<R>({ rows, names }: KeptList, namesFor: Reading<R>['names']): Promise<boolean> {
  return namesFor === undefined || textOf(await namesFor(rows as readonly R[])) === names;
}

function byEntry(
  rows: readonly EntryRecord[],
  names: ReadonlyMap<number, string>,
  by: EntryOrder,
  isDescending: boolean,
): readonly EntryRecord[] {
  const folded = new Map([...names].map(([id, name]) => [id, fold(name)]));
  const keys: Readonly<Record<EntryOrder, (row: EntryRecord) => string>> = {
    decided_at: ({ decidedAt }) => decidedAt,
    smart_list: ({ smartListId }) => folded.get(smartListId) ?? '',
    list: ({ list }) => (list === 'None' ? '' : list),
    reason: ({ reason }) => folded.get(reason) ?? '',
  };
  const keyOf = keys[by];
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((rowA, rowB) => {
    const [a, b] = [keyOf(rowA), keyOf(rowB)];
    if (a === b) return 0;
    if (a === '' || b === '') return a === '' ? 1 : -1;
    return a < b ? -sign : sign;
  });
}

function partOf<R>(rows: readonly R[], { offset, limit }: Slice): Counted<R> {
  return { count: rows.length, rows: rows.slice(offset, offset + limit) };
}
