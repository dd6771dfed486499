import type { Company } from '#shared/domain/company.ts';
import { withoutPlaceholder } from '#shared/domain/text.ts';
import { hasBit, nextBit, popcount, setBit, type Bitmap, andInto, andNotInto } from '../bits/bitmap.ts';
import { formerNamesTerm } from '../analysis/recordAnalysis.ts';
import { addPostings, type Postings } from '../bits/postings.ts';
import type { Segment } from '../segment/segment.ts';
import { chunkLength, plainLettersFormat } from '../segment/segmentFormat.ts';
import { PhraseMatcher, type PhraseKnowledge } from '../words/phraseMatcher.ts';
import { isEmptyQuery, type TextQuery } from '../words/textQuery.ts';

/** So few documents are sorted by their ids; more are found on a way through all ids. */
const fewDocuments = 4096;
/** Records read by one statement. */
const readTogether = 64;

const newline = 0x0a;

/** Looks at the stored texts of documents for phrases, a few at a time, in the order in which they lie in the file. */
export class PhraseCheck {
  readonly segment: Segment;
  readonly #knowledge: PhraseKnowledge;
  readonly #matcher: PhraseMatcher;
  readonly #pending: Bitmap;
  /** The documents whose texts are more than those of their names and descriptions. */
  readonly #renamed: Bitmap;
  /** Documents to look at and their ids, and how many of them have been taken. */
  #documents: number[] = [];
  #ids: number[] = [];
  #taken = 0;
  /** Where the way through all ids goes on. */
  #position = 0;

  /** `pending` are the documents to look at, which must stay as they are. */
  constructor(segment: Segment, phrases: readonly string[], pending: Bitmap) {
    this.segment = segment;
    this.#knowledge = segment.phrases.of(phrases);
    this.#matcher = new PhraseMatcher(phrases);
    this.#pending = pending;
    this.#renamed = renamedIn(segment);
    if (popcount(pending) <= fewDocuments) this.#sort();
  }

  /** Looks at some more documents; false where all have been looked at. Throws `storage_*`. */
  step(): boolean {
    const { seen, having } = this.#knowledge;
    if (this.#taken === this.#documents.length && !this.#walk()) return false;
    const documents: number[] = [];
    const ids: number[] = [];
    for (; documents.length < readTogether && this.#taken < this.#documents.length; this.#taken++) {
      const document = this.#documents[this.#taken]!;
      // Another call with the same phrases may have been here meanwhile.
      if (hasBit(seen, document)) continue;
      documents.push(document);
      ids.push(this.#ids[this.#taken]!);
    }
    if (documents.length === 0) return true;
    const read = this.segment.recordLines(ids);
    const bytes = Buffer.from(read.buffer, read.byteOffset, read.byteLength);
    let start = 0;
    for (const document of documents) {
      const line = bytes.indexOf(newline, start);
      const end = line === -1 ? bytes.length : line;
      if (this.#matcher.matches(bytes, start, end, hasBit(this.#renamed, document))) setBit(having, document);
      setBit(seen, document);
      start = end + 1;
    }
    return true;
  }

  #sort(): void {
    for (let document = nextBit(this.#pending, 0); document !== -1; document = nextBit(this.#pending, document + 1)) {
      this.#documents.push(document);
    }
    const idOf = new Map(this.#documents.map((document) => [document, this.segment.idOf(document)]));
    this.#documents.sort((a, b) => idOf.get(a)! - idOf.get(b)!);
    this.#ids = this.#documents.map((document) => idOf.get(document)!);
    this.#position = this.segment.size;
  }

  /** Goes a stretch through all ids; false at their end. */
  #walk(): boolean {
    const from = this.#position;
    if (from >= this.segment.size) return false;
    this.#documents = [];
    this.#ids = [];
    this.#taken = 0;
    const stretch = this.segment.chunk('byIdDocument', from / chunkLength);
    for (let i = 0; i < stretch.length; i++) {
      if (!hasBit(this.#pending, stretch[i]!)) continue;
      this.#documents.push(stretch[i]!);
      this.#ids.push(this.segment.idAt(from + i));
    }
    this.#position += chunkLength;
    return true;
  }
}

/** The documents with former names; a copy, because scratch lasts for one call only. */
function renamedIn(segment: Segment): Bitmap {
  const renamed = segment.scratch.empty();
  const postings = segment.postings('text', formerNamesTerm);
  if (postings !== undefined) addPostings(renamed, postings);
  return renamed.slice();
}

/**
 * The texts of a company that a search looks into: name, city and the three descriptions (product 5), and the names
 * that it had.
 */
export function searchedTexts(company: Company): string[] {
  const { llm, long, short } = company.description;
  return [company.name, company.location.city, llm, long, short, ...company.former_names].map(withoutPlaceholder);
}

/**
 * Documents that have all words of a query (`kind` name: in their names). Phrases are not looked at: see
 * `keepPhrases`.
 */
export function wordMatches(segment: Segment, asked: TextQuery, kind: 'text' | 'name'): Bitmap {
  const query = segment.format < plainLettersFormat ? (asked.older ?? asked) : asked;
  const result = segment.scratch.empty();
  if (isEmptyQuery(query)) return result;
  const all: Postings[] = [];
  for (const word of query.words) {
    const postings = segment.postings(kind, word);
    if (postings === undefined) return result;
    all.push(postings);
  }
  if (query.prefix !== '') {
    const postings = segment.prefixPostings(kind, query.prefix);
    if (postings === undefined) return result;
    all.push(postings);
  }
  // The rarest first: an empty meeting ends the work early.
  all.sort((a, b) => a.count - b.count);
  const scratch = segment.scratch.empty();
  all.forEach((postings, index) => {
    if (index === 0) return addPostings(result, postings);
    if (postings.form === 'bitmap') return andInto(result, postings.bits);
    scratch.fill(0);
    addPostings(scratch, postings);
    andInto(result, scratch);
  });
  return result;
}

/**
 * Clears the documents of `candidates` whose texts lack one of the phrases; each phrase must stand within one text.
 * What is not known yet is looked up here and now, which for many documents takes long: see `phraseChecks`.
 */
export function keepPhrases(segment: Segment, phrases: readonly string[], candidates: Bitmap): void {
  if (phrases.length === 0) return;
  const pending = unseenOf(segment, phrases, candidates);
  if (pending !== null) {
    const check = new PhraseCheck(segment, phrases, pending);
    while (check.step());
  }
  andInto(candidates, segment.phrases.of(phrases).having);
}

/**
 * A look at those of `candidates` of which it is not known whether they have the phrases, or null where all is known.
 */
export function phraseCheckOf(segment: Segment, phrases: readonly string[], candidates: Bitmap): PhraseCheck | null {
  if (phrases.length === 0) return null;
  const pending = unseenOf(segment, phrases, candidates);
  // Scratch lasts for one call only.
  return pending === null ? null : new PhraseCheck(segment, phrases, pending.slice());
}

function unseenOf(segment: Segment, phrases: readonly string[], candidates: Bitmap): Bitmap | null {
  const pending = segment.scratch.copy(candidates);
  andNotInto(pending, segment.phrases.of(phrases).seen);
  return nextBit(pending, 0) === -1 ? null : pending;
}

/** Removes from `target` what matches a text; only what is in `target` has its phrases checked. */
export function removeTextMatches(segment: Segment, query: TextQuery, target: Bitmap): void {
  const matches = wordMatches(segment, query, 'text');
  andInto(matches, target);
  keepPhrases(segment, query.phrases, matches);
  andNotInto(target, matches);
}
