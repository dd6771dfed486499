import { readSearchText } from '#shared/domain/searchText.ts';
import { queryOf, type Term, type TextQuery } from './textQuery.ts';
import { phraseForm, wordsOf } from '#shared/domain/words.ts';

/** A text to look in: its words, and its form for phrases. */
interface ReadText {
  readonly words: ReadonlySet<string>;
  readonly form: string;
}

/**
 * Tells which texts have what a search text asks for, by the rules of the search (docs/api.md 3): whole words with
 * their plural or singular, `word*`, quotes, minus, brackets. For texts that no index has; however short the search
 * text is, it counts.
 */
export function textMatcher(text: string): (candidate: string) => boolean {
  const query = queryOf(text, readSearchText(text));
  return (candidate) => meets({ words: new Set(wordsOf(candidate, 'index')), form: phraseForm(candidate) }, query);
}

function meets(text: ReadText, { terms, phrases, groups, without }: TextQuery): boolean {
  return (
    terms.every((term) => has(text, term)) &&
    phrases.every((phrase) => text.form.includes(phrase)) &&
    groups.every((group) => group.some((each) => meets(text, each))) &&
    !without.some((each) => meets(text, each))
  );
}

function has({ words }: ReadText, { word, others, isBeginning }: Term): boolean {
  if (isBeginning) return [...words].some((each) => each.startsWith(word));
  return words.has(word) || others.some((other) => words.has(other));
}
