import { GrowableUint32 } from './growable.ts';

const none = 0xffffffff;

/**
 * Rows by a hash: for each hash the rows that have it, in typed arrays, because every company of an import is in two.
 */
export class HashChains {
  #slots = new Uint32Array(1 << 12).fill(none);
  readonly #hashes = new GrowableUint32();
  readonly #rows = new GrowableUint32();
  /** The entry added before with the same slot. */
  readonly #next = new GrowableUint32();

  /** Adds a row under a hash, under which it is not yet; 0 is no hash. */
  add(hash: number, row: number): void {
    if (hash === 0) return;
    if (this.#rows.length * 2 >= this.#slots.length) this.#grow();
    this.#hashes.push(hash);
    this.#rows.push(row);
    this.#next.push(none);
    this.#link(this.#rows.length - 1);
  }

  /** Whether any row has this hash. */
  has(hash: number): boolean {
    return this.#find(hash, this.#slots[hash & (this.#slots.length - 1)]!) !== none;
  }

  /** The rows with this hash, the first added first. */
  rowsOf(hash: number): readonly number[] {
    let entry = this.#find(hash, this.#slots[hash & (this.#slots.length - 1)]!);
    if (entry === none) return noRows;
    const rows: number[] = [];
    for (; entry !== none; entry = this.#find(hash, this.#next.data[entry]!)) rows.push(this.#rows.data[entry]!);
    return rows.toReversed();
  }

  #find(hash: number, from: number): number {
    let entry = from;
    while (entry !== none && this.#hashes.data[entry] !== hash) entry = this.#next.data[entry]!;
    return entry;
  }

  #link(entry: number): void {
    const slot = this.#hashes.data[entry]! & (this.#slots.length - 1);
    this.#next.data[entry] = this.#slots[slot]!;
    this.#slots[slot] = entry;
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2).fill(none);
    for (let entry = 0; entry < this.#rows.length; entry++) this.#link(entry);
  }
}

const noRows: readonly number[] = [];
