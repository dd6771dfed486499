import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#main/shellCommon/system.ts';
import { ApiClient, type ApiTransport, type RawInput } from '#main/services/api/apiClient.ts';
import type { LocalApi } from '#node/localApi.ts';
import { openLocalApi } from '#server/thread/workerHandle.ts';
import type { EndpointName } from '#shared/api/endpoints.ts';
import { median, percentile } from '../measure/figures.ts';

// How long a call of the desktop's own API takes the long way (a Request and a Response, an answer read by its schema)
// and the short way: `node tests/bench/local/callsProcess.ts [companies] [rounds]`. Both take turns in one run.

const [companies = 50_000, rounds = 5] = process.argv.slice(2).map(Number);
const callsARound = 200;

interface Case {
  readonly name: string;
  readonly call: EndpointName;
  readonly input: (turn: number) => RawInput;
}

process.exitCode = await main();

async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-local-calls-'));
  const local = await openLocalApi(folder);
  try {
    await fill(local);
    const token = await local.issueToken();
    const ways = { long: clientOf({ fetch: (request) => local.fetch(request) }, token), short: clientOf(local, token) };
    for (const one of await casesOf(ways.long)) await compare(ways, one);
    return 0;
  } finally {
    await local.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function casesOf(client: ApiClient): Promise<readonly Case[]> {
  const list = await client.request('createSmartList', { body: { name: 'All', filters: {} } });
  const inbox = { user_smart_list_id: list.id, page_size: 100 };
  const { results } = await client.request('listEntries', { query: { ...inbox, page_size: 500 } });
  const moveOf = (turn: number): RawInput => ({
    params: { id: results[turn % results.length]?.inboxEntryId },
    body: { tag_archive: Math.floor(turn / callsARound) % 2 === 0 },
  });
  return [
    { name: 'a search, 25', call: 'searchCompanies', input: () => ({ query: { page_size: 25 } }) },
    {
      name: 'a search for a word, 100',
      call: 'searchCompanies',
      input: () => ({ query: { text_search: 'software', page_size: 100 } }),
    },
    { name: 'a page of an inbox, 100', call: 'listEntries', input: () => ({ query: inbox }) },
    { name: 'a move', call: 'moveEntry', input: moveOf },
  ];
}

async function compare(ways: Readonly<Record<'long' | 'short', ApiClient>>, one: Case): Promise<void> {
  const taken = { long: [] as Taken[], short: [] as Taken[] };
  for (let round = -1; round < rounds; round++) {
    for (const way of ['long', 'short'] as const) {
      const measured = await measure(ways[way], one);
      if (round >= 0) taken[way].push(measured);
    }
  }
  for (const way of ['long', 'short'] as const) {
    const of = (pick: (round: Taken) => number): string => median(taken[way].map(pick)).toFixed(3);
    const times = `p50 ${of(({ p50 }) => p50)} ms, p95 ${of(({ p95 }) => p95)} ms`;
    const cpu = `processor: main ${of(({ main: own }) => own)} ms, other threads ${of(({ others }) => others)} ms`;
    process.stdout.write(`${one.name}, by the ${way} way: ${times}; ${cpu}\n`);
  }
}

interface Taken {
  readonly p50: number;
  readonly p95: number;
  /** Per call, in milliseconds. */
  readonly main: number;
  readonly others: number;
}

async function measure(client: ApiClient, { call, input }: Case): Promise<Taken> {
  const times: number[] = [];
  const [all, main] = [process.cpuUsage(), process.threadCpuUsage()];
  for (let turn = 0; turn < callsARound; turn++) {
    const begun = performance.now();
    await client.send(call, input(turn));
    times.push(performance.now() - begun);
  }
  const [allAfter, mainAfter] = [process.cpuUsage(all), process.threadCpuUsage(main)];
  const ofMain = (mainAfter.user + mainAfter.system) / 1000 / callsARound;
  const ofAll = (allAfter.user + allAfter.system) / 1000 / callsARound;
  return { p50: median(times), p95: percentile(times, 0.95), main: ofMain, others: ofAll - ofMain };
}

function silent(): void {
  // Nobody listens.
}

function clientOf(transport: ApiTransport, token: string): ApiClient {
  return new ApiClient({
    transport,
    origin: 'http://127.0.0.1',
    token,
    jar: { csrf: '' },
    clock: systemClock(),
    onDenied: silent,
    onReached: silent,
  });
}

async function fill(api: LocalApi): Promise<void> {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  const stop = api.subscribe((event) => {
    const job = event.kind === 'status' ? event.status.job : null;
    if (job?.state === 'done') resolve();
    if (job?.state === 'failed') reject(new Error(job.reason));
  });
  await api.createSample(companies);
  await done;
  stop();
}
