import type { ReactNode } from 'react';
import { foldLetters } from '#shared/domain/text.ts';

/** A text with what a search found marked: `found` are patterns of `foundPattern`. */
export function Marked({ text, found }: { readonly text: string; readonly found: readonly string[] }): ReactNode {
  return markedParts(text, found).map((part, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other name
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  );
}

/**
 * A text cut at what is to be marked: parts at odd places are. It is found as the search finds it, whatever its case
 * and accents.
 */
export function markedParts(text: string, found: readonly string[]): string[] {
  if (found.length === 0) return [text];
  const pattern = found.toSorted((a, b) => b.length - a.length).join('|');
  const { form, starts, ends } = foldedText(text);
  const parts: string[] = [];
  let done = 0;
  for (const { 0: match, index } of form.matchAll(new RegExp(pattern, 'gv'))) {
    const start = starts[index] ?? done;
    const end = ends[index + match.length - 1] ?? start;
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
