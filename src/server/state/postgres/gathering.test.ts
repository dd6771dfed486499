import { expect, test } from 'vitest';
import { Gathering } from './gathering.ts';

/** Work that ends when it is told to. */
function gathering(atOnce: number, most: number): { all: Gathering<number>; begun: number[][]; end: () => void } {
  const begun: number[][] = [];
  const ends: (() => void)[] = [];
  const all = new Gathering<number>(atOnce, most, (items) => {
    begun.push([...items]);
    return new Promise((resolve) => ends.push(resolve));
  });
  return { all, begun, end: () => ends.shift()?.() };
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

test('what comes in one moment is done together, and at once', async () => {
  const { all, begun } = gathering(2, 10);
  all.add(1);
  all.add(2);
  await settled();
  expect(begun).toEqual([[1, 2]]);
  all.add(3);
  await settled();
  expect(begun).toEqual([[1, 2], [3]]);
});

test('what comes while enough is under way waits for its end, and goes together in its order', async () => {
  const { all, begun, end } = gathering(1, 3);
  all.add(0);
  await settled();
  for (const item of [1, 2, 3, 4]) {
    all.add(item);
    await settled();
  }
  expect(begun).toEqual([[0]]);
  end();
  await settled();
  expect(begun).toEqual([[0], [1, 2, 3]]);
  end();
  await settled();
  expect(begun.at(-1)).toEqual([4]);
});
