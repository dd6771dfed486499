import type { PostingBlock, TermLists } from '../search/segment/segmentPostings.ts';

/** What a thread that makes postings is told, once. */
export interface PostingsTask {
  readonly lists: TermLists;
  readonly documentRows: Uint32Array;
}

/** What it says: blocks, then that this was all. */
export type FromPostings = PostingBlock | 'end';
