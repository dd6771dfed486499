import { parentPort } from 'node:worker_threads';
import { makeTermPostings } from './search/segment/segmentPostings.ts';
import type { FromPostings, PostingsTask } from './thread/postingsMessages.ts';

/** Entry of a thread that makes the postings of one kind of text, while the writer does the rest of a segment. */
const port = parentPort;
if (port === null) throw new Error('This file is a thread of Winnow and is not started by hand.');
const send = (message: FromPostings, buffers: ArrayBuffer[] = []): void => port.postMessage(message, buffers);
port.once('message', ({ lists, documentRows }: PostingsTask) => {
  makeTermPostings(lists, documentRows, (block) => {
    const { bytes, ends } = block.data;
    send(block, [bytes.buffer as ArrayBuffer, ends.buffer as ArrayBuffer]);
  });
  send('end');
  port.close();
});
