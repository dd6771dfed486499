import { minSearchLength } from './choices.ts';

/** Characters that a search treats as quotation marks. */
const quotes = /["“”„«»]/;

/**
 * The words and quoted phrases of a search text, each once, as the search reads them (docs/api.md 3): a quotation mark
 * without its partner is ignored.
 */
export function searchTerms(text: string): string[] {
  const parts = text.split(quotes);
  const terms = parts.flatMap((part, index) => {
    const words = part.split(/\s+/u).filter((word) => word !== '');
    return index % 2 === 1 && index < parts.length - 1 ? [words.join(' ')] : words;
  });
  return [...new Set(terms)].filter((term) => term !== '');
}

/**
 * What a substring search looks for: the text itself (product 5) or, if it has quotation marks, each stretch between
 * them, because somebody who quotes a phrase is not looking for the marks.
 */
export function searchStretches(text: string): string[] {
  return text
    .split(quotes)
    .map((stretch) => stretch.trim())
    .filter((stretch) => stretch !== '');
}

/**
 * The pattern for a search term: a word anywhere, a phrase as whole words with only non-word characters between them.
 */
export function termPattern(term: string): string {
  const words = term.split(' ').map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  if (words.length === 1) return words.join('');
  return String.raw`(?<![\p{L}\p{N}])${words.join(String.raw`[^\p{L}\p{N}]+`)}(?![\p{L}\p{N}])`;
}

/** A search text in quotation marks; a phrase, which has its own, does not get a second pair. */
export function inQuotes(text: string): string {
  const [before, phrase, after, ...others] = text.trim().split(quotes);
  const isPhrase = before === '' && after === '' && others.length === 0;
  return `“${isPhrase && phrase !== undefined ? phrase.trim() : text.trim()}”`;
}

/** Characters that say as much as two letters: ideographs, kana, Hangul syllables. */
const doubleCharacter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\uff70\uac00-\ud7a3]/u;

/**
 * Whether a text is long enough to search for: three characters, where an ideograph, kana or Hangul syllable counts as
 * two, because most Chinese, Japanese and Korean words have no more than two of them.
 */
export function isActiveText(searchText: string): boolean {
  let length = 0;
  // An accented letter or a syllable may come decomposed.
  for (const character of searchText.trim().normalize('NFC')) {
    length += doubleCharacter.test(character) ? 2 : 1;
    if (length >= minSearchLength) return true;
  }
  return false;
}
