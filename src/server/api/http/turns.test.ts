import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairTurns } from './turns.ts';

const wanted = (): boolean => true;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  test('S22 whoever asks a hundred times at once is passed by whoever asks once', async () => {
    const turns = new FairTurns({ atOnce: 100, waiting: 100 });
    const begun: string[] = [];
    const calls = Array.from({ length: 100 }, (_, i) => turns.take('many', wanted).then(() => begun.push(`many ${i}`)));
    await nextTurn();
    const one = turns.take('one', wanted).then(() => begun.push('one'));
    await Promise.all([...calls, one]);
    // Those that had begun, one that was about to, and then this one.
    expect(begun.indexOf('one')).toBeLessThanOrEqual(3);
    expect(begun.filter((name) => name !== 'one')).toEqual(Array.from({ length: 100 }, (_, i) => `many ${i}`));
  });

  test('S22 no two calls begin in one turn of the event loop, so that sockets are read between them', async () => {
    const turns = new FairTurns({ atOnce: 10, waiting: 10 });
    let begun = 0;
    for (const owner of ['a', 'b', 'c']) void turns.take(owner, wanted).then(() => (begun += 1));
    const seen: number[] = [];
    for (let turn = 0; turn < 4; turn++) {
      await Promise.resolve();
      await Promise.resolve();
      seen.push(begun);
      await nextTurn();
    }
    expect(Math.max(...seen.map((count, turn) => count - (seen[turn - 1] ?? 0)))).toBe(1);
    expect(begun).toBe(3);
  });

  test('S22 one owner has so many under way and no more, and each end lets one of theirs begin', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(2), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 4 }),
        async (calls, atOnce) => {
          const turns = new FairTurns({ atOnce, waiting: 100 });
          const underWay = new Map<number, number>();
          const done = calls.map(async (owner) => {
            const end = await turns.take(String(owner), wanted);
            const now = (underWay.get(owner) ?? 0) + 1;
            underWay.set(owner, now);
            expect(now).toBeLessThanOrEqual(atOnce);
            await nextTurn();
            await nextTurn();
            underWay.set(owner, underWay.get(owner)! - 1);
            end();
            // Ending twice counts once.
            end();
          });
          await Promise.all(done);
          expect(turns.size).toBe(0);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('S22 those too many are refused, and those that nobody waits for any more never begin', async () => {
    const turns = new FairTurns({ atOnce: 1, waiting: 2 });
    const end = await turns.take('a', wanted);
    let isWanted = true;
    const [left, stayed] = [turns.take('a', () => isWanted), turns.take('a', wanted)];
    await expect(turns.take('a', wanted)).rejects.toMatchObject({ code: 'rate_limited' });
    isWanted = false;
    const gone = expect(left).rejects.toMatchObject({ code: 'cancelled' });
    end();
    await gone;
    (await stayed)();
    expect(turns.size).toBe(0);
  });

  test('S22 an owner of nothing but a call that nobody waits for is not remembered', async () => {
    const turns = new FairTurns({ atOnce: 1, waiting: 2 });
    const end = await turns.take('a', wanted);
    await expect(turns.take('b', () => false)).rejects.toMatchObject({ code: 'cancelled' });
    expect(turns.size).toBe(1);
    end();
    expect(turns.size).toBe(0);
  });
});
