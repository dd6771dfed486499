import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { writeFront } from './segmentFile.ts';
import { documentRowsOf, writeColumns, type SegmentContents, type TermField } from './segmentColumns.ts';
import {
  makeFacetPostings,
  makeFilledPostings,
  makeTermPostings,
  postingWriter,
  type PostingBlock,
  type TermLists,
} from './segmentPostings.ts';

/**
 * Does what `makeTermPostings` does, elsewhere, and takes the lists there for good. Rejects with what `pass` throws.
 * Passes on nothing after `signal` is aborted.
 */
export type PostingsMaker = (
  lists: TermLists,
  documentRows: Uint32Array,
  pass: (block: PostingBlock) => void,
  signal: AbortSignal,
) => Promise<void>;

/** Writes what makes companies findable into their segment file. */
export function writeContents(db: DatabaseSync, contents: SegmentContents): void {
  const documentRows = documentRowsOf(contents.rows);
  const write = postingWriter(db);
  for (const lists of termListsOf(contents)) makeTermPostings(lists, documentRows, write);
  for (const part of otherParts(db, contents, documentRows, write)) part();
}

/** The same, while `make` does the words; uses up the contents. */
export async function writeContentsWith(
  db: DatabaseSync,
  contents: SegmentContents,
  make: PostingsMaker,
): Promise<void> {
  const documentRows = documentRowsOf(contents.rows);
  const write = postingWriter(db);
  const stop = new AbortController();
  try {
    const made = Promise.all(termListsOf(contents).map((lists) => make(lists, documentRows, write, stop.signal)));
    for (const part of otherParts(db, contents, documentRows, write)) {
      // What is ready so far is written in between.
      await Promise.race([made, nextTurn()]);
      part();
    }
    await made;
  } finally {
    stop.abort();
  }
}

function termListsOf({ text, name }: SegmentContents): TermLists[] {
  return [termLists('text', text), termLists('name', name)];
}

function termLists(kind: TermLists['kind'], { dictionary, lists }: TermField): TermLists {
  const terms = Array.from({ length: dictionary.size }, (_, id) => dictionary.textOf(id));
  return { kind, terms, lists: lists.rows };
}

function otherParts(
  db: DatabaseSync,
  { rows, facets }: SegmentContents,
  documentRows: Uint32Array,
  write: (block: PostingBlock) => void,
): (() => void)[] {
  return [
    () => writeColumns(db, rows, documentRows),
    () => {
      const ids = documentRows.map((row) => rows.ids.data[row]!);
      writeFront(db, ids);
    },
    () => makeFacetPostings(facets.dictionary, facets.lists.rows, documentRows, write),
    () => makeFilledPostings(rows.filled.data, documentRows, write),
  ];
}
