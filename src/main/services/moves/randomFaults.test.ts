import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { listNames, type ListName } from '#shared/domain/listName.ts';
import type { Fault } from '../testing/moveServer.ts';
import { eventually } from '../testing/eventually.ts';
import { QueueBench, target } from '../testing/queueBench.ts';

const fault = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Fault>('ok') },
  { weight: 1, arbitrary: fc.constantFrom<Fault>('resetBefore', 'resetAfter', 'html', 'notOk', { status: 503 }) },
);
const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ entry: fc.integer({ min: 1, max: 5 }), to: fc.constantFrom(...listNames) }),
  },
  { weight: 2, arbitrary: fc.constant('undo' as const) },
  { weight: 2, arbitrary: fc.constant('wait' as const) },
  { weight: 1, arbitrary: fc.constant('restart' as const) },
);

/** Lets requests and answers pass. */
async function letPass(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

it('I1 I2 I3 I4 I5 F8 F10 F12 whatever fails on the way, the server ends up with what the user saw last', async () => {
  const schedule = fc.tuple(
    fc.array(action, { maxLength: 40, size: 'max' }),
    fc.array(fault, { minLength: 1, maxLength: 30, size: 'max' }),
  );
  await fc.assert(
    fc.asyncProperty(schedule, async ([actions, faults]) => {
      const bench = await QueueBench.start();
      const shown = new Map<number, ListName>();
      let faulty = true;
      bench.server.fail((_, index) => (faulty ? (faults[index % faults.length] ?? 'ok') : 'ok'));
      bench.attach();
      try {
        for (const next of actions) {
          if (next === 'wait') {
            await letPass();
            // The pause after a fault.
            bench.clock.advance(5000);
          } else if (next === 'restart') {
            bench.queue.stop();
            // What the one before had sent may be at the server still; of one queue there is never more than one move.
            await letPass();
            bench.restart();
            bench.attach();
          } else if (next === 'undo') {
            for (const { entryId, list } of bench.queue.undo()?.placements ?? []) shown.set(entryId ?? 0, list);
          } else {
            const from = shown.get(next.entry) ?? 'None';
            bench.queue.enqueue({ to: next.to, targets: [target(next.entry, from)] });
            shown.set(next.entry, next.to);
          }
        }
        faulty = false;
        await eventually(() => {
          bench.clock.advance(5000);
          expect(bench.queue.state()).toMatchObject({ status: 'idle', failed: [] });
        });
        for (const [entry, list] of shown) expect(bench.server.lists.get(entry) ?? 'None').toBe(list);
        const keys = bench.server.effects.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        expect(bench.server.mostAtOnce).toBeLessThanOrEqual(1);
      } finally {
        await bench.stop();
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);
