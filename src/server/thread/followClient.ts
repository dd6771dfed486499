import { availableParallelism } from 'node:os';
import { Channel } from '#node/channel.ts';
import type { AnalysedCompanies, CompanyChange } from '../index/port.ts';
import { analysed } from '../jobs/analysedCompanies.ts';
import type { ReadBatches } from '../jobs/followLog.ts';
import type { PostgresAddress } from '../postgres/address.ts';
import type { BatchRun, CompanyLog, IdParts } from '../postgres/companyLog.ts';
import { threadFile } from '../../node/threads.ts';

/** Room for a thread's young objects (see writerClient.ts). */
const youngMegabytes = 48;

/** How many threads share the companies of a batch: the writer stores them meanwhile, and the database sends them. */
const threadsAtOnce = 2;

/** From this many companies on, threads are worth their start. */
const worthThreads = 10_000;

/** How many blocks a thread may be ahead of the writer; each has some hundred companies. */
const blocksUnderWay = 16;

/** What a thread that fetches companies can be asked. */
export interface FollowCalls {
  /** The share of a thread: one part in so many. */
  read(what: {
    readonly store: PostgresAddress;
    readonly run: BatchRun;
    readonly parts: IdParts;
    readonly share: { readonly index: number; readonly of: number };
  }): AsyncIterable<FollowedPart>;
}

interface FollowedPart {
  readonly part: number;
  readonly companies: AnalysedCompanies;
}

/** Reads batches of a team's database in threads of their own, so that the index is written meanwhile; few, here. */
export function readBatchesInThreads(
  store: PostgresAddress,
  log: Pick<CompanyLog<CompanyChange>, 'companiesOf' | 'partsOf'>,
  from = worthThreads,
): ReadBatches {
  return async function* (run, changed) {
    const parts = changed < from || availableParallelism() < 2 ? null : await log.partsOf(run);
    if (parts === null) {
      yield* analysed(log.companiesOf(run));
      return;
    }
    const threads = Array.from({ length: threadsAtOnce }, (_, index) => {
      const thread = new Channel<FollowCalls>(threadFile('followThread'), {
        resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
        lost: (code, error) => error ?? new Error(`A thread that fetches companies ended with code ${String(code)}.`),
      });
      const what = { store, run, parts, share: { index, of: threadsAtOnce } };
      return { thread, read: thread.stream('read', what, { window: blocksUnderWay }) };
    });
    try {
      yield* inOrder(threads.map(({ read }) => read));
    } finally {
      await Promise.all(threads.map(({ thread }) => thread.terminate()));
    }
  };
}

/** What all threads have read, part by part. */
async function* inOrder(threads: readonly AsyncIterator<FollowedPart, undefined>[]): AsyncGenerator<AnalysedCompanies> {
  const heads = await Promise.all(threads.map(async (thread) => (await thread.next()).value));
  for (;;) {
    const parts = heads.map((head) => head?.part ?? Infinity);
    const at = parts.indexOf(Math.min(...parts));
    const head = heads[at];
    if (head === undefined) return;
    yield head.companies;
    heads[at] = (await threads[at]?.next())?.value;
  }
}
