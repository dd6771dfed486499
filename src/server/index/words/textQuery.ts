import { otherNumbers } from '#shared/domain/plural.ts';
import { isActiveText, readSearchText, topParts, type SearchPart } from '#shared/domain/searchText.ts';
import {
  endsInWord,
  olderSearchForm,
  phraseForm,
  searchForm,
  spellingsOf,
  wordsOf,
  type Spelling,
} from '#shared/domain/words.ts';

/** A word to look for. */
export interface Term {
  readonly word: string;
  /** Its plural or singular, which count as much; none in quotes. */
  readonly others: readonly string[];
  /** Words that begin with it count instead. */
  readonly isBeginning: boolean;
}

/** What words ask for (docs/api.md 3): everything here at once. */
export interface TextQuery {
  readonly terms: readonly Term[];
  /** To stand within one text each (in `phraseForm`); their words are also among `terms`. */
  readonly phrases: readonly string[];
  /** Of each group at least one. */
  readonly groups: readonly (readonly TextQuery[])[];
  /** None of these. */
  readonly without: readonly TextQuery[];
  /** The same query for files before `plainLettersFormat`, which have other words. */
  readonly older?: TextQuery;
}

/** Of phrases in brackets or after a minus so many are looked for in texts; of more, their words are. */
const mostInnerPhrases = 8;

/** A group of no alternatives: no company has one of them. */
const nothing: TextQuery = { terms: [], phrases: [], groups: [[]], without: [] };

/**
 * Reads a search text; null if it is too short to count (product 5). A text without any word asks for something that no
 * company has.
 */
export function readTextQuery(text: string): TextQuery | null {
  if (!isActiveText(text)) return null;
  return queryOf(text, readSearchText(text));
}

/** Reads the beginning of a name: all of its words, and the last one as a beginning. Nothing in it is a sign. */
export function readNameQuery(text: string): TextQuery {
  return queryOf(text, { kind: 'word', text, isBeginning: true });
}

/** What a part of a search text asks for; `text` is the whole of it. */
export function queryOf(text: string, part: SearchPart | null): TextQuery {
  const query = new QueryReader(searchForm).query(part);
  if (searchForm(text) === olderSearchForm(text)) return query;
  return { ...query, older: new QueryReader(olderSearchForm).query(part) };
}

/** Whether the stored texts have to be read, or companies to be taken away, to know what matches. */
export function isIntricate({ phrases, groups, without }: TextQuery): boolean {
  return phrases.length > 0 || without.length > 0 || groups.some((group) => group.some(isIntricate));
}

/** Whether stored texts have to be read. */
export function hasPhrasesIn({ phrases, groups, without }: TextQuery): boolean {
  return phrases.length > 0 || [...groups.flat(), ...without].some(hasPhrasesIn);
}

class QueryReader {
  readonly #formOf: (text: string) => string;
  #innerPhrases = 0;

  constructor(formOf: (text: string) => string) {
    this.#formOf = formOf;
  }

  query(part: SearchPart | null): TextQuery {
    return this.#all(part, false) ?? nothing;
  }

  /** Null if there is no word that the index could have. */
  #all(part: SearchPart | null, isInner: boolean): TextQuery | null {
    const terms = new Map<string, Term>();
    const phrases = new Set<string>();
    const groups: (readonly TextQuery[])[] = [];
    const without: TextQuery[] = [];
    for (const each of topParts(part)) {
      if (each.kind === 'not') without.push(...this.#each([each.part]));
      else if (each.kind === 'any') groups.push(this.#each(each.parts));
      else if (each.kind === 'word') {
        for (const spellings of this.#spellings(each)) {
          const [first, ...others] = spellings.map(termsOf);
          if (others.length > 0) groups.push([first!, ...others].map(standing));
          else for (const term of first ?? []) terms.set(keyOf(term), term);
        }
      } else if (each.kind === 'phrase') {
        const words = wordsOf(each.text, 'query', this.#formOf);
        for (const word of words) terms.set(`"${word}`, { word, others: [], isBeginning: false });
        if (words.length > 1 && (!isInner || this.#innerPhrases++ < mostInnerPhrases)) {
          phrases.add(phraseForm(each.text));
        }
      }
    }
    const alternatives = groups.filter((group) => group.length > 0);
    if (terms.size + alternatives.length + without.length === 0) return null;
    return { terms: [...terms.values()], phrases: [...phrases], groups: alternatives, without };
  }

  #each(parts: readonly SearchPart[]): TextQuery[] {
    return parts.map((part) => this.#all(part, true)).filter((query) => query !== null);
  }

  /** Files from before `plainLettersFormat` have words in one spelling only. */
  #spellings({ text, isBeginning }: Extract<SearchPart, { kind: 'word' }>): readonly (readonly Spelling[])[] {
    if (this.#formOf === searchForm) return spellingsOf(text, isBeginning);
    const words = wordsOf(text, 'query', this.#formOf);
    const begins = isBeginning && endsInWord(this.#formOf(text)) ? words.length - 1 : -1;
    return words.map((word, index) => [{ words: [word], isBeginning: index === begins }]);
  }
}

function termsOf({ words, isBeginning }: Spelling): Term[] {
  return words.map((word, index) => ({
    word,
    others: otherNumbers(word),
    isBeginning: isBeginning && index === words.length - 1,
  }));
}

function standing(terms: readonly Term[]): TextQuery {
  return { terms, phrases: [], groups: [], without: [] };
}

function keyOf({ word, isBeginning }: Term): string {
  return isBeginning ? `${word}*` : word;
}
