/** Quotation marks that a search reads as such. */
const quotes = /["“”„«»]/;

/**
 * The words of a search text and its quoted phrases, each once, as the search reads them (docs/api.md 3): a quote
 * without its partner is none.
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
 * What a search for substrings has to find of a text: the text itself (product 5), but where it has quotation marks
 * each stretch between them, because whoever puts a phrase in marks does not look for the marks.
 */
export function searchStretches(text: string): string[] {
  return text
    .split(quotes)
    .map((stretch) => stretch.trim())
    .filter((stretch) => stretch !== '');
}

/** What finds a term of a search: a word anywhere, a phrase as whole words with anything but words between them. */
export function termPattern(term: string): string {
  const words = term.split(' ').map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  if (words.length === 1) return words.join('');
  return String.raw`(?<![\p{L}\p{N}])${words.join(String.raw`[^\p{L}\p{N}]+`)}(?![\p{L}\p{N}])`;
}

/** A search text between quotation marks; a phrase, which has its own, gets no second ones. */
export function inQuotes(text: string): string {
  const [before, phrase, after, ...others] = text.trim().split(quotes);
  const isPhrase = before === '' && after === '' && others.length === 0;
  return `“${isPhrase && phrase !== undefined ? phrase.trim() : text.trim()}”`;
}
