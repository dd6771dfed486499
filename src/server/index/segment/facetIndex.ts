import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '#shared/errors.ts';
import type { CompanyOrigin, CompanyRecord } from '../../record/companyRecord.ts';
import { decodeRecordOf } from '../../record/recordCodec.ts';
import { FacetDictionary, isStored, type StoredField } from '../analysis/facetFields.ts';
import { andNotInto, popcount, type Bitmap } from '../bits/bitmap.ts';
import { invertLists, NumberLists } from '../bits/growable.ts';
import { countPostings, type Postings, encodePostings } from '../bits/postings.ts';
import type { PostingKind } from './segmentFormat.ts';

/** One value of a stored field that few documents have. */
interface SparseValue {
  /** Reads its documents. */
  readonly postings: () => Postings | undefined;
}

/** The most values of one document, and in all, that the index has room for. */
const maxPerDocument = 255;
const maxValues = 65_536;

/**
 * The facet values of each document that few others share, by document. Counting them takes time proportional to the
 * matches, instead of a look at every document of every value. Values are known by their place in the list passed in.
 * About twelve bytes a company.
 */
export class FacetIndex {
  readonly #values: readonly SparseValue[];
  /** Places of values that did not fit and are counted one by one. */
  readonly #others: number[] = [];
  /** Places of the values, document after document. */
  readonly #places: Uint16Array;
  /** Where the values of a document begin: for the first of every 32 documents, and relative to it for each. */
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
   * How many of `matches` have each value. `live` are all documents there are, and `liveCounts` how many of them have
   * each value, as an earlier call has counted. More than half of them is counted by what it leaves out.
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

/** How many companies are read per step. */
const companiesAStep = 128;

/** The documents that have a value, as a file has them. */
interface StoredPostings {
  readonly count: number;
  readonly data: Uint8Array;
}

/** The values of a facet and who has them. */
type ValuesOfFacet = ReadonlyMap<string, StoredPostings>;

/** The segment whose companies are read. */
interface ReadSegment {
  readonly origin: CompanyOrigin;
  readonly size: number;
  readonly isOpen: boolean;
  idAt(position: number): number;
  documentOf(id: number): number;
}

/** What has been read so far: the values of each row (a company, in id order), and the row of each document. */
interface Gathered {
  readonly dictionary: FacetDictionary;
  readonly lists: NumberLists;
  readonly rows: Uint32Array;
  count: number;
}

/**
 * What a file lacks that was written before a filter existed: the values of its facets, worked out from the stored
 * companies by today's rules. So a filter answers correctly from the first search on, until the file is rebuilt. Works
 * in steps, because a large file takes seconds; kept as long as the file is open.
 */
export class LackingFacets {
  readonly segment: ReadSegment;
  readonly #fields: ReadonlySet<StoredField>;
  readonly #recordsOf: (from: number, to: number) => readonly (readonly [id: number, record: string])[];
  #gathered: Gathered | undefined;
  #result: ReadonlyMap<StoredField, ValuesOfFacet> | undefined;

  constructor(segment: ReadSegment, db: DatabaseSync, fields: ReadonlySet<StoredField>) {
    const statement = db.prepare('SELECT id, record FROM company WHERE id BETWEEN ? AND ? ORDER BY id');
    statement.setReturnArrays(true);
    this.segment = segment;
    this.#fields = fields;
    this.#recordsOf = (from, to) => statement.all(from, to) as unknown as (readonly [number, string])[];
  }

  /** The values of a kind of posting, finishing the work if necessary; undefined for what the file has. */
  of(kind: PostingKind): ValuesOfFacet | undefined {
    if (!isStored(kind) || !this.#fields.has(kind)) return undefined;
    while (this.step());
    return this.#result?.get(kind);
  }

  /** Does some more of the work; false if all is done. Throws `storage_*`. */
  step(): boolean {
    if (this.#result !== undefined) return false;
    this.#gathered ??= {
      dictionary: new FacetDictionary(),
      lists: new NumberLists(),
      rows: new Uint32Array(this.segment.size),
      count: 0,
    };
    if (this.#gathered.count < this.segment.size) this.#read(this.#gathered);
    else {
      this.#result = this.#byValue(this.#gathered);
      this.#gathered = undefined;
    }
    return true;
  }

  #read(gathered: Gathered): void {
    const { dictionary, lists, rows } = gathered;
    const last = Math.min(gathered.count + companiesAStep, this.segment.size) - 1;
    for (const [id, text] of this.#recordsOf(this.segment.idAt(gathered.count), this.segment.idAt(last))) {
      const values = new Set<number>();
      dictionary.visit(readRecord(this.segment.origin, text), (value) => {
        if (this.#fields.has(dictionary.values[value]!.field)) values.add(value);
      });
      lists.put(gathered.count, Uint32Array.from(values), 0, values.size, same);
      rows[this.segment.documentOf(id)] = gathered.count;
      gathered.count += 1;
    }
    if (gathered.count <= last) throw damaged();
  }

  #byValue({ dictionary, lists, rows }: Gathered): ReadonlyMap<StoredField, ValuesOfFacet> {
    const order = Uint32Array.from(dictionary.values.keys());
    const result = new Map([...this.#fields].map((field) => [field, new Map<string, StoredPostings>()]));
    invertLists(lists.rows, order, rows, (value, documents) => {
      const { field, value: text } = dictionary.values[value]!;
      result.get(field)?.set(text, { count: documents.length, data: encodePostings(documents, rows.length) });
    });
    return result;
  }
}

/** The dictionary's own numbers are the ones gathered. */
const same = { of: (number: number): number => number };

/** Reads a stored company. Throws `storage_corrupt` where it cannot be read. */
export function readRecord(origin: CompanyOrigin, text: string): CompanyRecord {
  try {
    return decodeRecordOf(origin, text);
  } catch (error) {
    throw damaged(error);
  }
}

/** Says that what is stored does not fit together. */
export function damaged(cause?: unknown): AppError {
  return new AppError('storage_corrupt', 'The search index is damaged.', { cause });
}
