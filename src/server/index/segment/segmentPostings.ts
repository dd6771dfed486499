import type { DatabaseSync } from 'node:sqlite';
import { popcount, setBit, wordsFor } from '../bits/bitmap.ts';
import type { FacetDictionary } from '../analysis/facetFields.ts';
import { invertLists, type RowLists, packedBytes, type PackedTexts } from '../bits/growable.ts';
import { encodeBitmap, encodePostings } from '../bits/postings.ts';
import { notedFields } from '../../record/knownOf.ts';
import { compareText } from './segmentColumns.ts';
import { longestStoredPrefix, postingKindId, prefixFanOut } from './segmentFormat.ts';
import { isUnspaced } from '../words/tokenizer.ts';

/** The words of one kind of text, and which rows have them, by the words' places. */
export interface TermLists {
  readonly kind: 'text' | 'name';
  readonly terms: readonly string[];
  readonly lists: RowLists;
}

/** Some postings as stored in the file, in arrays that cross between threads at no cost. */
export interface PostingBlock {
  readonly kinds: readonly number[];
  readonly terms: readonly string[];
  readonly counts: readonly number[];
  /** Not texts: the postings' own bytes. */
  readonly data: PackedTexts;
}

/** From this many bytes on, a block is passed on. */
const blockBytes = 1 << 20;

/**
 * Makes the postings of every word, and of every short prefix that many words share, and passes them on in blocks.
 * `documentRows` gives the row of each document.
 */
export function makeTermPostings(
  { kind, terms, lists }: TermLists,
  documentRows: Uint32Array,
  pass: (block: PostingBlock) => void,
): void {
  const gatherer = new BlockGatherer(pass);
  const [whole, short] = [postingKindId(kind), postingKindId(kind === 'text' ? 'textPrefix' : 'namePrefix')];
  const order = Uint32Array.from(terms.keys()).toSorted((a, b) => compareText(terms[a]!, terms[b]!));
  const prefixes = new PrefixPostings(terms, order, documentRows.length, (prefix, count, data) =>
    gatherer.put(short, prefix, count, data),
  );
  invertLists(lists, order, documentRows, (id, documents) => {
    gatherer.put(whole, terms[id]!, documents.length, encodePostings(documents, documentRows.length));
    prefixes.add(terms[id]!, documents);
  });
  prefixes.end();
  gatherer.end();
}

/** Makes the postings of every facet value. */
export function makeFacetPostings(
  dictionary: FacetDictionary,
  lists: RowLists,
  documentRows: Uint32Array,
  pass: (block: PostingBlock) => void,
): void {
  const gatherer = new BlockGatherer(pass);
  const order = Uint32Array.from(dictionary.values.keys());
  invertLists(lists, order, documentRows, (id, documents) => {
    const { field, value } = dictionary.values[id]!;
    gatherer.put(postingKindId(field), value, documents.length, encodePostings(documents, documentRows.length));
  });
  gatherer.end();
}

/** Makes the postings of every noted field: who has something in it. `filled` is one of `filledFieldsOf` a row. */
export function makeFilledPostings(
  filled: Uint32Array,
  documentRows: Uint32Array,
  pass: (block: PostingBlock) => void,
): void {
  const gatherer = new BlockGatherer(pass);
  const bits = new Uint32Array(wordsFor(documentRows.length));
  for (const [place, field] of notedFields.entries()) {
    bits.fill(0);
    for (let document = 0; document < documentRows.length; document++) {
      if (((filled[documentRows[document]!]! >>> place) & 1) === 1) setBit(bits, document);
    }
    const count = popcount(bits);
    if (count > 0) gatherer.put(postingKindId('filled'), field, count, encodeBitmap(bits, count, documentRows.length));
  }
  gatherer.end();
}

/** Writes blocks into a segment file. */
export function postingWriter(db: DatabaseSync): (block: PostingBlock) => void {
  const insert = db.prepare('INSERT INTO posting (kind, term, count, data) VALUES (?, ?, ?, ?)');
  return ({ kinds, terms, counts, data }) => {
    for (const [index, term] of terms.entries()) {
      insert.run(kinds[index]!, term, counts[index]!, packedBytes(data, index));
    }
  };
}

class BlockGatherer {
  readonly #pass: (block: PostingBlock) => void;
  #kinds: number[] = [];
  #terms: string[] = [];
  #counts: number[] = [];
  #parts: Uint8Array[] = [];
  #ends: number[] = [];
  #bytes = 0;

  constructor(pass: (block: PostingBlock) => void) {
    this.#pass = pass;
  }

  put(kind: number, term: string, count: number, data: Uint8Array): void {
    this.#kinds.push(kind);
    this.#terms.push(term);
    this.#counts.push(count);
    this.#parts.push(data);
    this.#bytes += data.length;
    this.#ends.push(this.#bytes);
    if (this.#bytes >= blockBytes) this.end();
  }

  /** Passes on what is left. */
  end(): void {
    const bytes = new Uint8Array(this.#bytes);
    for (const [index, part] of this.#parts.entries()) bytes.set(part, this.#ends[index]! - part.length);
    const data = { bytes, ends: Uint32Array.from(this.#ends) };
    this.#pass({ kinds: this.#kinds, terms: this.#terms, counts: this.#counts, data });
    [this.#kinds, this.#terms, this.#counts, this.#parts, this.#ends, this.#bytes] = [[], [], [], [], [], 0];
  }
}

type PutPrefix = (prefix: string, count: number, data: Uint8Array) => void;

/** Gathers the documents of all words with the same prefix, while the words come in order. */
class PrefixPostings {
  readonly #size: number;
  readonly #put: PutPrefix;
  /** For each prefix length, which prefixes are worth a posting, and the one being gathered. */
  readonly #levels: { readonly wanted: Set<string>; prefix: string; bits: Uint32Array }[];

  constructor(terms: readonly string[], order: Uint32Array, size: number, put: PutPrefix) {
    this.#size = size;
    this.#put = put;
    this.#levels = Array.from({ length: longestStoredPrefix }, (_, index) => ({
      wanted: commonPrefixes(terms, order, index + 1),
      prefix: '',
      bits: new Uint32Array(wordsFor(size)),
    }));
  }

  add(term: string, documents: Uint32Array): void {
    this.#levels.forEach((level, index) => {
      const prefix = term.length > index ? term.slice(0, index + 1) : '';
      if (prefix !== level.prefix) this.#begin(level, prefix);
      if (level.prefix !== '') for (const document of documents) setBit(level.bits, document);
    });
  }

  end(): void {
    for (const level of this.#levels) this.#begin(level, '');
  }

  #begin(level: { readonly wanted: Set<string>; prefix: string; bits: Uint32Array }, prefix: string): void {
    if (level.prefix !== '') {
      const count = popcount(level.bits);
      this.#put(level.prefix, count, encodeBitmap(level.bits, count, this.#size));
      level.bits.fill(0);
    }
    level.prefix = level.wanted.has(prefix) ? prefix : '';
  }
}

function commonPrefixes(terms: readonly string[], order: Uint32Array, length: number): Set<string> {
  const counts = new Map<string, number>();
  for (const id of order) {
    const term = terms[id]!;
    if (term.length < length || isUnspaced(term)) continue;
    const prefix = term.slice(0, length);
    counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count > prefixFanOut).map(([prefix]) => prefix));
}
