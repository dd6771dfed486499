import { ThreadEnd, Transferred } from '#node/channel.ts';
import { readFiles } from '../../ingest/readFiles.ts';
import { buffersOf } from '../../index/analysis/recordAnalysis.ts';
import type { ReaderCalls } from '../readerClient.ts';

/** Entry of a reader's thread: reads files for an import, a few steps ahead of the importer. */
new ThreadEnd<ReaderCalls>().serve({
  read: async function* ({ sources, options }) {
    for await (const step of readFiles(sources, options)) {
      yield step.kind === 'rows' ? new Transferred(step, buffersOf(step.records)) : step;
    }
  },
});
