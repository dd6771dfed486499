import { HashChains } from '../bits/hashChains.ts';

/** Finds rows of a segment being built that may be one company, by the hashes of their own domains and folded names. */
export class RowLookup {
  readonly #domains = new HashChains();
  readonly #names = new HashChains();
  /** Names of companies without a domain: of any name there are few, however many companies have it. */
  readonly #namesAlone = new HashChains();

  /** Adds a row, which may be there under other hashes; 0 for none. */
  add(row: number, domain: number, name: number): void {
    this.#domains.add(domain, row);
    this.#names.add(name, row);
    if (domain === 0) this.#namesAlone.add(name, row);
  }

  /** Whether `rowsOf` finds any. */
  has(domain: number, name: number): boolean {
    return domain === 0 ? this.#names.has(name) : this.#domains.has(domain) || this.#namesAlone.has(name);
  }

  /**
   * Rows with the domain, and those with the name unless both have a domain: two domains are two companies. A row that
   * was added again is found by its old hashes, too, and may come twice.
   */
  rowsOf(domain: number, name: number): readonly number[] {
    if (domain === 0) return this.#names.rowsOf(name);
    return [...this.#domains.rowsOf(domain), ...this.#namesAlone.rowsOf(name)];
  }
}
