import type { Company } from '#shared/domain/company.ts';
import { withoutPlaceholder } from '#shared/domain/text.ts';
import { textsOfEncoded } from '../store/recordCodec.ts';
import { andInto, andNotInto, clearBit, nextBit, type Bitmap } from './bitmap.ts';
import { addPostings, type Postings } from './postings.ts';
import type { Segment } from './segment.ts';
import { isEmptyQuery, type TextQuery } from './textQuery.ts';
import { phraseForm } from './tokenizer.ts';

/** The texts of a company that a search looks into (SPEC 5): name, city and the three descriptions. */
export function searchedTexts(company: Company): string[] {
  const { llm, long, short } = company.description;
  return [company.name, company.location.city, llm, long, short].map(withoutPlaceholder);
}

/**
 * Documents that have all words of a query (`kind` name: in their names). Phrases are not looked at: see
 * `keepPhrases`.
 */
export function wordMatches(segment: Segment, query: TextQuery, kind: 'text' | 'name'): Bitmap {
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

/** Clears the documents of `candidates` whose texts lack one of the phrases; each phrase must stand within one text. */
export function keepPhrases(segment: Segment, phrases: readonly string[], candidates: Bitmap): void {
  if (phrases.length === 0) return;
  const wanted = phrases.map((phrase) => ({ phrase, pattern: patternOf(phrase) }));
  for (let document = nextBit(candidates, 0); document !== -1; document = nextBit(candidates, document + 1)) {
    const raw = segment.encodedRecord(segment.idOf(document));
    // Most candidates have the words somewhere else, which a look at the record as it is stored tells.
    const isPlain = plainText.test(raw);
    const maybe = wanted.every(({ pattern }) => pattern === null || !isPlain || pattern.test(raw));
    if (!maybe || !hasPhrases(textsOfEncoded(raw), phrases)) clearBit(candidates, document);
  }
}

function hasPhrases(texts: readonly string[], phrases: readonly string[]): boolean {
  const forms = texts.map((text) => phraseForm(withoutPlaceholder(text)));
  return phrases.every((phrase) => forms.some((form) => form.includes(phrase)));
}

/** ASCII without escapes: what is stored is what was written. */
const plainText = /^[\x20-\x5b\x5d-\x7e]*$/;

/** Finds a phrase in plain text, across the ends of texts too; null where the phrase is not plain itself. */
function patternOf(phrase: string): RegExp | null {
  const words = phrase.trim().split(' ');
  if (!words.every((word) => /^[a-z0-9]{1,39}$/.test(word))) return null;
  return new RegExp(`(?<![a-z0-9])${words.join('[^a-z0-9]+')}(?![a-z0-9])`, 'i');
}

/** Removes from `target` what matches a text; only what is in `target` has its phrases checked. */
export function removeTextMatches(segment: Segment, query: TextQuery, target: Bitmap): void {
  const matches = wordMatches(segment, query, 'text');
  andInto(matches, target);
  keepPhrases(segment, query.phrases, matches);
  andNotInto(target, matches);
}
