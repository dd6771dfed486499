import { expect, test } from 'vitest';
import { Places } from './places.ts';

test('so many have a place at once, the others in their order, and whoever waits too long fails', async () => {
  const places = new Places(2, 20, () => new Error('too long'));
  const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  const began: number[] = [];
  const [first, second, third] = ends.map(async ({ promise }, index) =>
    places
      .hold(async () => {
        began.push(index);
        await promise;
      })
      .catch((error: unknown) => (error as Error).message),
  );
  await Promise.resolve();
  expect(began).toEqual([0, 1]);
  ends[0]?.resolve();
  await first;
  expect(began).toEqual([0, 1, 2]);
  await new Promise((resolve) => void setTimeout(resolve, 40));
  for (const end of ends) end.resolve();
  await Promise.all([second, third]);
  // The fourth gave up; its place is there for others.
  expect(began).toEqual([0, 1, 2]);
  expect(await Promise.all([places.hold(async () => 1), places.hold(async () => 2)])).toEqual([1, 2]);
});

test('what fails gives its place back', async () => {
  const places = new Places(1, 1000, () => new Error('too long'));
  await expect(places.hold(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await places.hold(async () => 'yes')).toBe('yes');
});
