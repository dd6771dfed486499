import type { Company } from '#shared/domain/company.ts';
import { withoutPlaceholder } from '#shared/domain/text.ts';
import { andInto, andNotInto, nextBit, type Bitmap } from '../bits/bitmap.ts';
import { PhraseCheck } from './phraseCheck.ts';
import { addPostings, type Postings } from '../bits/postings.ts';
import type { Segment } from '../segment/segment.ts';
import { plainLettersFormat } from '../segment/segmentFormat.ts';
import { isEmptyQuery, type TextQuery } from '../words/textQuery.ts';

/** The texts of a company that a search looks into (product 5): name, city and the three descriptions. */
export function searchedTexts(company: Company): string[] {
  const { llm, long, short } = company.description;
  return [company.name, company.location.city, llm, long, short].map(withoutPlaceholder);
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
