import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { exportAddon } from '#shared/domain/account.ts';
import { openState } from '#server/state/sqlite/file.ts';
import type { BenchRow, Part } from '../benchRow.ts';
import { memoryOf, startProgram } from '../engines/processes.ts';
import type { WinnowServer } from '../engines/winnow.ts';
import { median, percentile } from '../measure/figures.ts';
import { Targets } from '../measure/ratios.ts';
import type { Workbench } from '../workbench.ts';

/** How long the one user searches alone, and how long beside the other, in milliseconds. */
const spanMs = 8000;

/** From one answer to the next query, in milliseconds. */
const keyMs = 25;

/** Words of the sample, frequent and rare. */
const words = [
  'energy',
  'software',
  'platform',
  'health',
  'robotics',
  'food',
  'carbon',
  'payments',
  'satellite',
  'zyxqu',
];

/** How many times longer a search may take because of someone else. */
const most = 5;

/** How long after a flood its memory may still be held, in milliseconds: an export waits a minute for its next page. */
const restMs = 90_000;

/** How many times the memory of before may be in use by then. */
const mostMemory = 1.5;

interface Flood {
  /** For `floodProcess.ts`. */
  readonly kind: string;
  readonly name: string;
  /** Whether to check that its memory is released. */
  readonly isWeighed?: boolean;
}

/** What one user does to another's search, in the same run; a search that fails fails the row. */
function fairnessRow(id: string, metric: string, floods: readonly Flood[]): BenchRow {
  return {
    id,
    metric: `search p99 of one user beside another: ${metric}`,
    unit: 'x idle',
    must: `<= ${most}x of idle in the same run, and none fails`,
    stretch: '<= 3x',
    async run(workbench) {
      const server = await workbench.winnow();
      const token = await floodersToken(workbench);
      // A process's first searches compile code and fill caches.
      await timesOf(server, setTimeout(spanMs));
      const targets = new Targets();
      const parts: Part[] = [];
      const slower: number[] = [];
      for (const { kind, name, isWeighed = false } of floods) {
        const before = memoryOf(server.pid).rss;
        const rounds: { idle: number; busy: number }[] = [];
        for (let round = 0; round < workbench.longRounds; round++) {
          const idle = percentile(await timesOf(server, setTimeout(spanMs)), 0.99);
          const busy = percentile(await timesOf(server, beside(kind, server.url, token)), 0.99);
          rounds.push({ idle, busy });
        }
        const ratio = median(rounds.map(({ idle, busy }) => busy / idle));
        slower.push(ratio);
        parts.push(
          { name: `${name}, x idle`, ours: ratio, peers: {} },
          { name: `${name}: idle, ms`, ours: median(rounds.map(({ idle }) => idle)), peers: {} },
          { name: `${name}: beside it, ms`, ours: median(rounds.map(({ busy }) => busy)), peers: {} },
        );
        targets.atMost(name, ratio, most, 3);
        if (!isWeighed) continue;
        const flooded = memoryOf(server.pid).rss;
        await setTimeout(restMs);
        const after = memoryOf(server.pid).rss;
        for (const [when, ours] of Object.entries({ before, flooded, after })) {
          parts.push({ name: `${name}: memory ${when}, MB`, ours, peers: {} });
        }
        targets.atMost(`${name}: memory ${restMs / 1000} s after`, after / before, mostMemory, mostMemory);
      }
      const { met, stretchMet, notes } = targets;
      return {
        ours: Math.max(...slower),
        peers: {},
        parts,
        met,
        stretchMet,
        notes: [...notes, `${workbench.longRounds} rounds of ${spanMs / 1000} s each`],
      };
    },
  };
}

/** Milliseconds of each search by a user who types and looks, until `work` ends. */
async function timesOf(server: WinnowServer, work: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const state = { isOver: false };
  const over = work.finally(() => (state.isOver = true));
  // It may fail before it is awaited.
  over.catch(() => undefined);
  for (let asked = 0; !state.isOver; asked++) {
    const start = performance.now();
    await server.search({ bucket: '', words: [words[asked % words.length] ?? ''], filters: {} });
    times.push(performance.now() - start);
    await setTimeout(keyMs);
  }
  await over;
  return times;
}

/** Lets a separate process flood the server for a while. */
async function beside(kind: string, url: string, token: string): Promise<void> {
  const file = fileURLToPath(new URL('../engines/floodProcess.ts', import.meta.url));
  const flood = startProgram(process.execPath, [file, kind, url, token]);
  try {
    await flood.firstLine();
    await setTimeout(spanMs);
  } finally {
    await flood.stop();
  }
}

/** The token of a second user of the workspace, with everything that a user may have. */
async function floodersToken(workbench: Workbench): Promise<string> {
  const state = await openState(workbench.workspaceFile());
  try {
    const login = 'flood@bench.example';
    const known = await state.accounts.byLogin(login);
    const added =
      known ?? (await state.accounts.add({ login, name: '', role: 'analyst', addons: [exportAddon], password: '' }));
    if (typeof added === 'string') throw new Error(added);
    return await state.users.issueToken(added.id, 'bench');
  } finally {
    state.close();
  }
}

/** F1 to F3: nobody’s search waits for someone else's requests. */
export const fairnessRows: readonly BenchRow[] = [
  fairnessRow('F1', '64 connections that ask for 1,000 companies each without end', [
    { kind: 'pages', name: '64 connections' },
  ]),
  fairnessRow('F2', '512 connections that take nothing of what they asked for, or say nothing at all', [
    { kind: 'unread', name: 'unread answers' },
    { kind: 'mute', name: 'mute connections' },
  ]),
  fairnessRow('F3', '64 exports that nobody reads, or that are given up at once', [
    { kind: 'exports', name: 'unread exports', isWeighed: true },
    { kind: 'exportStarts', name: 'exports begun' },
  ]),
];
