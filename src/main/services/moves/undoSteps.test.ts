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

describe('companies that are gone with their entries', () => {
  it('I16 an undo that meets what is not there is done, also after a restart', async () => {
    bench.attach();
    bench.queue.enqueue(decision('Watchlist', 1, 2));
    await drained();
    bench.server.fail(() => 'resetBefore');
    bench.queue.undo();
    await eventually(() => expect(bench.queue.state().status).toBe('lost'));
    bench.server.fail((request) => (request.path.endsWith('/1/') ? { status: 404 } : 'ok'));
    bench.restart();
    bench.attach();
    await drained();
    expect(bench.queue.state().failed).toEqual([]);
    expect(bench.server.lists.get(2)).toBe('None');
  });

  it('are in no step: one of nothing else is gone, any other keeps the rest', async () => {
    bench.attach();
    const both = bench.queue.enqueue(decision('Archive', 1, 2));
    const alone = bench.queue.enqueue(decision('Watchlist', 3));
    await drained();
    bench.queue.forgetCompanies([1, 3]);
    bench.clock.advance(200);
    expect(gone()).toEqual([alone.stepId]);
    expect(bench.queue.undo()).toMatchObject({ stepId: both.stepId, placements: [{ entryId: 2, list: 'None' }] });
    await drained();
    expect(bench.queue.undo()).toBeNull();
    expect([1, 2, 3].map((entry) => bench.server.lists.get(entry))).toEqual(['Archive', 'None', 'Watchlist']);
  });

  it('have no moves: not those that wait, not those that were refused, and none that comes to nothing later', async () => {
    bench.server.fail((request) => (request.path.endsWith('/1/') ? { status: 404 } : 'resetBefore'));
    bench.attach();
    bench.queue.enqueue(decision('Watchlist', 1, 2, 3));
    await eventually(() => expect(bench.queue.state()).toMatchObject({ status: 'lost', failed: [{ companyId: 1 }] }));
    bench.queue.forgetCompanies([1, 3]);
    expect(bench.queue.state().failed).toEqual([]);
    expect(bench.queue.snapshot().pending.map(({ entryId }) => entryId)).toEqual([2]);
    bench.server.fail((request) => (request.path.endsWith('/3/') ? { status: 404 } : 'ok'));
    bench.clock.advance(5000);
    await drained();
    // A window that has not heard of it yet decides one of them.
    bench.queue.enqueue(decision('Archive', 3));
    await drained();
    expect(bench.queue.state().failed).toEqual([]);
    expect(bench.server.effects.map(({ entry }) => entry)).toEqual([2]);
  });
});
