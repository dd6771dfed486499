import type { CompanyRow } from '../grid/cells/companyRow.ts';
import { blankable, columnOf, decidedColumns } from '../grid/columns.ts';
import { Store } from '../ui/store.ts';

/** Columns by id: those that say nothing in the whole list, and those of them that are hidden for it. */
export interface BlankState {
  readonly blank: ReadonlySet<string>;
  readonly hidden: ReadonlySet<string>;
}

const none: BlankState = { blank: new Set(decidedColumns), hidden: new Set(decidedColumns) };

/**
 * Which columns a list hides because it has nothing in them, or the same in every row. A column that has been shown
 * stays for the visit, so that none goes while one scrolls, reloads or types; the list says by `visit` when another one
 * begins.
 */
export class BlankColumns {
  readonly state = new Store<BlankState>(none);
  readonly #kept = new Set<string>();
  #visit: string | null = null;

  /** A first page has come; `blank` are the columns that say nothing in the whole list, as far as is known. */
  read(rows: readonly CompanyRow[], blank: readonly string[], visit: string): void {
    // An empty list says nothing, and shows nothing.
    if (rows.length === 0) return;
    if (visit !== this.#visit) this.#kept.clear();
    this.#visit = visit;
    this.#set(new Set(blank));
    this.seen(rows);
    for (const id of blankable) if (!this.state.get().hidden.has(id)) this.#kept.add(id);
  }

  /** Rows have come: a column in which one has something is not blank, whatever was said. */
  seen(rows: readonly CompanyRow[]): void {
    const { hidden, blank } = this.state.get();
    if (hidden.size === 0) return;
    const filled = [...hidden].filter((id) => rows.some((row) => (columnOf(id)?.text?.(row) ?? '') !== ''));
    if (filled.length === 0) return;
    for (const id of filled) this.#kept.add(id);
    this.#set(new Set([...blank].filter((id) => !filled.includes(id))));
  }

  /** The user wants to see a column although it is blank. */
  show(id: string): void {
    this.#kept.add(id);
    this.#set(this.state.get().blank);
  }

  #set(blank: ReadonlySet<string>): void {
    const hidden = new Set([...blank].filter((id) => !this.#kept.has(id)));
    this.state.set({ blank, hidden });
  }
}
