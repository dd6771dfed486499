import type { ReactNode } from 'react';
import { termPattern } from '#shared/domain/searchTerms.ts';
import { foldLetters } from '#shared/domain/text.ts';

/** A text with the words that were searched for marked. */
export function Marked({ text, terms }: { readonly text: string; readonly terms: readonly string[] }): ReactNode {
  return markedParts(text, terms).map((part, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other name
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  );
}

/**
 * A text cut at the words and phrases to mark: parts at odd places are marked. They are found as the search finds them,
 * whatever their case and accents.
 */
export function markedParts(text: string, terms: readonly string[]): string[] {
  const words = terms.map((term) => foldedText(term.trim()).form).filter((word) => word !== '');
  if (words.length === 0) return [text];
  const pattern = words
    .toSorted((a, b) => b.length - a.length)
    .map(termPattern)
    .join('|');
  const { form, starts, ends } = foldedText(text);
  const parts: string[] = [];
  let done = 0;
  for (const { 0: found, index } of form.matchAll(new RegExp(pattern, 'gu'))) {
    const start = starts[index] ?? done;
    const end = ends[index + found.length - 1] ?? start;
    // The second half of a letter that folds to two is marked with the first.
    if (start < done || end === start) continue;
    parts.push(text.slice(done, start), text.slice(start, end));
    done = end;
  }
  return [...parts, text.slice(done)];
}

/** A text folded letter by letter, and for each unit of that where its letter begins and ends in the text. */
function foldedText(text: string): { form: string; starts: number[]; ends: number[] } {
  const starts: number[] = [];
  const ends: number[] = [];
  let form = '';
  let at = 0;
  for (const letter of text) {
    const folded = letter < '\x80' ? letter.toLowerCase() : foldLetters(letter).normalize('NFC');
    const end = at + letter.length;
    // An accent of its own belongs to the letter before it.
    if (folded === '' && ends.length > 0) ends[ends.length - 1] = end;
    for (let i = 0; i < folded.length; i++) {
      starts.push(at);
      ends.push(end);
    }
    form += folded;
    at = end;
  }
  return { form, starts, ends };
}
