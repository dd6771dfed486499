import { countPostings, type Postings } from '../bits/postings.ts';
import { andNotInto, popcount, type Bitmap } from '../bits/bitmap.ts';

/** One value of a stored field that few documents have. */
export interface SparseValue {
  /** Reads its documents. */
  readonly postings: () => Postings | undefined;
}

/** Most values of one document, and most values at all, that the index has room for. */
const maxPerDocument = 255;
const maxValues = 65_536;

/**
 * The facet values of each document that few others share, by document: counting them takes as long as there are
 * matches, instead of a look at every document of every value. Values are known by their place in the list that it is
 * made from. About twelve bytes a company.
 */
export class FacetIndex {
  readonly #values: readonly SparseValue[];
  /** Places of values that have found no room, and are counted one by one. */
  readonly #others: number[] = [];
  /** Places of the values, document after document. */
  readonly #places: Uint16Array;
  /** Where the values of a document begin: for the first one of each 32, and for each behind that. */
  readonly #starts: Uint32Array;
  readonly #offsets: Uint16Array;

  constructor(values: readonly SparseValue[], size: number) {
    this.#values = values;
    const lengths = new Uint8Array(size);
    const kept: number[] = [];
    values.forEach((value, place) => {
      if (place < maxValues && addLengths(lengths, value.postings())) kept.push(place);
      else this.#others.push(place);
    });
    this.#starts = new Uint32Array(((size + 31) >>> 5) + 1);
    this.#offsets = new Uint16Array(size);
    let total = 0;
    for (let document = 0; document < size; document++) {
      const word = document >>> 5;
      if ((document & 31) === 0) this.#starts[word] = total;
      this.#offsets[document] = total - this.#starts[word]!;
      total += lengths[document]!;
    }
    this.#starts[this.#starts.length - 1] = total;
    this.#places = new Uint16Array(total);
    // From now on `lengths` counts down to 0: the places left in each document.
    for (const place of kept) {
      eachDocument(values[place]!.postings(), (document) => {
        const left = lengths[document]! - 1;
        lengths[document] = left;
        this.#places[this.#starts[document >>> 5]! + this.#offsets[document]! + left] = place;
      });
    }
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
    const [starts, offsets, places] = [this.#starts, this.#offsets, this.#places];
    for (let word = 0; word < bits.length; word++) {
      const start = starts[word]!;
      for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
        const document = (word << 5) + 31 - Math.clz32(rest & -rest);
        const next = document + 1;
        const end = (next & 31) === 0 || next === offsets.length ? starts[word + 1]! : start + offsets[next]!;
        for (let at = start + offsets[document]!; at < end; at++) counts[places[at]!] = counts[places[at]!]! + 1;
      }
    }
  }
}

/** Adds one to the lengths of a value's documents, unless one of them is full. */
function addLengths(lengths: Uint8Array, postings: Postings | undefined): boolean {
  let full = false;
  eachDocument(postings, (document) => {
    full ||= lengths[document] === maxPerDocument;
  });
  if (full) return false;
  eachDocument(postings, (document) => {
    lengths[document] = lengths[document]! + 1;
  });
  return true;
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
