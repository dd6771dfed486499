import { ThreadEnd, Transferred } from '#node/channel.ts';
import { buffersOf, RecordAnalyser } from '../../index/analysis/recordAnalysis.ts';
import { analysedPart } from '../../jobs/analysedCompanies.ts';
import { CompanyLog } from '../../postgres/companyLog.ts';
import { PostgresServer } from '../../postgres/server.ts';
import type { FollowCalls } from '../followClient.ts';

/** Entry of a thread that fetches companies from a database and analyses them, a few steps ahead of the writer. */
new ThreadEnd<FollowCalls>().serve({
  read: async function* ({ store, run, parts, share }) {
    const server = new PostgresServer(store, () => undefined);
    const log = new CompanyLog(server);
    const records = new RecordAnalyser();
    try {
      for (let part = share.index; ; part += share.of) {
        const read = await log.part(run, parts, part);
        if (read === undefined) return;
        for (const companies of analysedPart(read, records, share.index)) {
          const buffers = [...buffersOf(companies.records), companies.ids.buffer, companies.kinds.buffer];
          yield new Transferred({ part, companies }, buffers as ArrayBuffer[]);
        }
      }
    } finally {
      await server.close();
    }
  },
});
