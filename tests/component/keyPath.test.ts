import { fireEvent } from '@testing-library/react';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { at, current, patience, rowOf, TestApp } from './app.tsx';
import { FilesRun } from './filesRun.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start(300);
});
afterAll(() => app.stop());

/** Before the key's handler: what finds it. */
const finding = /^keyboard\//;
/** Small parts that know nothing of lists or decisions: stores, timers, words. */
const parts = /^ui\//;

it('a w passes twelve files of the renderer at most, from its handler to the bridge and to its row', async () => {
  const list = await app.other.makeList('All');
  app.open(`/list/smart/${list.id}`);
  await at(1, list.total);
  // The first one loads what later ones find.
  await app.press('w');
  await vi.waitFor(async () => expect(await app.other.countIn('tag_watchlist')).toBe(1), patience);
  await vi.waitFor(() => expect(rowOf(current())).not.toBeNull(), patience);

  const run = new FilesRun();
  const name = current();
  const calls = app.called.length;
  run.take();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'w', code: 'KeyW' });
  expect(rowOf(name)?.textContent).toContain('Watchlist');
  expect(current()).not.toBe(name);
  for (let turn = 0; turn < 20 && !app.called.slice(calls).includes('moves.enqueue'); turn++) await Promise.resolve();
  const files = [...run.take().keys()].toSorted();
  run.end();
  expect(app.called.slice(calls)).toContain('moves.enqueue');

  const passed = files.filter((file) => !finding.test(file) && !parts.test(file));
  expect(passed).toContain('decide/reduce.ts');
  expect(passed.length, passed.join('\n')).toBeLessThanOrEqual(12);
  await vi.waitFor(async () => expect(await app.other.countIn('tag_watchlist')).toBe(2), patience);
});
