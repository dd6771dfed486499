/**
 * A list of unsigned 32-bit numbers that grows by doubling: a tenth of the room of an ordinary array, and no garbage.
 */
export class GrowableUint32 {
  data: Uint32Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 1024) {
    this.data = new Uint32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.data.length) {
      const larger = new Uint32Array(this.data.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = value;
  }

  /** The numbers so far, in an array of their own. */
  copy(): Uint32Array<ArrayBuffer> {
    return this.data.slice(0, this.length);
  }

  /** The same, until it grows. */
  view(): Uint32Array<ArrayBuffer> {
    return this.data.subarray(0, this.length);
  }
}

/** The same for doubles. */
export class GrowableFloat64 {
  data: Float64Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 1024) {
    this.data = new Float64Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.data.length) {
      const larger = new Float64Array(this.data.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = value;
  }

  /** The numbers so far, in an array of their own. */
  copy(): Float64Array<ArrayBuffer> {
    return this.data.slice(0, this.length);
  }

  /** The same, until it grows. */
  view(): Float64Array<ArrayBuffer> {
    return this.data.subarray(0, this.length);
  }
}

/** Texts as UTF-8, one after the other: they cross between threads, and into a file, without becoming strings. */
export interface PackedTexts {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

/** The UTF-8 of one text. */
export function packedBytes({ bytes, ends }: PackedTexts, index: number): Uint8Array {
  return bytes.subarray(index === 0 ? 0 : ends[index - 1]!, ends[index]);
}

/** One text as a string. */
export function packedText(texts: PackedTexts, index: number): string {
  const { buffer, byteOffset, byteLength } = packedBytes(texts, index);
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
}

/** Packs texts, some at a time. */
export class TextPacker {
  #bytes = Buffer.allocUnsafeSlow(1 << 16);
  #used = 0;
  readonly #ends = new GrowableUint32(64);

  /** How many texts are packed and not taken yet. */
  get size(): number {
    return this.#ends.length;
  }

  push(text: string): void {
    // No character takes more than three bytes for each of its UTF-16 units.
    const most = this.#used + text.length * 3;
    if (most > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(most, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#used);
      this.#bytes = larger;
    }
    this.#used += this.#bytes.write(text, this.#used, 'utf8');
    this.#ends.push(this.#used);
  }

  /** The texts so far, in arrays of their own or in those of the packer, which then starts afresh. */
  take(as: 'copy' | 'view' = 'copy'): PackedTexts {
    const packed = this.#bytes.subarray(0, this.#used);
    const taken = { bytes: as === 'copy' ? new Uint8Array(packed) : packed, ends: this.#ends[as]() };
    this.#used = 0;
    this.#ends.length = 0;
    return taken;
  }
}

const unknown = 0xffffffff;

/** Maps numbers that somebody else assigned to ours; each is looked up once. */
export class NumberMap {
  readonly #find: (number: number) => number;
  #ours = new Uint32Array(1 << 10).fill(unknown);

  constructor(find: (number: number) => number) {
    this.#find = find;
  }

  of(number: number): number {
    if (number >= this.#ours.length) this.#grow(number);
    const known = this.#ours[number]!;
    if (known !== unknown) return known;
    const ours = this.#find(number);
    this.#ours[number] = ours;
    return ours;
  }

  #grow(number: number): void {
    const larger = new Uint32Array(Math.max(number + 1, this.#ours.length * 2)).fill(unknown);
    larger.set(this.#ours);
    this.#ours = larger;
  }
}

/** Gathers one list of numbers for each row: the terms or facet values of a company, each once. */
export class NumberLists {
  readonly #values = new GrowableUint32(1 << 14);
  readonly #starts = new GrowableUint32();
  readonly #ends = new GrowableUint32();

  /**
   * Sets the list of a row, either the next one or an earlier one whose old list is then forgotten:
   * `numbers[from..to)`, all different, mapped by `map`.
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

const none = 0xffffffff;

/**
 * Rows by a hash: for each hash the rows that have it. In typed arrays, because every company of an import is in two.
 */
export class HashChains {
  #slots = new Uint32Array(1 << 12).fill(none);
  readonly #hashes = new GrowableUint32();
  readonly #rows = new GrowableUint32();
  /** The entry added before with the same slot. */
  readonly #next = new GrowableUint32();

  /** Adds a row under a hash that it is not under yet; 0 is no hash. */
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

  /** The rows with this hash, in the order they were added. */
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

/** One list of different numbers for each row: `values[starts[row]..ends[row])`. Arrays may be longer than is used. */
export interface RowLists {
  readonly values: Uint32Array<ArrayBuffer>;
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly ends: Uint32Array<ArrayBuffer>;
}

/**
 * Inverts lists: calls `visit` for each number, in the order of `order` (positions to numbers), with the documents that
 * have it, ascending. `rows` gives the row of each document, for all documents. The array is valid only during the
 * call.
 */
export function invertLists(
  lists: RowLists,
  order: Uint32Array,
  rows: Uint32Array,
  visit: (value: number, documents: Uint32Array) => void,
): void {
  const counts = countsOf(lists, order.length, rows.length);
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
    const documents = scatter(lists, order.subarray(from, to), places, rows, total);
    for (let at = 0, position = from; position < to; position++) {
      const value = order[position]!;
      const count = counts[value]!;
      if (count > 0) visit(value, documents.subarray(at, at + count));
      at += count;
    }
    from = to;
  }
}

const postingsPerPass = 1 << 25;

/** How many rows have each number. Goes row by row, as the lists lie in memory. */
function countsOf({ values, starts, ends }: RowLists, size: number, rows: number): Uint32Array {
  const counts = new Uint32Array(size);
  for (let row = 0; row < rows; row++) {
    const end = ends[row]!;
    for (let i = starts[row]!; i < end; i++) counts[values[i]!] = counts[values[i]!]! + 1;
  }
  return counts;
}

/** The documents of the numbers in `pass`, `total` in all, each number's from its place on. Moves the places. */
function scatter(
  { values, starts, ends }: RowLists,
  pass: Uint32Array,
  places: Uint32Array,
  rows: Uint32Array,
  total: number,
): Uint32Array {
  const inPass = new Uint8Array(places.length);
  for (const value of pass) inPass[value] = 1;
  const documents = new Uint32Array(total);
  for (let document = 0; document < rows.length; document++) {
    const end = ends[rows[document]!]!;
    for (let i = starts[rows[document]!]!; i < end; i++) {
      const value = values[i]!;
      if (inPass[value] === 1) {
        documents[places[value]!] = document;
        places[value] = places[value]! + 1;
      }
    }
  }
  return documents;
}
