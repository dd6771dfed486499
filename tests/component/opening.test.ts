import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BridgeClient } from '#shared/bridge/client.ts';
import { at, current, heading, seen, TestApp, until } from './app.tsx';

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

it('a window that opens listens before it asks: what becomes of a move between the two is not lost', async () => {
  const list = await app.other.makeList('All');
  const { entries } = await app.other.api<{ entries: readonly { id: number; company_id: number }[] }>('listEntryIds', {
    query: { user_smart_list_id: list.id },
  });
  const { id = 0, company_id: companyId = 0 } = entries[0] ?? {};
  const target = { entryId: id, companyId, name: 'First', from: 'None' as const, siblings: [] };
  app.sleep(true);
  await app.other.call('moves.enqueue', { to: 'Watchlist', targets: [target] });

  // Asked while the move is on its way; it is done before the answer comes.
  const { call, release, answered } = heldSnapshots();
  app.open('/list/watchlist', call);
  await until(() => expect(answered()).toBeGreaterThan(0));
  app.sleep(false);
  await until(async () => expect(await app.other.countIn('tag_watchlist')).toBe(1));
  await until(async () => expect((await app.other.call('moves.get', null)).status).toBe('idle'));
  // Then another device moves the company on: a move that is on its way for good would hide that.
  await app.moveOnOtherDevice(id, { tag_watchlist: false, tag_archive: true });
  release();
  await heading('Watchlist');
  const places = screen.getByRole('navigation', { name: 'Places' });
  await app.user.click(within(places).getByRole('link', { name: /^Archive/ }));
  await at(1, 1);
  expect(current()).not.toBe('');
});

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
