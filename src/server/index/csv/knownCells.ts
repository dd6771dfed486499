import { CellStore } from './cellStore.ts';

const slotBits = 12;
const slots = 1 << slotBits;
/** Cells that are remembered; a column has few that come again and again, or has more than are worth it. */
const most = slots * 0.75;

const golden = 0x9e3779b1;

/**
 * Finished cells by the bytes they follow from, for columns with few different values: no text is made to look one up.
 */
export class KnownCells {
  readonly #store = new CellStore();
  readonly #hashes = new Int32Array(slots);
  readonly #extras = new Int32Array(slots);
  /** Where each slot's key begins in the store, or -1; its cell follows it. */
  readonly #keys = new Int32Array(slots).fill(-1);
  readonly #keyLengths = new Int32Array(slots);
  readonly #cellLengths = new Int32Array(slots);
  #count = 0;
  #slot = 0;
  #hash = 0;

  /** The bytes that `start` and `end` are places in. */
  get bytes(): Buffer {
    return this.#store.bytes;
  }

  /** Where the cell begins that `find` has found, or that was added just now. */
  get start(): number {
    return this.#keys[this.#slot]! + this.#keyLengths[this.#slot]!;
  }

  get end(): number {
    return this.start + this.#cellLengths[this.#slot]!;
  }

  /** Whether the cell that follows from `bytes[start, end)` and `extra` is known. */
  find(bytes: Buffer, start: number, end: number, extra: number): boolean {
    const length = end - start;
    // Every other byte is enough to tell most keys apart, and takes half the time.
    let hash = Math.imul(extra ^ length, golden);
    for (let i = end - 1; i >= start; i -= 2) hash = ((hash << 5) - hash + bytes[i]!) | 0;
    hash = Math.imul(hash, golden);
    let slot = hash >>> (32 - slotBits);
    for (; this.#keys[slot] !== -1; slot = (slot + 1) & (slots - 1)) {
      if (this.#hashes[slot] !== hash || this.#extras[slot] !== extra || this.#keyLengths[slot] !== length) continue;
      if (!this.#isSame(this.#keys[slot]!, bytes, start, length)) continue;
      this.#slot = slot;
      return true;
    }
    this.#slot = slot;
    this.#hash = hash;
    return false;
  }

  /** Remembers the cell that `find`, asked just before with the same values, did not know; false where it is full. */
  add(bytes: Buffer, start: number, end: number, extra: number, cell: Buffer): boolean {
    if (this.#count >= most) return false;
    this.#count += 1;
    const slot = this.#slot;
    this.#hashes[slot] = this.#hash;
    this.#extras[slot] = extra;
    this.#keys[slot] = this.#store.keep(bytes, start, end);
    this.#keyLengths[slot] = end - start;
    this.#store.keep(cell, 0, cell.length);
    this.#cellLengths[slot] = cell.length;
    return true;
  }

  #isSame(key: number, bytes: Buffer, start: number, length: number): boolean {
    const known = this.#store.bytes;
    for (let i = 0; i < length; i++) if (known[key + i] !== bytes[start + i]) return false;
    return true;
  }
}
