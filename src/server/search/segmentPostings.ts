import type { DatabaseSync } from 'node:sqlite';
import { popcount, setBit, wordsFor } from './bitmap.ts';
import type { FacetDictionary } from './facetFields.ts';
import type { NumberLists } from './numberLists.ts';
import { encodeBitmap, encodePostings } from './postings.ts';
import type { TermField } from './segmentBuilder.ts';
import { compareText } from './segmentColumns.ts';
import { longestStoredPrefix, postingKindId, prefixFanOut, type PostingKind } from './segmentFormat.ts';
import { isUnspaced } from './tokenizer.ts';

type Put = (kind: PostingKind, term: string, count: number, data: Uint8Array) => void;

type PutPrefix = (prefix: string, count: number, data: Uint8Array) => void;

function postingWriter(db: DatabaseSync): Put {
  const insert = db.prepare('INSERT INTO posting (kind, term, count, data) VALUES (?, ?, ?, ?)');
  return (kind, term, count, data) => {
    insert.run(postingKindId(kind), term, count, data);
  };
}

/** Writes the documents of every word, and of every short prefix that many words share. */
export function writeTermPostings(
  db: DatabaseSync,
  { dictionary, lists }: TermField,
  kind: 'text' | 'name',
  documentRows: Uint32Array,
): void {
  const put = postingWriter(db);
  const terms = Array.from({ length: dictionary.size }, (_, id) => dictionary.textOf(id));
  const order = Uint32Array.from(terms.keys()).toSorted((a, b) => compareText(terms[a]!, terms[b]!));
  const prefixes = new PrefixPostings(terms, order, documentRows.length, (prefix, count, data) =>
    put(kind === 'text' ? 'textPrefix' : 'namePrefix', prefix, count, data),
  );
  lists.invert(order, documentRows, (id, documents) => {
    put(kind, terms[id]!, documents.length, encodePostings(documents, documentRows.length));
    prefixes.add(terms[id]!, documents);
  });
  prefixes.end();
}

/** Writes the documents of every facet value. */
export function writeFacetPostings(
  db: DatabaseSync,
  dictionary: FacetDictionary,
  lists: NumberLists,
  documentRows: Uint32Array,
): void {
  const put = postingWriter(db);
  const order = Uint32Array.from(dictionary.values.keys());
  lists.invert(order, documentRows, (id, documents) => {
    const { field, value } = dictionary.values[id]!;
    put(field, value, documents.length, encodePostings(documents, documentRows.length));
  });
}

/** Gathers the documents of all words that begin alike, while the words come in order. */
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
