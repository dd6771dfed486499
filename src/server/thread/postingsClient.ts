import { Channel } from '#node/channel.ts';
import type { PostingBlock, TermLists } from '../index/segment/segmentPostings.ts';
import type { PostingsMaker } from '../index/segment/segmentSealing.ts';
import { threadFile } from '../../node/threads.ts';

/** What a thread that makes postings can be asked; it sends each block as an event. */
export interface PostingsCalls {
  make(task: { readonly lists: TermLists; readonly documentRows: Uint32Array }): Promise<void>;
}

/** Makes postings in a thread of its own, which ends when they are done. */
export const makePostingsInThread: PostingsMaker = async (lists, documentRows, pass, signal) => {
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  let isOver = false;
  const thread = new Channel<PostingsCalls, PostingBlock>(threadFile('postingsThread'), {
    onEvent: (block) => {
      // What has been sent still arrives after a thread was ended.
      if (isOver || signal.aborted) return;
      try {
        pass(block);
      } catch (error) {
        isOver = true;
        fail(error);
      }
    },
    lost: (code, error) => error ?? new Error(`A thread that makes postings ended with code ${String(code)}.`),
  });
  const abort = (): void => void thread.terminate();
  signal.addEventListener('abort', abort, { once: true });
  try {
    const { values, starts, ends } = lists.lists;
    const transfer = [values, starts, ends].map(({ buffer }) => buffer);
    await Promise.race([thread.call('make', { lists, documentRows }, { transfer }), failed]);
    void thread.end();
  } catch (error) {
    abort();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
};
