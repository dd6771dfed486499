import { expect } from 'playwright/test';
import { listOfEntry } from '../../../src/shared/domain/inboxEntry.ts';
import { test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { api, call } from '../pages/bridge.ts';
import { at, current, press } from '../pages/list.ts';
import { countIn, expectScreen, keepToast, makeList, openList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

test('a company page follows the list it was opened from, goes on after a decision, and leads back to where one was', async ({
  start,
}) => {
  const { page } = await start({ sample: 500 });
  const list = await makeList(page, 'Early', { stages: ['inv_stage_seed'] });
  const { results } = await api(page, 'listEntries', { query: { user_smart_list_id: list.id, page_size: 4 } });
  const [first = '', second = '', third = '', fourth = ''] = results.map(({ name }) => name);
  await openList(page, list);
  await press(page, 'Enter');
  await expectScreen(page, first);
  await expect(page.getByRole('button', { name: 'Previous company in the list' })).toBeDisabled();
  await press(page, 'j');
  await expectScreen(page, second);
  await press(page, 'j');
  await expectScreen(page, third);
  await expect(page.getByText(`3 of ${list.total}`, { exact: true })).toBeVisible();
  await press(page, 'w');
  await expectScreen(page, fourth);
  await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(1);
  await press(page, 'z');
  await expectScreen(page, third);
  await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(0);
  await page.getByRole('group', { name: 'Decide' }).getByRole('button', { name: 'Watchlist' }).click();
  await expectScreen(page, fourth);
  await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(1);
  // The row leaves the list behind the page after a moment.
  await expect(page.getByText(`3 of ${list.total - 1}`, { exact: true })).toBeVisible();
  await press(page, 'k');
  await expectScreen(page, second);
  await press(page, 'Escape');
  await at(page, 2, list.total - 1);
  await expect(current(page)).toHaveText(second);
  const watched = await api(page, 'listEntries', { query: { tag_watchlist: 'true' } });
  expect(watched.results.map(({ name }) => name)).toEqual([third]);
});

test('a company leaves a collection on its page and comes back with Undo; a company that is not there says so', async ({
  start,
}) => {
  const { page } = await start({ sample: 500 });
  const { items } = await api(page, 'searchCompanies', { query: { page_size: 1 } });
  const id = items[0]?.id ?? 0;
  const { id: collection } = await api(page, 'createCollection', { body: { name: 'Shortlist', description: '' } });
  await api(page, 'addCollectionItem', { body: { collection, company_id: id } });
  const held = async (): Promise<number> => (await api(page, 'listCollections')).results[0]?.companies.length ?? 0;
  await go(page, `/company/${id}`);
  await page.getByRole('button', { name: 'Remove from Shortlist' }).click();
  await keepToast(page);
  await expect.poll(held).toBe(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(held).toBe(1);
  await expect(page.getByRole('region', { name: 'In your lists' })).toContainText('Shortlist');

  await go(page, '/company/999999999');
  await expectScreen(page, 'This company no longer exists');
});

test(
  '0 right after 2 takes a company back, also before its lists are known and where it is in several',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 500 });
    const early = await makeList(page, 'Early', { stages: ['inv_stage_seed'] });
    await makeList(page, 'Everything', {});
    const inEarly = { user_smart_list_id: early.id, page_size: 1 };
    const [company] = (await api(page, 'listEntries', { query: inEarly })).results;
    const places = async (): Promise<string[]> => {
      const { results } = await api(page, 'listEntries', { query: { company_id: company?.id ?? 0 } });
      return results.map((entry) => listOfEntry(entry));
    };
    const isSent = async (): Promise<boolean> => {
      const { status, pending } = await call(page, 'moves.get', null);
      return status === 'idle' && pending.length === 0;
    };

    // The page asks for the company's entries, and the answer is late.
    const answer = Promise.withResolvers<void>();
    const asked = page.waitForRequest((request) => (request.postData() ?? '').includes('"page_size":100}'));
    await page.route('**/rpc', async (route) => {
      if (/"listEntries".*"company_id"/.test(route.request().postData() ?? '')) await answer.promise;
      await route.continue();
    });
    await go(page, `/company/${company?.id ?? 0}`);
    await expectScreen(page, company?.name ?? '');
    await asked;
    const opportunities = page.getByRole('button', { name: 'Opportunities' });
    await press(page, '2');
    await expect(opportunities).toHaveAttribute('aria-pressed', 'true');
    await press(page, '0');
    await expect(opportunities).toHaveAttribute('aria-pressed', 'false');
    answer.resolve();
    await expect(page.getByRole('region', { name: 'In your lists' })).toContainText('Everything');
    await press(page, '2');
    await expect(opportunities).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(places).toEqual(['Opportunities', 'Opportunities']);
    await press(page, '0');
    await expect(opportunities).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(places).toEqual(['None', 'None']);
    await expect.poll(isSent).toBe(true);
    expect(await places()).toEqual(['None', 'None']);
    await press(page, 'z');
    await expect.poll(places).toEqual(['Opportunities', 'Opportunities']);
  },
);

test('a key on a company’s page is judged by where the company is, not by where it was when its page was last open', async ({
  start,
}) => {
  test.skip(
    process.env['WINNOW_E2E_SHELL'] === 'electron',
    'Only the browser shell asks by fetch, which is listened to.',
  );
  const { page } = await start({ sample: 500 });
  const list = await makeList(page, 'Early', { stages: ['inv_stage_seed'] });
  const query = { user_smart_list_id: list.id, page_size: 1 };
  const [company] = (await api(page, 'listEntries', { query })).results;
  await openList(page, list);
  // Opened by its address, its page does not go on to the next company.
  await go(page, `/company/${company?.id ?? 0}`);
  await expect(page.getByRole('region', { name: 'In your lists' })).toContainText('Undecided');
  await press(page, 'e');
  await expect(page.getByRole('region', { name: 'In your lists' })).toContainText('Archive');
  await go(page, `/list/smart/${list.id}`);
  await at(page, 1, list.total - 1);
  await press(page, 'z');
  await at(page, 1, list.total);
  await expect.poll(() => countIn(page, 'tag_archive')).toBe(0);
  const isIdle = async (): Promise<boolean> => (await call(page, 'moves.get', null)).status === 'idle';
  await expect.poll(isIdle).toBe(true);

  // The page shows what it knew, and asks again; the key comes after the answer has arrived but before it is drawn.
  await page.evaluate(() => {
    const ask = globalThis.fetch.bind(globalThis);
    let isPressed = false;
    globalThis.fetch = async (input, init) => {
      const response = await ask(input, init);
      // Once: the decision leads on to the next company, which asks, too.
      if (!isPressed && typeof init?.body === 'string' && /"listEntries".*"company_id"/.test(init.body)) {
        isPressed = true;
        const read = response.json.bind(response);
        response.json = async () => {
          const value: unknown = await read();
          setTimeout(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true })));
          return value;
        };
      }
      return response;
    };
  });
  await press(page, 'Enter');
  await expect.poll(() => countIn(page, 'tag_archive')).toBe(1);
});
