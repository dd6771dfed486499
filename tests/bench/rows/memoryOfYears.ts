import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchRow, Part, RowFigures } from '../benchRow.ts';
import { addMemory, addStanding, mostDecided, oftenDecided, openInbox } from '../data/memoryOfYears.ts';
import { processorSeconds } from '../engines/processes.ts';
import { WinnowServer } from '../engines/winnow.ts';
import { median, percentile } from '../measure/figures.ts';
import { Targets } from '../measure/ratios.ts';
import type { Workbench } from '../workbench.ts';

/** How often each page is asked for in a round. */
const asked = 30;

/**
 * What a list's page costs the server beside one without the ledger, at most: as much processor time, and a tenth. By
 * the clock, what else the machine does decides.
 */
const mostLonger = 1.1;

/** The longest that a company's page may take, in milliseconds. */
const mostPageMs = 50;

interface Page {
  readonly name: string;
  /** The calls that a screen makes at once. */
  readonly paths: (turn: number, ids: readonly number[]) => readonly string[];
  /** Whether it has to be as quick as without the memory: what shows the memory itself is not. */
  readonly isList?: boolean;
}

/** How much larger the sample is than what of it is to be found by now. */
const aheadShare = 1.1;

const entries = '/api/user_smart_lists_inbox/?page_size=100&';
const undecided = 'tag_watchlist=false&tag_opportunities=false&tag_archive=false';

/** Companies far from each other, every one decided as often as `oftenDecided`. */
function companyAt(turn: number, ids: readonly number[]): number {
  return ids[oftenDecided * (1 + ((turn * 37) % Math.floor(ids.length / oftenDecided))) - 1] ?? 0;
}

const pages: readonly Page[] = [
  {
    name: 'company page',
    paths: (turn, ids) => {
      const id = companyAt(turn, ids);
      const parts = ['', 'decisions/', 'notes/', 'known/', 'history/'];
      return [...parts.map((part) => `/api/latest_companies/${id}/${part}`), `${entries}company_id=${id}`];
    },
  },
  { name: 'inbox', isList: true, paths: () => [`${entries}user_smart_list_id=${openInbox}&${undecided}`] },
  { name: 'Watchlist', isList: true, paths: () => [`${entries}tag_watchlist=true`] },
  { name: 'Archive', isList: true, paths: () => [`${entries}tag_archive=true`] },
  { name: 'Later', isList: true, paths: () => [`${entries}tag_later=true`] },
  {
    name: 'search without the decided',
    isList: true,
    paths: () => ['/api/latest_companies/preview/?page_size=100&bookmark_list=-archive'],
  },
  { name: 'search in what has a note', paths: () => ['/api/latest_companies/preview/?page_size=100&notes=any'] },
  { name: 'counts of the special lists', isList: true, paths: () => ['/api/user_smart_lists_inbox/counts/'] },
];

/** L1: pages of a workspace with a ledger of a million events, beside the same decisions without their history. */
export const memoryOfYearsRow: BenchRow = {
  id: 'L1',
  metric: 'a company page in a workspace with a ledger of a million events (p95 of six calls at once)',
  unit: 'ms',
  must: `<= ${mostPageMs} ms; a page of a list <= ${mostLonger}x the processor time of the same decisions alone`,
  stretch: '<= 25 ms; <= 1.05x',
  async run(workbench) {
    const { bare, full, size, ids } = await twoServers(workbench);
    try {
      return figuresOf(await measure(workbench.rounds, ids, { bare, full }), size);
    } finally {
      await bare.close();
      await full.close();
    }
  },
};

interface Times {
  readonly bare: readonly number[];
  readonly full: readonly number[];
  /** Of each round, how many times as much processor time of the server. */
  readonly ratios: readonly number[];
}

/** A server on the standing decisions alone, and one on the whole memory of the same companies. */
interface Both {
  readonly bare: WinnowServer;
  readonly full: WinnowServer;
}

async function twoServers(workbench: Workbench): Promise<Both & { ids: readonly number[]; size: string }> {
  const at = (name: string): string => join(workbench.folder, name, 'winnow.db');
  const most = Math.min(workbench.size, mostDecided);
  // Some of the sample's companies are only found in weeks to come.
  const first = await WinnowServer.start(workbench.server, at('standing'), Math.ceil(most * aheadShare));
  const { ids: all } = JSON.parse(String(await first.get('/api/latest_companies/preview/ids/'))) as { ids: number[] };
  await first.close();
  const ids = all.slice(0, most);
  addStanding(at('standing'), ids);
  mkdirSync(join(workbench.folder, 'memory'));
  cpSync(join(workbench.folder, 'standing'), join(workbench.folder, 'memory'), { recursive: true });
  const { companies, events, notes, lists } = addMemory(at('memory'), ids);
  return {
    bare: await WinnowServer.start(workbench.server, at('standing'), 0),
    full: await WinnowServer.start(workbench.server, at('memory'), 0),
    ids,
    size: `${events} events of ${companies} companies, ${notes} notes, ${lists} lists`,
  };
}

async function measure(rounds: number, ids: readonly number[], { bare, full }: Both): Promise<Map<string, Times>> {
  const times = new Map<string, Times>();
  for (const { name, paths } of pages) {
    const all: { bare: number[]; full: number[] } = { bare: [], full: [] };
    const ratios: number[] = [];
    // The first round warms up.
    for (let round = -1; round < rounds; round++) {
      const [theirs, ours]: [number[], number[]] = [[], []];
      const [bareBefore, fullBefore] = [processorSeconds(bare.pid), processorSeconds(full.pid)];
      for (let turn = 0; turn < asked; turn++) {
        const calls = paths((round + 1) * asked + turn, ids);
        theirs.push(await timeOf(bare, calls));
        ours.push(await timeOf(full, calls));
      }
      if (round < 0) continue;
      ratios.push((processorSeconds(full.pid) - fullBefore) / (processorSeconds(bare.pid) - bareBefore));
      all.bare.push(...theirs);
      all.full.push(...ours);
    }
    times.set(name, { ...all, ratios });
  }
  return times;
}

async function timeOf(server: WinnowServer, paths: readonly string[]): Promise<number> {
  const start = performance.now();
  await Promise.all(paths.map((path) => server.get(path)));
  return performance.now() - start;
}

function figuresOf(times: ReadonlyMap<string, Times>, size: string): RowFigures {
  const targets = new Targets();
  const parts: Part[] = [];
  let ours = Number.NaN;
  for (const { name, isList = false } of pages) {
    const { bare = [], full = [], ratios = [] } = times.get(name) ?? {};
    const ratio = median(ratios);
    parts.push({
      name: `${name}, ms`,
      ours: median(full),
      peers: { 'without the ledger': { value: median(bare), ratio: 1 / ratio, worst: 1 / Math.max(...ratios) } },
    });
    if (isList) targets.atMost(name, ratio, mostLonger, 1.05);
    if (name !== 'company page') continue;
    ours = percentile(full, 0.95);
    targets.atMost(name, ours, mostPageMs, 25);
  }
  const { met, stretchMet, notes } = targets;
  return { ours, peers: {}, parts, met, stretchMet, notes: [...notes, size] };
}
