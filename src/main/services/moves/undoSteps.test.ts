import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decision, QueueBench, target } from '../testing/queueBench.ts';
import { eventually } from '../testing/eventually.ts';

// Real files and sockets, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

let bench: QueueBench;
beforeEach(async () => {
  bench = await QueueBench.start();
});
afterEach(async () => {
  await bench.stop();
});

/** Waits until the queue has nothing on its way. */
async function drained(): Promise<void> {
  await eventually(() => expect(bench.queue.state().status).toBe('idle'));
}

const gone = (): string[] => bench.heard.flatMap((event) => (event.name === 'moves.changed' ? event.payload.gone : []));

describe('steps that can be taken back', () => {
  it('are named to every window, and those that cannot be any more are told of once', async () => {
    bench.attach();
    const [first, second] = [
      bench.queue.enqueue(decision('Watchlist', 1)),
      bench.queue.enqueue(decision('Archive', 2)),
    ];
    expect(bench.queue.snapshot().steps).toEqual([first.stepId, second.stepId]);
    await drained();
    bench.queue.undo();
    bench.clock.advance(200);
    expect(gone()).toEqual([second.stepId]);
    expect(bench.queue.snapshot().steps).toEqual([first.stepId]);
    // What moves nothing is no step.
    const idle = bench.queue.enqueue({ to: 'Watchlist', targets: [target(1, 'Watchlist')] });
    await drained();
    bench.clock.advance(400);
    expect(gone()).toEqual([second.stepId, idle.stepId]);
  });

  it('are none after a restore, which every window is told of with what is on its way', async () => {
    bench.server.fail(() => ({ status: 503 }));
    bench.attach();
    bench.queue.enqueue(decision('Watchlist', 1));
    await eventually(() => expect(bench.queue.state().status).toBe('lost'));
    bench.queue.forgetUndo();
    const reset = bench.heard.flatMap((event) => (event.name === 'moves.reset' ? event.payload : []));
    expect(reset).toMatchObject([{ steps: [], undoDepth: 0, pending: [{ entryId: 1, list: 'Watchlist' }] }]);
    expect(bench.queue.undo()).toBeNull();
  });
});
