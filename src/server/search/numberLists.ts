import { GrowableUint32 } from './growable.ts';

/** One list of numbers for each row: the terms or facet values of a company, each once. */
export class NumberLists {
  readonly #values = new GrowableUint32(1 << 14);
  readonly #starts = new GrowableUint32();
  readonly #ends = new GrowableUint32();
  /** For each number, which list took it last. */
  #takenBy = new Uint32Array(1 << 12);
  #lists = 0;

  /** Begins the list of a row: the next one, or an earlier one whose list is thereby forgotten. */
  begin(row: number): void {
    this.#lists += 1;
    if (row === this.#starts.length) {
      this.#starts.push(this.#values.length);
      this.#ends.push(this.#values.length);
    } else {
      this.#starts.data[row] = this.#values.length;
    }
  }

  /** Adds a number to the list begun last, unless it is there. */
  take(value: number): void {
    if (value >= this.#takenBy.length) {
      const larger = new Uint32Array(Math.max(value + 1, this.#takenBy.length * 2));
      larger.set(this.#takenBy);
      this.#takenBy = larger;
    }
    if (this.#takenBy[value] === this.#lists) return;
    this.#takenBy[value] = this.#lists;
    this.#values.push(value);
  }

  end(row: number): void {
    this.#ends.data[row] = this.#values.length;
  }

  /**
   * Turns the lists round: calls `visit` for each number, in the order of `order` (positions to numbers), with the
   * documents that have it, ascending. `rows` gives the row of each document. The array is valid during the call only.
   */
  invert(order: Uint32Array, rows: Uint32Array, visit: (value: number, documents: Uint32Array) => void): void {
    const counts = this.#count(order.length, rows);
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

  #count(size: number, rows: Uint32Array): Uint32Array {
    const counts = new Uint32Array(size);
    const values = this.#values.data;
    for (const row of rows) {
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

const postingsPerPass = 1 << 24;
