import { isActiveText } from '#shared/domain/searchText.ts';
import { endsInWord, searchForm, wordsOf } from '#shared/domain/words.ts';

/**
 * The filters of a smart list from before ADR 33, in JSON, so that their texts ask for what they asked for: the word
 * that matched as a prefix gets a `*`, and what is a sign today and was none is none. What cannot be read stays.
 */
export function filtersInNewWords(json: string): string {
  try {
    const filters: unknown = JSON.parse(json);
    const texts = [partOf(filters, 'include'), partOf(filters, 'exclude')].filter(hasText);
    for (const part of texts) part.textSearch = inNewWords(part.textSearch);
    return texts.length === 0 ? json : JSON.stringify(filters);
  } catch {
    return json;
  }
}

function partOf(filters: unknown, name: 'include' | 'exclude'): unknown {
  return typeof filters === 'object' && filters !== null ? Reflect.get(filters, name) : undefined;
}

function hasText(part: unknown): part is { textSearch: string } {
  return typeof part === 'object' && part !== null && 'textSearch' in part && typeof part.textSearch === 'string';
}

const quotes = /[“”„«»]/g;

/**
 * A search text of the older meaning in today's. Then nothing was a sign but a pair of quotes, and the last word was a
 * prefix unless something followed it. Texts that are too short to count stay as they are.
 */
export function inNewWords(text: string): string {
  if (!isActiveText(text)) return text;
  const parts = text.replaceAll(quotes, '"').split('"');
  const last = parts.length - 1;
  const written = parts.map((part, index) => {
    // An even number of parts means a quote without its partner; what follows it was plain words.
    if (index % 2 === 1 && index < last) return `"${part}"`;
    const plain = withoutSigns(part);
    return index === last && isBeginning(part) ? `${plain.trimEnd()}*` : plain;
  });
  return written
    .filter((part) => part.trim() !== '')
    .map((part) => part.trim())
    .join(' ');
}

/** Whether the last word of a text could still grow. */
function isBeginning(text: string): boolean {
  return wordsOf(text, 'query').length > 0 && endsInWord(searchForm(text));
}

/** Signs of today become spaces or small letters, as long as they are signs. */
function withoutSigns(text: string): string {
  return text
    .replaceAll(/[()（）|｜]/g, ' ')
    .replaceAll(/[*＊]+(?!\S)/g, ' ')
    .replaceAll(/(?<!\S)[-−–]+/g, ' ')
    .replaceAll(/(?<!\S)(?:OR|AND)(?!\S)/g, (word) => word.toLowerCase())
    .replaceAll(/\s+/g, ' ');
}
