import { isActiveText } from '#shared/domain/searchTerms.ts';
import { endsInWord, olderSearchForm, phraseForm, searchForm, wordsOf } from './tokenizer.ts';

/**
 * What a search text asks for (docs/api.md 3): all `words`, a word that begins with `prefix` unless that is `''`, and
 * every one of `phrases` (in `phraseForm`), whose words are also among `words`.
 */
export interface TextQuery {
  readonly words: readonly string[];
  readonly prefix: string;
  readonly phrases: readonly string[];
  /** The same query for files before `plainLettersFormat`, which have other words. */
  readonly older?: TextQuery;
}

/**
 * Reads a search text; null if it is too short to count (product 5). Nothing in it is syntax except a pair of quotes.
 * The last word is a prefix as long as nothing follows it: it is being typed. A text without any word asks for
 * something that no company has, so it has no words and no prefix.
 */
export function readTextQuery(text: string): TextQuery | null {
  if (!isActiveText(text)) return null;
  const query = queryOf(text, searchForm);
  return searchForm(text) === olderSearchForm(text) ? query : { ...query, older: queryOf(text, olderSearchForm) };
}

function queryOf(text: string, formOf: (text: string) => string): TextQuery {
  const parts = text.replaceAll(/[“”„«»]/g, '"').split('"');
  // An even number of parts means a quote without its partner; what follows it is plain words.
  const isPhrase = (index: number): boolean => index % 2 === 1 && index < parts.length - 1;
  const words: string[] = [];
  const phrases: string[] = [];
  let prefix = '';
  parts.forEach((part, index) => {
    const found = wordsOf(part, 'query', formOf);
    if (isPhrase(index)) {
      if (found.length > 1) phrases.push(phraseForm(part));
    } else if (index === parts.length - 1 && found.length > 0 && endsInWord(formOf(part))) {
      prefix = found.pop() ?? '';
    }
    words.push(...found);
  });
  return { words: [...new Set(words)], prefix, phrases };
}

/** Whether the query asks for nothing that could be found. */
export function isEmptyQuery(query: TextQuery): boolean {
  return query.words.length === 0 && query.prefix === '';
}
