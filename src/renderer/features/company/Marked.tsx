import type { ReactNode } from 'react';
import { markedParts } from './markedParts.ts';

/** A text with the words that were searched for marked. */
export function Marked({ text, terms }: { readonly text: string; readonly terms: readonly string[] }): ReactNode {
  return markedParts(text, terms).map((part, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other name
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  );
}
