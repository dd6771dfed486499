import { GrowableUint32 } from './growable.ts';
import type { NumberMap } from './numberMap.ts';

/** One list of numbers for each row: the terms or facet values of a company, each once. */
export class NumberLists {
  readonly #values = new GrowableUint32(1 << 14);
  readonly #starts = new GrowableUint32();
  readonly #ends = new GrowableUint32();

  /**
   * Sets the list of a row, the next one or an earlier one whose list is thereby forgotten: `numbers[from..to)`, all
   * different, as `map` has them.
   */
  put(row: number, numbers: Uint32Array, from: number, to: number, map: NumberMap): void {
    if (row === this.#starts.length) {
      this.#starts.push(this.#values.length);
      this.#ends.push(0);
    } else {
      this.#starts.data[row] = this.#values.length;
    }
    for (let i = from; i < to; i++) this.#values.push(map.of(numbers[i]!));
    this.#ends.data[row] = this.#values.length;
  }

  /**
   * Turns the lists round: calls `visit` for each number, in the order of `order` (positions to numbers), with the
   * documents that have it, ascending. `rows` gives the row of each document, of all there are. The array is valid during the call only.
   */
  invert(order: Uint32Array, rows: Uint32Array, visit: (value: number, documents: Uint32Array) => void): void {
    const counts = this.#count(order.length);
    const places = new Uint32Array(order.length);
    // A slice of the numbers at a time, because all postings at once would take as much room again as the lists.
    for (let from = 0; from < order.length;) {
      let to = from;
      let total = 0;
      while (to < order.length && (to === from || total + counts[order[to]!]! <= postingsPerPass)) {
        places[order[to]!] = total;
        total += counts[order[to]!]!;
        to += 1;
      }
      const documents = this.#scatter(order, from, to, places, rows, total);
      for (let at = 0, position = from; position < to; position++) {
        const value = order[position]!;
        const count = counts[value]!;
        if (count > 0) visit(value, documents.subarray(at, at + count));
        at += count;
      }
      from = to;
    }
  }

  /** How many rows have each number. In the order of rows, as the lists lie in memory. */
  #count(size: number): Uint32Array {
    const counts = new Uint32Array(size);
    const values = this.#values.data;
    for (let row = 0; row < this.#starts.length; row++) {
      const end = this.#ends.data[row]!;
      for (let i = this.#starts.data[row]!; i < end; i++) counts[values[i]!] = counts[values[i]!]! + 1;
    }
    return counts;
  }

  #scatter(
    order: Uint32Array,
    from: number,
    to: number,
    places: Uint32Array,
    rows: Uint32Array,
    total: number,
  ): Uint32Array {
    const inPass = new Uint8Array(order.length);
    for (let position = from; position < to; position++) inPass[order[position]!] = 1;
    const documents = new Uint32Array(total);
    const values = this.#values.data;
    for (let document = 0; document < rows.length; document++) {
      const end = this.#ends.data[rows[document]!]!;
      for (let i = this.#starts.data[rows[document]!]!; i < end; i++) {
        const value = values[i]!;
        if (inPass[value] === 1) {
          documents[places[value]!] = document;
          places[value] = places[value]! + 1;
        }
      }
    }
    return documents;
  }
}

const postingsPerPass = 1 << 25;
