import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QueueBench } from '../testing/queueBench.ts';
import { eventually } from '../testing/eventually.ts';

const child = fileURLToPath(new URL('../testing/queueChild.ts', import.meta.url));
let bench: QueueBench;
beforeEach(async () => {
  bench = await QueueBench.start();
});
afterEach(async () => {
  await bench.stop();
});

describe('kill -9', () => {
  it.each([1, 37, 120, 200])(
    'F1 I1 I3 after %i acknowledged moves: none is lost, none is applied twice, order holds',
    async (killAfter) => {
      bench.queue.stop();
      const running = spawn(process.execPath, [child, bench.path, bench.server.origin, '200'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let acknowledged = 0;
      for await (const line of createInterface({ input: running.stdout })) {
        if (line === 'end') break;
        acknowledged = Number(line);
        if (acknowledged >= killAfter) break;
      }
      running.kill('SIGKILL');
      if (running.exitCode === null && running.signalCode === null) await once(running, 'exit');

      bench.queue = bench.newQueue();
      bench.queue.start();
      bench.attach();
      await eventually(() => expect(bench.queue.state().status).toBe('idle'));
      expect(bench.queue.state().failed).toEqual([]);
      const applied = bench.server.effects.map(({ entry }) => entry);
      expect(applied).toEqual(applied.toSorted((a, b) => a - b));
      expect(new Set(applied).size).toBe(applied.length);
      // Every acknowledged one is there; the one that was written and not yet told may be, too.
      expect(applied.slice(0, acknowledged)).toEqual(Array.from({ length: acknowledged }, (_, index) => index + 1));
      for (const { entry, list } of bench.server.effects) expect(list).toBe(entry % 2 === 0 ? 'Watchlist' : 'Archive');
    },
    20_000,
  );
});
