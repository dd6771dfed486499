import { Worker } from 'node:worker_threads';
import type { PostingsMaker } from '../search/segment/segmentSealing.ts';
import type { FromPostings, PostingsTask } from './postingsMessages.ts';
import { threadFile } from '../system/threadFile.ts';

/** Makes postings in a thread of its own, which ends with them. */
export const makePostingsInThread: PostingsMaker = (lists, documentRows, pass, signal) =>
  new Promise((resolve, reject) => {
    const thread = new Worker(threadFile('postingsThread'), { execArgv: [] });
    const stop = (): void => {
      thread.removeAllListeners('message');
      void thread.terminate();
    };
    signal.addEventListener('abort', stop, { once: true });
    thread.on('message', (message: FromPostings) => {
      try {
        if (message === 'end') resolve();
        else pass(message);
      } catch (error) {
        reject(error);
      }
    });
    thread.on('error', reject);
    thread.on('exit', (code) => {
      signal.removeEventListener('abort', stop);
      // Does nothing after the end.
      reject(new Error(`A thread that makes postings ended with code ${String(code)}.`));
    });
    const task: PostingsTask = { lists, documentRows };
    const { values, starts, ends } = lists.lists;
    thread.postMessage(task, [values.buffer, starts.buffer, ends.buffer]);
  });
