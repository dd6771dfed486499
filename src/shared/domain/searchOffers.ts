import { maxSearchLength } from './choices.ts';
import { otherNumbers } from './plural.ts';
import { isActiveText, readSearchText, topParts, whileTyping, writeSearchText, type SearchPart } from './searchText.ts';
import { foldLetters } from './text.ts';

/** Another text that somebody may have meant, and the part of the present one in which it differs. */
export interface OfferedText {
  /** Without quotes around a phrase. */
  readonly word: string;
  readonly text: string;
}

/** Of a longer text only so many parts are looked at: each costs a search. */
const mostParts = 8;

/** For each plain word of a text: the same text, where longer words that begin so match, too. */
export function longerTexts(text: string): OfferedText[] {
  return offered(text, (part) => {
    if (part.kind !== 'word' || part.isBeginning || whileTyping(part.text) === part.text) return null;
    const longer = { ...part, isBeginning: true };
    const last = foldLetters(part.text).match(/[\p{L}\p{N}]+$/u)?.[0] ?? '';
    // Where the other number is no longer word (companies), the word itself stays.
    const keeps = otherNumbers(last).every((other) => other.startsWith(last));
    return keeps ? [longer] : [{ kind: 'any', parts: [part, longer] }];
  });
}

/** For each part of a text: the same text without it. */
export function textsWithout(text: string): OfferedText[] {
  return offered(text, () => []).filter((other) => other.text !== '');
}

/** The same text where any of what is looked for is enough; null if that is one thing only. */
export function anyOfText(searched: string): string | null {
  if (!isActiveText(searched)) return null;
  const parts = topParts(readSearchText(searched));
  const wanted = parts.filter(({ kind }) => kind !== 'not');
  if (wanted.length < 2) return null;
  const any: SearchPart = { kind: 'any', parts: wanted };
  const text = textOf([any, ...parts.filter(({ kind }) => kind === 'not')]);
  return text.length > maxSearchLength ? null : text;
}

/** A text for each part that `change` does not give null for, with what it gives in its place. */
function offered(text: string, change: (part: SearchPart) => readonly SearchPart[] | null): OfferedText[] {
  if (!isActiveText(text)) return [];
  const parts = topParts(readSearchText(text));
  return parts.slice(0, mostParts).flatMap((part, index) => {
    const changed = change(part);
    if (changed === null) return [];
    const word = part.kind === 'phrase' ? part.text : writeSearchText(part);
    const other = textOf(parts.toSpliced(index, 1, ...changed));
    return other.length > maxSearchLength ? [] : [{ word, text: other }];
  });
}

/** Written and read again, so that what stands in brackets for nothing loses them. */
function textOf(parts: readonly SearchPart[]): string {
  return writeSearchText(readSearchText(writeSearchText({ kind: 'all', parts })));
}
