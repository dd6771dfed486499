import type { Company } from '#shared/domain/company.ts';
import { withoutPlaceholder } from '#shared/domain/text.ts';
import {
  hasBit,
  nextBit,
  orInto,
  popcount,
  setBit,
  type Bitmap,
  andInto,
  andNotInto,
  fillBits,
} from '../bits/bitmap.ts';
import { formerNamesTerm } from '../analysis/recordAnalysis.ts';
import { addPostings, type Postings } from '../bits/postings.ts';
import type { Segment } from '../segment/segment.ts';
import { chunkLength, plainLettersFormat } from '../segment/segmentFormat.ts';
import { PhraseMatcher, type PhraseKnowledge } from '../words/phraseMatcher.ts';
import { hasPhrasesIn, isIntricate, type Term, type TextQuery } from '../words/textQuery.ts';

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
 * How a word is looked up. `text`: in all texts, with its other number or the words that begin with it. `ownName`: the
 * word itself in the name. `name`: the same or its other number; never a longer word that merely begins so. `newName`:
 * a name that is being typed, where longer words do count.
 */
type Lookup = 'text' | 'ownName' | 'name' | 'newName';

/** The query in the words that a file has. */
function inWordsOf(segment: Segment, asked: TextQuery): TextQuery {
  return segment.format < plainLettersFormat ? (asked.older ?? asked) : asked;
}

/**
 * Documents that have the words of a query. More than match where it is intricate: `keepMatching` takes those away.
 */
export function wordMatches(segment: Segment, asked: TextQuery): Bitmap {
  const query = inWordsOf(segment, asked);
  const result = segment.scratch.empty();
  const isOpen = query.terms.length === 0 && query.groups.length === 0;
  if (isOpen) fillBits(result, segment.size);
  else meetWords(segment, query, 'text', result);
  return result;
}

/**
 * Those of `matches` whose names have the words of a query: first those with the words themselves, then the others that
 * have one in its other number. What a query leaves out is not looked at.
 */
export function nameTiers(segment: Segment, asked: TextQuery, matches: Bitmap): Bitmap[] {
  const query = inWordsOf(segment, asked);
  const own = inNames(segment, query, 'ownName', matches);
  if (!hasOtherNumber(segment, query)) return [own];
  const others = inNames(segment, query, 'name', matches);
  andNotInto(others, own);
  return [own, others];
}

/** Documents among `among` whose names have words that begin so, and of these the ones with the very words. */
export function typedNameMatches(segment: Segment, asked: TextQuery, among: Bitmap): { all: Bitmap; own: Bitmap } {
  const query = inWordsOf(segment, asked);
  const all = inNames(segment, query, 'newName', among);
  return { all, own: inNames(segment, query, 'ownName', all) };
}

function inNames(segment: Segment, query: TextQuery, lookup: Lookup, among: Bitmap): Bitmap {
  const found = segment.scratch.empty();
  meetWords(segment, query, lookup, found);
  andInto(found, among);
  return found;
}

/** Whether a name has a word of a query in its other number. */
function hasOtherNumber(segment: Segment, { terms, groups }: TextQuery): boolean {
  return (
    terms.some(({ others }) => others.some((other) => segment.postings('name', other) !== undefined)) ||
    groups.some((group) => group.some((query) => hasOtherNumber(segment, query)))
  );
}

/** Adds to `result`, which is empty, the documents that have all words and one of each group. */
function meetWords(segment: Segment, { terms, groups }: TextQuery, lookup: Lookup, result: Bitmap): void {
  const { scratch } = segment;
  const mark = scratch.mark();
  const sets = terms.map((term) => termPostings(segment, term, lookup));
  if (sets.some((set) => set.length === 0)) return;
  // The rarest first: an empty meeting ends the work early.
  sets.sort((a, b) => countOf(a) - countOf(b));
  sets.forEach((set, index) => {
    if (index === 0) for (const postings of set) addPostings(result, postings);
    else keepAnyOf(segment, set, result);
  });
  groups.forEach((group, index) => {
    if (index === 0 && sets.length === 0) addAny(segment, group, lookup, result);
    else andInto(result, addAny(segment, group, lookup, scratch.empty()));
  });
  scratch.release(mark);
}

function termPostings(segment: Segment, { word, others, isBeginning }: Term, lookup: Lookup): readonly Postings[] {
  const kind = lookup === 'text' ? 'text' : 'name';
  if (isBeginning && (lookup === 'text' || lookup === 'newName'))
    return [segment.prefixPostings(kind, word)].filter((each) => each !== undefined);
  const words = lookup === 'ownName' ? [word] : [word, ...others];
  return words.map((each) => segment.postings(kind, each)).filter((each) => each !== undefined);
}

function countOf(set: readonly Postings[]): number {
  return set.reduce((sum, { count }) => sum + count, 0);
}

/** Clears the documents of `target` that none of these postings has. */
function keepAnyOf({ scratch }: Segment, set: readonly Postings[], target: Bitmap): void {
  const [first] = set;
  if (set.length === 1 && first!.form === 'bitmap') return andInto(target, first!.bits);
  const mark = scratch.mark();
  const any = scratch.empty();
  for (const postings of set) addPostings(any, postings);
  andInto(target, any);
  scratch.release(mark);
}

/** Adds the documents of any of the queries to `result`, and returns it. */
function addAny(segment: Segment, group: readonly TextQuery[], lookup: Lookup, result: Bitmap): Bitmap {
  const { scratch } = segment;
  for (const query of group) {
    const mark = scratch.mark();
    const matches = scratch.empty();
    const isOpen = query.terms.length === 0 && query.groups.length === 0;
    if (!isOpen) meetWords(segment, query, lookup, matches);
    else if (lookup === 'text') fillBits(matches, segment.size);
    orInto(result, matches);
    scratch.release(mark);
  }
  return result;
}

/**
 * Clears the documents of `matches`, all of which have the words of a query, that do not match it. What is not known
 * yet of phrases is looked up here and now, which for many documents takes long: see `phraseChecksOf`.
 */
export function keepMatching(segment: Segment, asked: TextQuery, matches: Bitmap): void {
  const query = inWordsOf(segment, asked);
  if (!isIntricate(query)) return;
  const { scratch } = segment;
  const mark = scratch.mark();
  for (const each of query.without) andNotInto(matches, matching(segment, each, matches));
  for (const group of query.groups.filter((alternatives) => alternatives.some(isIntricate))) {
    const any = scratch.empty();
    for (const each of group) orInto(any, matching(segment, each, matches));
    andInto(matches, any);
  }
  keepPhrases(segment, query.phrases, matches);
  scratch.release(mark);
}

/** Those of `among` that match a query. */
function matching(segment: Segment, query: TextQuery, among: Bitmap): Bitmap {
  const matches = wordMatches(segment, query);
  andInto(matches, among);
  keepMatching(segment, query, matches);
  return matches;
}

/** What `keepMatching` would have to look up in stored texts. */
export function phraseChecksOf(segment: Segment, asked: TextQuery, candidates: Bitmap): PhraseCheck[] {
  const query = inWordsOf(segment, asked);
  const inner = [...query.groups.flat(), ...query.without].filter(hasPhrasesIn).flatMap((each) => {
    const having = wordMatches(segment, each);
    andInto(having, candidates);
    return phraseChecksOf(segment, each, having);
  });
  const own = phraseCheckOf(segment, query.phrases, candidates);
  return own === null ? inner : [...inner, own];
}

/** Clears the documents of `candidates` whose texts lack one of the phrases; each phrase must stand within one text. */
function keepPhrases(segment: Segment, phrases: readonly string[], candidates: Bitmap): void {
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
function phraseCheckOf(segment: Segment, phrases: readonly string[], candidates: Bitmap): PhraseCheck | null {
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

/** Removes from `target` what matches a text. */
export function removeTextMatches(segment: Segment, query: TextQuery, target: Bitmap): void {
  const mark = segment.scratch.mark();
  andNotInto(target, matching(segment, query, target));
  segment.scratch.release(mark);
}
