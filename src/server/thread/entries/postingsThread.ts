import { ThreadEnd } from '#node/channel.ts';
import { makeTermPostings, type PostingBlock } from '../../index/segment/segmentPostings.ts';
import type { PostingsCalls } from '../postingsClient.ts';

/** Entry of a thread that makes the postings of one kind of text, while the writer does the rest of a segment. */
const thread = new ThreadEnd<PostingsCalls, PostingBlock>();
thread.serve({
  make: async ({ lists, documentRows }) => {
    makeTermPostings(lists, documentRows, (block) => {
      const { bytes, ends } = block.data;
      thread.emit(block, [bytes.buffer as ArrayBuffer, ends.buffer as ArrayBuffer]);
    });
  },
});
