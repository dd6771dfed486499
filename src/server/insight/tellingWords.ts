import { otherNumbers } from '#shared/domain/plural.ts';
import { readSearchText, wantedParts } from '#shared/domain/searchText.ts';
import { withoutPlaceholder } from '#shared/domain/text.ts';
import type { TellingWord } from '../index/port.ts';
import type { SegmentView } from '../index/segment/segmentView.ts';
import { isUnspaced } from '../index/words/tokenizer.ts';
import { searchForm, wordsOf } from '#shared/domain/words.ts';
import type { CompanyRecord } from '../record/companyRecord.ts';
import { stopWords } from './themes.ts';

/** A word of fewer companies than these may be there by chance. */
const fewestCompanies = 2;
/** How many times as frequent as elsewhere a word has to be. */
const leastLift = 2;
/** Chance brings a log-likelihood above this once in a hundred words (chi-squared, one degree of freedom). */
const leastLikelihood = 6.63;

/**
 * The words that tell some companies from all others, the most telling first: those in more of their descriptions than
 * the whole index would let one expect, by Dunning's log-likelihood ratio of the numbers of companies with the word
 * among them and elsewhere. A word counts once a company, with its singular or plural. Left out are words that say
 * nothing by themselves (`stopWords`), figures, the names of the companies, their people and cities, what `isKnown`
 * knows, and words that fewer than two of them have, or that are not twice as frequent as elsewhere. The numbers of the
 * index are those of its postings, which have the companies of coming weeks, names and cities, too: a common name makes
 * its word look less telling than it is.
 */
export function tellingWords(
  views: readonly SegmentView[],
  records: readonly CompanyRecord[],
  isKnown: (word: string) => boolean,
  limit: number,
): TellingWord[] {
  const byWord = companiesByWord(records);
  const size = views.reduce((sum, { segment }) => sum + segment.size, 0);
  const taken = new Set<string>();
  const found: (TellingWord & { readonly likelihood: number })[] = [];
  for (const [word] of [...byWord].toSorted(([a, has], [b, have]) => have.size - has.size || (a < b ? -1 : 1))) {
    const forms = [word, ...otherNumbers(word)];
    if (taken.has(word) || forms.some(isKnown)) continue;
    for (const form of forms) taken.add(form);
    const among = new Set(forms.flatMap((form) => [...(byWord.get(form) ?? [])])).size;
    const all = Math.max(
      among,
      forms.reduce((sum, form) => sum + companiesWith(views, form), 0),
    );
    const likelihood = likelihoodOf({ among, of: records.length, all, size });
    if (among >= fewestCompanies && likelihood >= leastLikelihood) found.push({ word, among, all, likelihood });
  }
  return found
    .toSorted((a, b) => b.likelihood - a.likelihood)
    .slice(0, limit)
    .map(({ word, among, all }) => ({ word, among, all }));
}

function companiesByWord(records: readonly CompanyRecord[]): Map<string, Set<number>> {
  const byWord = new Map<string, Set<number>>();
  records.forEach((record, index) => {
    const { llm, long, short } = record.description;
    const names = [record.name, record.city, ...record.people.map((one) => `${one.first_name} ${one.last_name}`)];
    const left = new Set(names.flatMap((name) => wordsOf(name, 'query')));
    for (const text of [llm, long, short]) {
      for (const word of wordsOf(withoutPlaceholder(text), 'query')) {
        if (left.has(word) || !isTelling(word)) continue;
        const companies = byWord.get(word) ?? new Set();
        if (companies.size === 0) byWord.set(word, companies);
        companies.add(index);
      }
    }
  });
  return byWord;
}

/** Figures and single letters say nothing about what a company does. */
export function isTelling(word: string): boolean {
  return !stopWords.has(word) && !/\p{N}/u.test(word) && (word.length > 2 || isUnspaced(word));
}

function companiesWith(views: readonly SegmentView[], word: string): number {
  return views.reduce((sum, { segment }) => sum + (segment.postings('text', word)?.count ?? 0), 0);
}

/** How many companies have a word: among some, and in the whole index. */
interface Frequencies {
  readonly among: number;
  readonly of: number;
  readonly all: number;
  readonly size: number;
}

/** The log-likelihood ratio of a word; 0 where it is not frequent enough among the companies. */
function likelihoodOf({ among, of, all, size }: Frequencies): number {
  const others = Math.max(1, size - of);
  const elsewhere = Math.max(0, all - among);
  if (among / of < leastLift * (elsewhere / others)) return 0;
  const expected = (of * all) / (of + others);
  const expectedElsewhere = (others * all) / (of + others);
  return 2 * (likelihoodPart(among, expected) + likelihoodPart(elsewhere, expectedElsewhere));
}

function likelihoodPart(seen: number, expected: number): number {
  return seen === 0 ? 0 : seen * Math.log(seen / expected);
}

/** Says of a word whether a search text looks for it already. */
export function wordsOfSearch(text: string): (word: string) => boolean {
  const parts = wantedParts(readSearchText(text));
  const words = new Set(parts.flatMap((part) => wordsOf(part.text, 'query')));
  const beginnings = parts
    .filter((part) => part.kind === 'word' && part.isBeginning)
    .map((part) => searchForm(part.text));
  return (word) => words.has(word) || beginnings.some((beginning) => word.startsWith(beginning));
}
