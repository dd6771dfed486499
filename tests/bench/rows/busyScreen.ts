import type { Page } from 'playwright';
import type { BenchRow } from '../benchRow.ts';
import { api, call } from '../../e2e/pages/bridge.ts';
import { go } from '../../e2e/pages/screens.ts';
import { percentile } from '../measure/figures.ts';
import { Targets } from '../measure/ratios.ts';
import type { ScreenBench } from '../screen/screenBench.ts';

/** Keys of one run, at the pace of a user who decides with care: five a second. */
const keys = 150;
const perSecond = 5;
/** Moves waiting in the queue when the keys start. */
const backlog = 3000;

/** What the page recorded while keys arrived. */
interface Noted {
  /** From each key to the next frame, in milliseconds, as browsers count interactions. */
  readonly interactionMs: number[];
  /** By how much a timer of the page was late, in milliseconds. */
  readonly lagMs: number[];
  /** Tasks of more than 50 ms, in milliseconds. */
  readonly longTasks: number[];
}

/** T18: the same keys while nothing else runs, and while an import, the queue and exports run. */
export const busyScreenRow: BenchRow = {
  id: 'T18',
  metric: 'deciding while an import, the move queue and exports run: interaction to next paint, p99',
  unit: 'ms',
  must: 'p95 at most 2x of idle in the same run',
  stretch: 'p99 at most 2x of idle',
  async run(workbench) {
    const screen = await workbench.screen();
    await screen.openInbox('hidden');
    await watchInteractions(screen.page);
    const idle = await decideFor(screen.page);
    const work = await startWork(screen);
    const busy = await decideFor(screen.page);
    const went = await work.stop();
    const interaction = percentile(busy.interactionMs, 0.99);
    const lag = percentile(busy.lagMs, 0.99);
    const targets = new Targets();
    const against = (share: number): number =>
      percentile(busy.interactionMs, share) / percentile(idle.interactionMs, share);
    targets.atMost('p95 against idle', against(0.95), 2, against(0.99) <= 2 ? 2 : 0);
    targets.printed('p99 against idle', against(0.99));
    const { met, stretchMet, notes } = targets;
    return {
      ours: interaction,
      peers: {},
      parts: [
        { name: 'the same, nothing else going on', ours: percentile(idle.interactionMs, 0.99), peers: {} },
        { name: 'interaction p95', ours: percentile(busy.interactionMs, 0.95), peers: {} },
        { name: 'the same, nothing else going on', ours: percentile(idle.interactionMs, 0.95), peers: {} },
        { name: 'lag of the loop p99', ours: lag, peers: {} },
        { name: 'the same, nothing else going on', ours: percentile(idle.lagMs, 0.99), peers: {} },
        { name: `tasks over 50 ms in ${keys} keys`, ours: busy.longTasks.length, peers: {} },
        { name: 'the longest of them', ours: Math.max(0, ...busy.longTasks), peers: {} },
        { name: `tasks over 50 ms, nothing else going on`, ours: idle.longTasks.length, peers: {} },
      ],
      met,
      stretchMet,
      notes: [...notes, went],
    };
  },
};

async function watchInteractions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noted: Noted = { interactionMs: [], lagMs: [], longTasks: [] };
    Object.assign(globalThis, { benchInteractions: noted });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) noted.longTasks.push(duration);
    }).observe({ type: 'longtask' });
    const every = 20;
    let due = performance.now() + every;
    setInterval(() => {
      const now = performance.now();
      noted.lagMs.push(Math.max(0, now - due));
      due = now + every;
    }, every);
    const onKeyDown = ({ timeStamp }: KeyboardEvent): void => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => noted.interactionMs.push(performance.now() - timeStamp));
        port1.start();
        port2.postMessage(null);
      });
    };
    addEventListener('keydown', onKeyDown, true);
  });
}

/** Decides company after company, and returns what was recorded meanwhile. */
async function decideFor(page: Page): Promise<Noted> {
  await page.evaluate(clearNoted);
  const start = performance.now();
  for (let key = 0; key < keys; key++) {
    const wait = start + (key * 1000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    await page.keyboard.press('e');
  }
  return page.evaluate(clearNoted);
}

/** Runs in the page. */
function clearNoted(): Noted {
  const { benchInteractions: noted } = globalThis as unknown as { benchInteractions: Noted };
  return {
    interactionMs: noted.interactionMs.splice(0),
    lagMs: noted.lagMs.splice(0),
    longTasks: noted.longTasks.splice(0),
  };
}

/** Starts an import, thousands of moves and one export after another; `stop` says how far they got. */
async function startWork({ page, inbox, file }: ScreenBench): Promise<{ stop(): Promise<string> }> {
  await go(page, '/workspace');
  await page.locator('input[type="file"]').first().setInputFiles(file);
  await page
    .getByRole('button', { name: /^Import/ })
    .last()
    .click();
  await go(page, `/list/smart/${inbox}`);
  await page.locator('.w-current').first().waitFor();
  await queueMoves(page, inbox);
  const ended = new AbortController();
  let exported = 0;
  const exporting = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await exportOnce(page, inbox);
      exported += 1;
    }
  };
  const exports = exporting();
  return {
    async stop() {
      ended.abort();
      await exports;
      const { pending } = await call(page, 'moves.get', null);
      const { job } = await call(page, 'workspace.get', null);
      const imported = job === null ? 'no import' : `import ${job.state}`;
      return `${backlog} moves queued, ${pending.length} left; ${exported} exports; ${imported}`;
    },
  };
}

/** Queues the last companies of the inbox, which the keys do not reach. */
async function queueMoves(page: Page, inbox: number): Promise<void> {
  const { entries } = await api(page, 'listEntryIds', { query: { user_smart_list_id: inbox, tag_archive: 'false' } });
  const targets = entries.slice(-backlog).map(({ id, company_id: companyId }) => ({
    entryId: id,
    companyId,
    name: '',
    from: 'None' as const,
    siblings: [],
  }));
  await call(page, 'moves.enqueue', { to: 'Watchlist', targets });
}

async function exportOnce(page: Page, inbox: number): Promise<void> {
  const started = await call(page, 'exports.start', {
    source: { kind: 'smartList', id: inbox },
    name: 'Bench',
    columns: [],
    bom: false,
  });
  for (;;) {
    const job = (await call(page, 'exports.list', null)).find(({ id }) => id === started?.id);
    if (job?.state !== 'running') return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
