import { expect, test } from 'vitest';
import { asFresh, type Freshness } from './freshness.ts';

/** A server that has some changes, of a store that has others. */
function server(here: number, there: number): Freshness & { here: number; there: number; caughtUp: number } {
  return {
    here,
    there,
    caughtUp: 0,
    async newestHere() {
      return this.here;
    },
    async newest() {
      return this.there;
    },
    async catchUp() {
      this.caughtUp += 1;
    },
  };
}

function asking(seen?: string): Headers {
  return new Headers(seen === undefined ? {} : { 'Winnow-Seen': seen });
}

test('an answer says which change it has, whatever the caller has seen', async () => {
  for (const seen of [undefined, '', '0', '3', '7', 'many', '-1', '1e99']) {
    const one = server(7, 9);
    expect(await asFresh(one, asking(seen))).toEqual({ 'Winnow-Generation': '7' });
    expect(one.caughtUp).toBe(0);
  }
});

test('whoever has seen a newer one waits until it is here', async () => {
  const one = server(7, 9);
  const fetching = setTimeout(() => (one.here = 9), 50);
  expect(await asFresh(one, asking('8'))).toEqual({ 'Winnow-Generation': '9' });
  expect(one.caughtUp).toBe(1);
  clearTimeout(fetching);
});

test('after two seconds the answer is what is there, and says that it is behind', async () => {
  const one = server(7, 9);
  one.catchUp = () => Promise.reject(new Error('The database is away.'));
  const started = performance.now();
  expect(await asFresh(one, asking('9'))).toEqual({ 'Winnow-Generation': '7', 'Winnow-Stale': 'true' });
  expect(performance.now() - started).toBeGreaterThan(1900);
});

test('nobody waits for what a store does not have, as after it was put back', async () => {
  const one = server(7, 7);
  expect(await asFresh(one, asking('1000'))).toEqual({ 'Winnow-Generation': '7' });
  expect(one.caughtUp).toBe(0);
});

test('a store that does not answer keeps nobody longer than that', async () => {
  const one = { ...server(7, 9), newest: () => new Promise<number>(() => undefined) };
  const started = performance.now();
  expect(await asFresh(one, asking('9'))).toEqual({ 'Winnow-Generation': '7', 'Winnow-Stale': 'true' });
  expect(performance.now() - started).toBeLessThan(3000);
});
