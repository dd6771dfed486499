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

/** A list that is in order, as of a state and a generation of the companies. */
interface KeptList {
  readonly version: string;
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
  readonly read: () => Promise<readonly R[]>;
  /** Puts the rows in an order that is not one of companies; rows come by name. */
  readonly arrange?: (rows: readonly R[]) => Promise<readonly R[]>;
  readonly isWanted: (() => boolean) | undefined;
}

/**
 * Pages of lists in any order (docs/api.md 5). A list's own order is the state's; for another one the whole list is
 * put in order once and kept until it or the companies change, because it is then read page by page. A decision takes
 * rows out of a list and leaves the places of the others as they were.
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
      read: async () => (await entries.page(userId, scope, allRows)).rows,
      ...(isEntryOrder(by) && { arrange: (all) => this.#byEntry(userId, all, by, order.isDescending) }),
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
      read: async () => (await collections.itemPage(id, allRows)).rows,
      isWanted,
    });
    return partOf(rows, slice);
  }

  async #inOrder<R>({ key, order, companyOf, read, arrange, isWanted }: Reading<R>): Promise<readonly R[]> {
    const version = await this.#state.version();
    const generation = await this.#companies.generation();
    const known = this.#kept.get(key);
    if (known?.version === version && known.generation === generation) {
      this.#keep(key, known);
      return known.rows as readonly R[];
    }
    const rows = await read();
    const isKnown = known?.generation === generation && rows.every((row) => known.places.has(companyOf(row)));
    const placed = isKnown ? known : await this.#placesOf(rows.map(companyOf), order, isWanted);
    const placeOf = (row: R): number => placed.places.get(companyOf(row)) ?? Infinity;
    const byCompany = rows.toSorted((a, b) => placeOf(a) - placeOf(b) || 0);
    const arranged = arrange === undefined ? byCompany : await arrange(byCompany);
    this.#keep(key, { version, generation: placed.generation, places: placed.places, rows: arranged });
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

  async #byEntry(
    userId: number,
    rows: readonly EntryRecord[],
    by: EntryOrder,
    isDescending: boolean,
  ): Promise<readonly EntryRecord[]> {
    const names = await this.#state.smartLists.names(userId, [...new Set(rows.map((row) => row.smartListId))]);
    const folded = new Map([...names].map(([id, name]) => [id, fold(name)]));
    const reasons = new Map((await this.#state.reasons.list(userId)).map(({ id, name }) => [id, fold(name)]));
    const keys: Readonly<Record<EntryOrder, (row: EntryRecord) => string>> = {
      decided_at: ({ decidedAt }) => decidedAt,
      smart_list: ({ smartListId }) => folded.get(smartListId) ?? '',
      list: ({ list }) => (list === 'None' ? '' : list),
      reason: ({ reason }) => reasons.get(reason) ?? '',
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

  /** Keeps a list, and forgets the one that was asked for longest ago. */
  #keep(key: string, list: KeptList): void {
    this.#kept.delete(key);
    this.#kept.set(key, list);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keptLists && oldest !== undefined) this.#kept.delete(oldest);
  }
}

function partOf<R>(rows: readonly R[], { offset, limit }: Slice): Counted<R> {
  return { count: rows.length, rows: rows.slice(offset, offset + limit) };
}
