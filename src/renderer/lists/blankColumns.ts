import type { CompanyRow } from '../grid/cells/companyRow.ts';
import { blankable, columnOf, rowColumns, sameable } from '../grid/columns.ts';
import { Store } from '../ui/store.ts';

/** What a column says in nearly every row, and in which share of them. */
interface Same {
  readonly value: string;
  readonly share: number;
}

/** Columns by id: those that say nothing, and those of them that are hidden for it. */
export interface BlankState {
  /** In the whole list. */
  readonly blank: ReadonlySet<string>;
  /** In nearly every row that is loaded they say the same. */
  readonly same: ReadonlyMap<string, Same>;
  readonly hidden: ReadonlySet<string>;
}

const none: BlankState = { blank: new Set(rowColumns), same: new Map(), hidden: new Set(rowColumns) };

/** From this share of the rows on a column with one value says nothing, if there are that many rows. */
const nearlyAll = 0.95;
const leastRows = 20;
/** Of rows that come at once, no more are looked at. */
const mostRows = 500;

/**
 * Which columns a list hides because it has nothing in them, or nearly the same in every row. A column that has been
 * shown stays for the visit, so that none goes while one scrolls, reloads or types; the list says by `visit` when
 * another one begins. What the user has chosen, and what the list is in order by, is never hidden for its value.
 */
export class BlankColumns {
  readonly state = new Store<BlankState>(none);
  readonly #kept = new Set<string>();
  readonly #values = new Map<string, Map<string, number>>();
  #rows = 0;
  #chosen: ReadonlySet<string> = new Set();
  #sorted: string | null = null;
  #visit: string | null = null;

  /** A first page has come; `blank` are the columns that say nothing in the whole list, as far as is known. */
  read(rows: readonly CompanyRow[], blank: readonly string[], visit: string): void {
    // An empty list says nothing, and shows nothing.
    if (rows.length === 0) return;
    if (visit !== this.#visit) this.#kept.clear();
    this.#visit = visit;
    this.#values.clear();
    this.#rows = 0;
    this.#count(rows, sameable);
    this.#set(new Set(blank), this.#same(sameable));
    this.seen(rows, { isCounted: true });
    const { hidden } = this.state.get();
    for (const id of [...blankable, ...sameable]) if (!hidden.has(id)) this.#kept.add(id);
  }

  /** Rows have come: a column in which one has something is not blank, whatever was said, and others may differ. */
  seen(rows: readonly CompanyRow[], { isCounted = false }: { readonly isCounted?: boolean } = {}): void {
    const { hidden, blank, same } = this.state.get();
    if (hidden.size === 0) return;
    const filled = [...hidden].filter(
      (id) => blank.has(id) && rows.some((row) => (columnOf(id)?.text?.(row) ?? '') !== ''),
    );
    if (!isCounted) this.#count(rows, [...same.keys()]);
    const still = this.#same([...same.keys()]);
    const differing = [...same.keys()].filter((id) => !still.has(id));
    if (filled.length + differing.length === 0) return;
    for (const id of [...filled, ...differing]) this.#kept.add(id);
    this.#set(new Set([...blank].filter((id) => !filled.includes(id))), still);
  }

  /** The user wants to see a column although it is blank. */
  show(id: string): void {
    this.#kept.add(id);
    this.#renew();
  }

  /** The columns that the user has chosen to see whatever they say. */
  choose(ids: readonly string[]): void {
    this.#chosen = new Set(ids);
    this.#renew();
  }

  /** The column that the list is in order by; null for its own order. */
  sortedBy(id: string | null): void {
    if (id === this.#sorted) return;
    this.#sorted = id;
    this.#renew();
  }

  #count(rows: readonly CompanyRow[], ids: readonly string[]): void {
    this.#rows += Math.min(rows.length, mostRows);
    for (const id of ids) {
      const text = columnOf(id)?.text;
      const values = this.#values.get(id) ?? new Map<string, number>();
      this.#values.set(id, values);
      for (const row of rows.slice(0, mostRows)) {
        const value = text?.(row) ?? '';
        values.set(value, (values.get(value) ?? 0) + 1);
      }
    }
  }

  /** Which of these columns say one thing in nearly all rows, and in which share of them. */
  #same(ids: readonly string[]): ReadonlyMap<string, Same> {
    if (this.#rows < leastRows) return new Map();
    const commonest = ids.map((id) => {
      const [value, count] = [...(this.#values.get(id) ?? [])].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
      return [id, { value, share: count / this.#rows }] as const;
    });
    return new Map(commonest.filter(([, { share }]) => share >= nearlyAll));
  }

  #renew(): void {
    const { blank, same } = this.state.get();
    this.#set(blank, same);
  }

  #set(blank: ReadonlySet<string>, same: BlankState['same']): void {
    const isShown = (id: string): boolean => this.#kept.has(id) || this.#chosen.has(id) || id === this.#sorted;
    const hidden = [...blank].filter((id) => !this.#kept.has(id));
    const alike = [...same.keys()].filter((id) => !isShown(id));
    this.state.set({ blank, same, hidden: new Set([...hidden, ...alike]) });
  }
}
