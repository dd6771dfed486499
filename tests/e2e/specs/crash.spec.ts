import { expect } from 'playwright/test';
import { defaultFilters } from '../../../src/shared/domain/filters.ts';
import { test } from '../fixtures.ts';
import { api, call } from '../pages/bridge.ts';

const moves = 200;

test('F1 kill -9 in the middle of 200 moves loses none', async ({ start }) => {
  const first = await start({ sample: 3000 });
  const list = await api(first.page, 'createSmartList', {
    body: { name: 'Crash test', filters: defaultFilters(), fill: true },
  });
  const { results } = await api(first.page, 'listEntries', {
    query: { user_smart_list_id: list.id, page_size: moves },
  });
  expect(results).toHaveLength(moves);

  // All acknowledged at once, so that the kill comes while most are unsent, however fast the machine is.
  await call(first.page, 'moves.enqueue', {
    to: 'Archive',
    targets: results.map((entry) => ({
      entryId: entry.inboxEntryId,
      companyId: entry.id,
      name: entry.name,
      from: 'None' as const,
      siblings: [],
    })),
  });
  const { pending } = await call(first.page, 'moves.get', null);
  await first.kill();
  expect(pending.length).toBeGreaterThan(0);

  const second = await start({ sample: 3000 });
  await expect.poll(async () => (await call(second.page, 'moves.get', null)).pending.length).toBe(0);
  const archived = await api(second.page, 'listEntries', { query: { tag_archive: 'true', page_size: 1000 } });
  expect(archived.results.map((entry) => entry.inboxEntryId).toSorted(ascending)).toEqual(
    results.map((entry) => entry.inboxEntryId).toSorted(ascending),
  );
});

function ascending(a: number, b: number): number {
  return a - b;
}
