import { expect, test, vi } from 'vitest';
import type { SocketWay } from '#node/loopbackServer.ts';
import { Doorkeeper } from './doorkeeper.ts';

const way: SocketWay = { address: '', isWanted: () => true, whenOver: () => undefined, belongsTo: () => true };

test.each([
  ['large pages', 1, (page: number) => `/api/latest_companies/preview/?page_size=1000&page=${page}`],
  ['pages of 201', 1, (page: number) => `/api/latest_companies/preview?page=${page}&page_size=201`],
  ['pages of 200', 4, (page: number) => `/api/latest_companies/preview/?page_size=200&page=${page}`],
  ['exports', 2, () => '/api/latest_companies/export/'],
  ['exports by another spelling', 2, () => '/api/latest_companies/export?x=1'],
])('of %s a user has %i at a time, and other calls beside them', async (_name, atOnce, addressOf) => {
  const users = { byToken: async () => undefined };
  const doorkeeper = new Doorkeeper(users, () => 0);
  const begun: (() => void)[] = [];
  const ask = (id: number, url: string): void => {
    const user = { id, email: '', name: '', role: 'analyst' as const, addons: [] };
    void doorkeeper.turnOf({ kind: 'user', user }, url, way).then((end) => begun.push(end));
  };
  for (let page = 0; page < 8; page++) ask(1, addressOf(page));
  await vi.waitFor(() => expect(begun).toHaveLength(atOnce));
  if (atOnce !== 4) ask(1, '/api/digest/');
  ask(2, addressOf(0));
  const others = atOnce === 4 ? 1 : 2;
  await vi.waitFor(() => expect(begun).toHaveLength(atOnce + others));
  begun[0]?.();
  await vi.waitFor(() => expect(begun).toHaveLength(atOnce + others + 1));
});
