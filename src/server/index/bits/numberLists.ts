import { GrowableUint32 } from './growable.ts';
import type { RowLists } from './listInversion.ts';
import type { NumberMap } from './numberMap.ts';

/** Gathers one list of numbers for each row: the terms or facet values of a company, each once. */
export class NumberLists {
  readonly #values = new GrowableUint32(1 << 14);
  readonly #starts = new GrowableUint32();
  readonly #ends = new GrowableUint32();

  /**
   * Sets the list of a row, the next one or an earlier one whose list is thereby forgotten: `numbers[from..to)`, all
   * different, as `map` has them.
   */
  put(row: number, numbers: Uint32Array, from: number, to: number, map: Pick<NumberMap, 'of'>): void {
    if (row === this.#starts.length) {
      this.#starts.push(this.#values.length);
      this.#ends.push(0);
    } else {
      this.#starts.data[row] = this.#values.length;
    }
    for (let i = from; i < to; i++) this.#values.push(map.of(numbers[i]!));
    this.#ends.data[row] = this.#values.length;
  }

  /** The lists so far: the arrays themselves, not copies. */
  get rows(): RowLists {
    return { values: this.#values.data, starts: this.#starts.data, ends: this.#ends.data };
  }
}
