import { expect, test } from 'vitest';
import { Lane } from './inTurns.ts';

test('S22 of long work one piece of anybody’s goes on in each turn of the event loop, in the order of asking', async () => {
  const lane = new Lane();
  const pieces: string[] = [];
  const turns: number[] = [];
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const work = async (name: string, length: number): Promise<void> => {
    for (let piece = 1; piece <= length; piece++) {
      await lane.next();
      pieces.push(`${name}${piece}`);
      turns.push(turn);
    }
  };
  await Promise.all([work('a', 4), work('b', 2), work('c', 1)]);
  isOver = true;
  expect(pieces).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  expect(new Set(turns).size).toBe(turns.length);
  // It goes on after a rest, too.
  await lane.next();
});
