import { withoutPlaceholder } from '#shared/domain/text.ts';
import { nextBit } from '../index/bits/bitmap.ts';
import type { Found } from '../index/query/ordered.ts';
import type { Postings } from '../index/bits/postings.ts';
import type { SegmentView } from '../index/segment/segmentView.ts';
import { wordsOf } from '#shared/domain/words.ts';
import type { CompanyRecord } from '../record/companyRecord.ts';
import { isTelling } from './tellingWords.ts';

/** How many words of a company are looked up: those with the most weight. */
const maxWords = 24;

/** Words and industries that more than this share of a segment's companies have are skipped: they say little. */
const commonShare = { word: 1 / 24, industry: 1 / 3 };

/** In a small segment a word of this many companies is still looked up, whatever its share. */
const neverCommon = 400;

/** The weight of a shared industry relative to a shared word that is as rare. */
const industryWeight = 1.6;

/** What two companies may have in common. */
interface Feature {
  readonly kind: 'text' | 'industries';
  readonly term: string;
  readonly weight: number;
}

/**
 * The released companies most like one, most similar first, without itself. Similar companies share its rare words
 * (tf-idf over name and descriptions) and its industries (product 17.9); among equals the default order decides.
 */
export function similarDocuments(
  views: readonly SegmentView[],
  record: CompanyRecord,
  self: Found,
  limit: number,
): Found[] {
  const features = [...wordFeatures(views, record), ...industryFeatures(views, record)];
  const best = new Best(limit);
  for (const view of views) {
    const scores = scoresOf(view, features);
    if (scores === null) continue;
    const own = view === self.view ? self.document : -1;
    for (let document = 0; document < scores.length; document++) {
      const score = scores[document]!;
      if (score > best.threshold && document !== own && view.shows(document)) best.add({ view, document }, score);
    }
  }
  return best.found();
}

/** For each document the sum of the weights of its features; null if no document has any. */
function scoresOf(view: SegmentView, features: readonly Feature[]): Float32Array | null {
  const { segment } = view;
  let scores: Float32Array | null = null;
  for (const { kind, term, weight } of features) {
    const postings = segment.postings(kind, term);
    if (postings === undefined || isCommon(postings.count, segment.size, kind)) continue;
    scores ??= new Float32Array(segment.size);
    addWeight(scores, postings, weight);
  }
  return scores;
}

function isCommon(count: number, size: number, kind: Feature['kind']): boolean {
  return count > Math.max(neverCommon, size * commonShare[kind === 'text' ? 'word' : 'industry']);
}

function addWeight(scores: Float32Array, postings: Postings, weight: number): void {
  if (postings.form === 'bitmap') {
    for (let document = nextBit(postings.bits, 0); document !== -1; document = nextBit(postings.bits, document + 1)) {
      scores[document] = scores[document]! + weight;
    }
    return;
  }
  const { halves } = postings;
  for (let at = 0; at < halves.length;) {
    const base = halves[at]! << 16;
    const end = at + 2 + halves[at + 1]!;
    for (at += 2; at < end; at++) scores[base + halves[at]!] = scores[base + halves[at]!]! + weight;
  }
}

/** The words of a company's name and descriptions that have the most weight. */
function wordFeatures(views: readonly SegmentView[], record: CompanyRecord): Feature[] {
  const { llm, long, short } = record.description;
  // Its people's names and its city say nothing about what it does.
  const left = new Set(record.people.flatMap((person) => wordsOf(`${person.first_name} ${person.last_name}`, 'query')));
  for (const word of wordsOf(record.city, 'query')) left.add(word);
  const frequencies = new Map<string, number>();
  for (const text of [record.name, llm, long, short]) {
    for (const word of wordsOf(withoutPlaceholder(text), 'query')) {
      if (isTelling(word) && !left.has(word)) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
    }
  }
  return [...frequencies]
    .map(([term, frequency]) => ({
      kind: 'text' as const,
      term,
      weight: (1 + Math.log(frequency)) * rarity(views, 'text', term),
    }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, maxWords);
}

function industryFeatures(views: readonly SegmentView[], record: CompanyRecord): Feature[] {
  return [...new Set(record.industries)].map((industry) => {
    const term = industry.toWellFormed();
    return { kind: 'industries', term, weight: industryWeight * rarity(views, 'industries', term) };
  });
}

/** Inverse document frequency; 0 for what only one company has, because nobody can share it. */
function rarity(views: readonly SegmentView[], kind: Feature['kind'], term: string): number {
  let count = 0;
  let size = 0;
  for (const { segment } of views) {
    count += segment.postings(kind, term)?.count ?? 0;
    size += segment.size;
  }
  return count < 2 ? 0 : Math.log(1 + (size - count + 0.5) / (count + 0.5));
}

/** Keeps the best of many. */
class Best {
  /** Only a score above this matters. */
  threshold = 0;
  readonly #limit: number;
  #kept: { readonly found: Found; readonly score: number; readonly order: number }[] = [];
  #added = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(found: Found, score: number): void {
    this.#kept.push({ found, score, order: this.#added++ });
    if (this.#kept.length >= this.#limit * 2 + 64) this.#cut();
  }

  found(): Found[] {
    this.#cut();
    return this.#kept.map(({ found }) => found);
  }

  #cut(): void {
    this.#kept = this.#kept.toSorted((a, b) => b.score - a.score || a.order - b.order).slice(0, this.#limit);
    if (this.#kept.length === this.#limit) this.threshold = this.#kept.at(-1)?.score ?? 0;
  }
}
