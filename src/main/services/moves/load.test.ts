import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decision, QueueBench, target } from '../testing/queueBench.ts';
import { eventually } from '../testing/eventually.ts';

// Real files and sockets, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What is still in use. */
function heapInMegabytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

let bench: QueueBench;
beforeEach(async () => {
  bench = await QueueBench.start();
});
afterEach(async () => {
  await bench.stop();
});

describe('a long queue', () => {
  it('I15 takes 10,000 in one transaction and more on top, in bounded memory, and has them after a restart', async () => {
    bench.server.fail(() => ({ status: 503 }));
    bench.attach();
    const before = heapInMegabytes();
    const targets = Array.from({ length: 10_000 }, (_, index) => target(index + 1));
    const step = bench.queue.enqueue({ to: 'Archive', targets });
    expect(step).toMatchObject({ label: 'Moved 10,000 companies to Archive', undoDepth: 1 });
    await eventually(() => expect(bench.queue.state().status).toBe('lost'));
    for (let entry = 20_001; entry <= 20_300; entry++) bench.queue.enqueue(decision('Watchlist', entry));
    expect(bench.queue.state().progress).toEqual([
      { list: 'Watchlist', total: 300, pending: 300 },
      { list: 'Archive', total: 10_000, pending: 10_000 },
    ]);
    // About 7 MB; what the test itself holds of them counts, too.
    expect(heapInMegabytes() - before).toBeLessThan(60);

    bench.restart();
    bench.attach();
    expect(bench.queue.snapshot().pending).toHaveLength(10_300);
  });

  it('I6 I16 F25 a hot entry costs one request, and a step of thousands is taken back whole', async () => {
    bench.server.fail((_, index) => (index === 0 ? { status: 503 } : 'ok'));
    bench.attach();
    bench.queue.enqueue(decision('Archive', 500));
    await eventually(() => expect(bench.queue.state().status).toBe('lost'));
    const lists = ['Watchlist', 'Opportunities', 'Archive'] as const;
    for (let turn = 0; turn < 300; turn++) bench.queue.enqueue(decision(lists[turn % 3] ?? 'None', 1));
    const all = Array.from({ length: 3000 }, (_, index) => target(index + 1000));
    bench.queue.enqueue({ to: 'Watchlist', targets: all });
    expect(bench.queue.undo()?.placements).toHaveLength(3000);
    bench.clock.advance(5000);
    await eventually(() => expect(bench.queue.state().status).toBe('idle'));
    expect(bench.server.effects.map(({ entry, list }) => [entry, list])).toEqual([
      [500, 'Archive'],
      [1, 'Archive'],
    ]);
  });
});
