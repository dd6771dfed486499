import type { CompanyRow } from '../grid/cells/companyRow.ts';

/** How long a decided row stays before it leaves an inbox, in milliseconds. */
const lingerTime = 700;

/** Rows that no longer belong to a list but have not left it yet. They leave together, once no key comes any more. */
export class Lingering {
  readonly #ids = new Set<string>();
  #held: CompanyRow | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #leave: () => void;

  /** `leave` is called when the rows go. */
  constructor(leave: () => void) {
    this.#leave = leave;
  }

  has(row: CompanyRow): boolean {
    return this.#held?.id === row.id || this.#ids.has(row.id);
  }

  /** The rows, by their ids. */
  all(): string[] {
    return this.#held === null ? [...this.#ids] : [...this.#ids, this.#held.id];
  }

  /** Keeps a row that one is on, and that was decided in another window, until one has gone on from it. */
  hold(row: CompanyRow): void {
    this.#held = row;
  }

  /** One is on this row now. */
  moved(to: CompanyRow | null): void {
    const held = this.#held;
    if (held === null || held.id === to?.id) return;
    this.#held = null;
    this.add([held]);
  }

  add(rows: readonly CompanyRow[]): void {
    if (rows.length === 0) return;
    for (const { id } of rows) this.#ids.add(id);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#ids.clear();
      this.#leave();
    }, lingerTime);
  }

  remove(rows: Iterable<CompanyRow>): void {
    for (const { id } of rows) this.#ids.delete(id);
  }

  /** The row that stays for as long as one is on it. */
  get heldRow(): CompanyRow | null {
    return this.#held;
  }

  /** The rows have left: other ones are read. Where it is the same list, the row that one is on stays. */
  clear({ keepHeld = false } = {}): void {
    this.#ids.clear();
    if (!keepHeld) this.#held = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
