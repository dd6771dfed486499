import * as fc from 'fast-check';
import { expect, type Page, type Request } from 'playwright/test';
import { listOfEntry } from '#shared/domain/inboxEntry.ts';
import type { ListName } from '#shared/domain/listName.ts';
import type { Fault } from '../launchers/faultyWay.ts';
import { api, call } from '../pages/bridge.ts';
import { current } from '../pages/list.ts';
import { makeList, openList, type MadeList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';
import { logOut, signIn } from '../pages/signIn.ts';
import { ann, enter, test } from '../teamFixtures.ts';

const lists = { w: 'Watchlist', o: 'Opportunities', e: 'Archive' } as const;

/** What happens to calls, in turn. */
const ways = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.constant<Fault>({ cut: true }) },
    { weight: 1, arbitrary: fc.constant<Fault>({ lost: true }) },
    { weight: 1, arbitrary: fc.constantFrom<Fault>({ status: 503 }, { status: 429, headers: { 'retry-after': '1' } }) },
    { weight: 7, arbitrary: fc.integer({ min: 0, max: 600 }).map((delay): Fault => ({ delay })) },
  ),
  { minLength: 200, maxLength: 200 },
);

/** What a user does in an inbox. */
const steps = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('w', 'o', 'e', 'e', 'j') },
    { weight: 2, arbitrary: fc.constantFrom('sign out', 'revoke', 'load again') },
  ),
  { minLength: 18, maxLength: 18 },
);

/** Counts unanswered decisions: a user who leaves the page then is told that they are not confirmed (F3). */
function countUnconfirmed(page: Page): () => number {
  const asked = new Set<Request>();
  page.on('request', (request) => {
    if (request.postData()?.includes('"moves.enqueue"') === true) asked.add(request);
  });
  page.on('requestfinished', (request) => asked.delete(request));
  return () => asked.size;
}

async function openAgain(page: Page, { id }: MadeList): Promise<void> {
  await go(page, '/');
  await go(page, `/list/smart/${id}`);
  await expect(current(page)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('grid').filter({ visible: true }).focus();
}

test('on a network that loses calls and answers, through sign-outs, each decision is done once and none is lost', async ({
  start,
  server,
  way,
}) => {
  test.setTimeout(240_000);
  expect(server.url).not.toBe(way.url);
  const seed = Number(process.env['WINNOW_SEED'] ?? Date.now() % 1_000_000);
  const [[faults, plan] = [[], []]] = fc.sample(fc.tuple(ways, steps), { seed, numRuns: 1 });
  const told = `WINNOW_SEED=${seed} ${plan.join(' ')}`;
  const { page } = await start({ sample: 0 });
  const unconfirmed = countUnconfirmed(page);
  await enter(page, way, ann);
  const list = await makeList(page, 'All', {});
  let calls = 0;
  const worsen = (): void =>
    way.breakWith((_, path) => (path.startsWith('/api/') ? faults[calls++ % faults.length] : undefined));
  await openList(page, list);
  worsen();

  const meant = new Map<string, ListName>();
  for (const step of plan) {
    if (step === 'load again') {
      await expect.poll(unconfirmed).toBe(0);
      await page.reload();
      await expect(current(page), told).toBeVisible({ timeout: 60_000 });
      await page.getByRole('grid').filter({ visible: true }).focus();
    } else if (step === 'sign out' || step === 'revoke') {
      if (step === 'revoke') {
        await server.revoke(ann);
        await go(page, '/list/archive');
        await expect(page.getByText(/^Your session has ended/), told).toBeVisible({ timeout: 60_000 });
      } else await logOut(page);
      way.mend();
      await signIn(page, way.url, ann);
      await expect(page.getByRole('button', { name: 'Profile menu of Ann Lindqvist' })).toBeVisible();
      worsen();
      await openAgain(page, list);
    } else {
      const name = await current(page).innerText();
      await page.keyboard.press(step);
      if (step !== 'j') {
        // A company that comes up for decision twice had been lost track of.
        expect(meant.has(name), `${name} ${told}`).toBe(false);
        meant.set(name, lists[step]);
      }
      await expect(current(page), told).not.toHaveText(name);
    }
  }
  way.mend();
  await expect.poll(async () => (await call(page, 'moves.get', null)).pending.length, { timeout: 60_000 }).toBe(0);
  const { results } = await api(page, 'listEntries', { query: { user_smart_list_id: list.id, page_size: 1000 } });
  const found = results.map((entry) => [entry.name, listOfEntry(entry)] as const);
  expect(new Map(found.filter(([, to]) => to !== 'None')), told).toEqual(meant);
  await openAgain(page, list);
  await expect(
    page.locator('[data-region="status"]').getByText(`${list.total - meant.size} undecided`, { exact: true }),
    told,
  ).toBeVisible();
});
