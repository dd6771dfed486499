import { countPostings, type Postings } from './postings.ts';
import { andNotInto, popcount, type Bitmap } from './bitmap.ts';

/** One value of a stored field that few documents have. */
export interface SparseValue {
  /** Reads its documents. */
  readonly postings: () => Postings | undefined;
}

/** Most values of one document, and most values at all, that the index has room for. */
const maxPerDocument = 255;
const maxValues = 65_536;

/**
 * The facet values of each document that few others share, by document: counting them takes as long as there are matches,
 * instead of a look at every document of every value. Values are known by their place in the list that it is made from.
 * About eleven bytes a company.
 */
export class FacetIndex {
  readonly #values: readonly SparseValue[];
  /** Places of values that have found no room, and are counted one by one. */
  readonly #others: number[] = [];
  /** How many values each document has, and their places, document after document. */
  readonly #lengths: Uint8Array;
  readonly #places: Uint16Array;
  /** For each word of a bitmap, where the values of its first document begin. */
  readonly #starts: Uint32Array;

  constructor(values: readonly SparseValue[], size: number) {
    this.#values = values;
    this.#lengths = new Uint8Array(size);
    const kept: number[] = [];
    values.forEach((value, place) => {
      if (place < maxValues && this.#counts(value)) kept.push(place);
      else this.#others.push(place);
    });
    this.#starts = new Uint32Array((size + 31) >>> 5);
    const next = new Uint32Array(size);
    let total = 0;
    for (let document = 0; document < size; document++) {
      if ((document & 31) === 0) this.#starts[document >>> 5] = total;
      next[document] = total;
      total += this.#lengths[document]!;
    }
    this.#places = new Uint16Array(total);
    for (const place of kept) {
      eachDocument(values[place]!.postings(), (document) => {
        this.#places[next[document]!] = place;
        next[document] = next[document]! + 1;
      });
    }
  }

  /** Adds a value to the lengths of its documents, unless one of them is full. */
  #counts(value: SparseValue): boolean {
    const postings = value.postings();
    let full = false;
    eachDocument(postings, (document) => {
      full ||= this.#lengths[document] === maxPerDocument;
    });
    if (full) return false;
    eachDocument(postings, (document) => {
      this.#lengths[document] = this.#lengths[document]! + 1;
    });
    return true;
  }

  /**
   * How many of `matches` have each value. `live` are all documents that there are, and `liveCounts` how many of them
   * have each value, as an earlier call has counted: what is wider than half of them is counted by what it leaves out.
   */
  count(matches: Bitmap, live: Bitmap, liveCounts: Uint32Array | null, scratch: { copy(bits: Bitmap): Bitmap }) {
    let counts = new Uint32Array(this.#values.length);
    const wide = liveCounts !== null && popcount(matches) * 2 > popcount(live);
    if (wide) {
      const rest = scratch.copy(live);
      andNotInto(rest, matches);
      this.#add(rest, counts);
      counts = liveCounts.map((count, place) => count - counts[place]!);
    } else this.#add(matches, counts);
    for (const place of this.#others) {
      const postings = this.#values[place]!.postings();
      counts[place] = postings === undefined ? 0 : countPostings(matches, postings);
    }
    return counts;
  }

  #add(bits: Bitmap, counts: Uint32Array): void {
    const [lengths, places] = [this.#lengths, this.#places];
    for (let word = 0; word < bits.length; word++) {
      let at = this.#starts[word]!;
      let document = word << 5;
      for (let rest = bits[word]!; rest !== 0; rest >>>= 1) {
        const end = at + lengths[document++]!;
        if ((rest & 1) === 0) at = end;
        else for (; at < end; at++) counts[places[at]!] = counts[places[at]!]! + 1;
      }
    }
  }
}

function eachDocument(postings: Postings | undefined, visit: (document: number) => void): void {
  if (postings?.form !== 'list') return;
  const { halves } = postings;
  for (let at = 0; at < halves.length;) {
    const base = halves[at]! << 16;
    const end = at + 2 + halves[at + 1]!;
    for (at += 2; at < end; at++) visit(base + halves[at]!);
  }
}
