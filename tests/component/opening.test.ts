import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BridgeClient } from '#shared/bridge/client.ts';
import { current, seen, TestApp, until } from './app.tsx';

let app: TestApp;
beforeEach(async () => {
  app = await TestApp.start(200);
});
afterEach(() => app.stop());

/** Lets main answer `moves.get` at once and keeps the answers back until `release`. */
function heldSnapshots() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let answered = 0;
  const call =
    (plain: BridgeClient['call']): BridgeClient['call'] =>
    async (name, input) => {
      const reply = await plain(name, input);
      if (name !== 'moves.get') return reply;
      answered += 1;
      await released;
      return reply;
    };
  return { call, release, answered: () => answered };
}

it('shows no row before it is known what is on its way', async () => {
  const list = await app.other.makeList('All');
  const { call, release, answered } = heldSnapshots();
  app.open(`/list/smart/${list.id}`, call);
  await until(() => expect(answered()).toBeGreaterThan(0));
  await until(() => expect(app.called.filter((name) => name === 'api.request').length).toBeGreaterThan(1));
  expect(current()).toBe('');
  expect(screen.queryByText(/^1 of/)).toBeNull();
  release();
  await seen(`1 of ${list.total}`);
});
