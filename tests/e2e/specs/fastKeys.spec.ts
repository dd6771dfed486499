import { setTimeout as delay } from 'node:timers/promises';
import { expect, type Page, type Route } from 'playwright/test';
import { test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { api, call } from '../pages/bridge.ts';
import { burst, burstEvery } from '../pages/burst.ts';
import { at, current, press } from '../pages/list.ts';
import { countIn, expectScreen, makeList, openList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

test('what is typed right after a dialog was asked for stands in its field, and Esc gives the keyboard back', async ({
  start,
  complaints,
}) => {
  const { page } = await start({ sample: 1000 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  await openList(page, list);

  await burst(page, 'c', ...work);
  await leaves(page, 'work');
  await burst(page, 'F2', ...work);
  // The name is selected: typing replaces it.
  await leaves(page, 'work');
  await press(page, 'Control+k');
  await burst(page, ...work);
  await leaves(page, 'work');

  // From the palette into a dialog; w and o would decide companies.
  await press(page, 'Control+k');
  await burst(page, ...'collection'.split(''), 'ArrowDown', 'Enter', ...work);
  await leaves(page, 'work');

  // For a selection of rows that are not loaded, the ids still have to be fetched.
  await press(page, 'Control+a');
  await burst(page, 'c', ...work);
  await expect(page.getByRole('dialog', { name: `Add ${list.total} companies to a collection` })).toBeVisible();
  await leaves(page, 'work');
  await press(page, 'Escape');

  // What is pressed right after a dialog closes goes to the list again.
  await burst(page, '?', 'Escape', 'j');
  await at(page, 2, list.total);
  await expect(
    page.locator('[data-region="status"]').getByText(`${list.total} undecided`, { exact: true }),
  ).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a key that turns something over works each time, however fast it comes', browserShellOnly, async ({ start }) => {
  const { page } = await start({ sample: 500 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  await openList(page, list);
  const pane = page.getByRole('complementary', { name: 'Company' });
  const sidebar = page.getByRole('button', { name: 'Hide the sidebar' });
  await burst(page, 'Space', 'Space', 'Space', '[', '[', '[');
  await expect(pane).toBeVisible();
  await expect(sidebar).toHaveCount(0);
  await burst(page, 'Space', 'Space', '[', '[');
  await settled(page);
  await expect(pane).toBeVisible();
  await expect(sidebar).toHaveCount(0);
  await burst(page, 'Space', '[');
  await expect(pane).toHaveCount(0);
  await expect(sidebar).toBeVisible();
  // An answer to one of these keys is not taken for an answer to the next.
  await expect.poll(async () => (await call(page, 'preferences.get', null)).readingPane).toBe('hidden');

  // Even if saving what the first of them changed takes longer than saving the second.
  await page.route(
    '**/rpc',
    slow((body) => body.includes('"readingPane":"right"')),
  );
  const answer = (side: string): Promise<unknown> =>
    page.waitForResponse((reply) => (reply.request().postData() ?? '').includes(`"readingPane":"${side}"`));
  const saved = Promise.all([answer('right'), answer('hidden')]);
  await burst(page, 'Space', 'Space');
  await expect(pane).toHaveCount(0);
  await settled(page);
  await saved;
  await expect(pane).toHaveCount(0);
  await page.reload();
  await at(page, 1, list.total);
  await expect(pane).toHaveCount(0);
});

test('a key that comes before the one before it has been done means what it would mean after that', async ({
  start,
}) => {
  const { page } = await start({ sample: 1000 });
  const grown = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  await makeList(page, 'Young', { stages: ['inv_stage_pre_seed'] });
  const last = await makeList(page, 'Younger', { stages: ['inv_stage_seed'] });
  const said = page.getByRole('status', { name: 'Decisions' });
  await openList(page, grown);
  await burst(page, 'J', 'J');
  await expectScreen(page, last.name);
  await at(page, 1, last.total);

  // The contents of a whole list have to be fetched; the undo still means that decision.
  await openList(page, grown);
  await press(page, 'Control+a');
  await burst(page, 'e', 'z');
  await expect(said).toHaveText(`Undone: Archived ${grown.total} companies.`);
  await expect(
    page.locator('[data-region="status"]').getByText(`${grown.total} undecided`, { exact: true }),
  ).toBeVisible();
  await expect.poll(() => countIn(page, 'tag_archive'), { timeout: 60_000 }).toBe(0);

  // A company being opened takes the next key, whether its page is there or not.
  const name = (await current(page).textContent()) ?? '';
  await burst(page, 'Enter', 'e');
  await expectScreen(page, name);
  await expect.poll(() => countIn(page, 'tag_archive')).toBe(1);
  await press(page, 'Escape');
  await at(page, 1, grown.total - 1);

  // Focus mode announces what was decided and then the current company; u leads back to the list.
  const next = (await current(page).textContent()) ?? '';
  await press(page, 'Shift+f');
  await expect(said).toHaveText(next);
  await press(page, 'w');
  const mode = page.getByRole('region', { name: 'Focus mode' });
  await expect(mode.getByRole('heading', { level: 1 })).not.toHaveText(next);
  const nextOne = (await mode.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await expect(said).toHaveText(`Moved ${next} to Watchlist. ${grown.total - 2} undecided. ${nextOne}`);
  await press(page, 'u');
  await expect(mode).toHaveCount(0);
  await expectScreen(page, grown.name);
});

test('40 decisions with r and a digit at once, ten keys a second: the server has every one with its reason', async ({
  start,
}) => {
  const { page } = await start({ sample: 2000 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a', 'inv_stage_seed'] });
  expect(list.total).toBeGreaterThan(60);
  const { reasons } = await api(page, 'listReasons');
  const { entries } = await api(page, 'listEntryIds', { query: { user_smart_list_id: list.id } });
  await openList(page, list);
  const lists = { e: 'tag_archive', w: 'tag_watchlist', o: 'tag_opportunities' } as const;
  const groups = Array.from({ length: 40 }, (_, number) => {
    return [(['e', 'w', 'o'] as const)[number % 3]!, 'r', String((number % 7) + 1)] as const;
  });
  const said = new Map(
    groups.map(([key, , digit], number) => {
      return [entries[number]!.id, `${lists[key]}: ${reasons[Number(digit) - 1]!.name}`];
    }),
  );
  await burstEvery(page, 300, groups);
  await at(page, 1, list.total - 40);
  const onServer = async (): Promise<Map<number, string>> => {
    const found = new Map<number, string>();
    for (const flag of Object.values(lists)) {
      const { results } = await api(page, 'listEntries', { query: { [flag]: 'true', page_size: 200 } });
      for (const entry of results) found.set(entry.inboxEntryId, `${flag}: ${entry.reason}`);
    }
    return found;
  };
  // They are sent one after another, which takes its time on a busy machine.
  await expect.poll(onServer, { timeout: 120_000 }).toEqual(said);
});

test(
  'a reason, and until when, pressed before the row has come are about the company that was meant',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 1000 });
    const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a', 'inv_stage_seed'] });
    const { entries } = await api(page, 'listEntryIds', { query: { user_smart_list_id: list.id } });
    // A slow server: the list's first page of 25 is there, the next ones are on their way.
    await page.route('**/rpc', async (route) => {
      await delay(200);
      await route.fallback();
    });
    await openList(page, list);
    const keys = Array.from({ length: 60 }, (_, number) => ['e', 'r', String((number % 3) + 1)]);
    await burst(page, ...keys.flat(), 'h', '1', 'h', '3', 'w', 'r', '4');
    await expect(
      page.locator('[data-region="status"]').getByText(`${list.total - 63} undecided`, { exact: true }),
    ).toBeVisible({ timeout: 60_000 });
    await page.unroute('**/rpc');
    const inList = async (flag: string): Promise<[number, string][]> => {
      const { results } = await api(page, 'listEntries', { query: { [flag]: 'true', page_size: 100 } });
      return results.map(({ inboxEntryId, reason }) => [inboxEntryId, reason]);
    };
    const idOf = (number: number): number => entries[number]?.id ?? 0;
    const reasons = ['Too early', 'Not our market', 'Location'];
    const archived = keys.map((_, number) => [idOf(number), reasons[number % 3]] as const);
    await expect.poll(async () => new Map(await inList('tag_archive')), { timeout: 60_000 }).toEqual(new Map(archived));
    expect(await inList('tag_watchlist')).toEqual([[idOf(62), 'Team']]);
    expect(new Map(await inList('tag_later'))).toEqual(new Map([60, 61].map((number) => [idOf(number), ''])));
  },
);

test('while a key is held, the counts of the screen agree with each other in every frame', async ({ start }) => {
  const { page } = await start({ sample: 1000 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  await openList(page, list);
  // What is left is fetched separately from the rows.
  await expect(
    page.locator('[data-region="status"]').getByText(`${list.total} undecided`, { exact: true }),
  ).toBeVisible();
  await page.evaluate(() => {
    const seen = new Set<string>();
    const figures = 'header p[aria-live], footer[aria-label="Status"] > div > span';
    const watch = (): void => {
      seen.add([...document.querySelectorAll(figures)].map(({ textContent }) => textContent).join(' | '));
      requestAnimationFrame(watch);
    };
    watch();
    Object.assign(window, { seenCounts: seen });
  });
  const decisions = Math.min(40, list.total - 5);
  for (let key = 0; key < decisions; key++) await page.keyboard.down('e');
  await page.keyboard.up('e');
  await at(page, 1, list.total - decisions);
  await expect(page.locator('.w-decided')).toHaveCount(0);
  const seen = await page.evaluate(() => [...(window as unknown as { seenCounts: Set<string> }).seenCounts]);
  // A slow machine draws many decisions in one frame.
  expect(seen.length).toBeGreaterThan(1);
  for (const text of seen) {
    const [, total, place, whole, left] = /(\d+) compan(?:y|ies) \| (\d+) of (\d+) \| (\d+) undecided/.exec(text) ?? [];
    const [, decided = '0'] = /(\d+) decided/.exec(text) ?? [];
    expect({ text, total, whole, left }).toEqual({ text, total, whole: total, left: total });
    expect(Number(left) + Number(decided), text).toBe(list.total);
    expect(Number(place), text).toBeLessThanOrEqual(Number(whole));
  }
});

/** Waits until earlier calls to main have been answered: calls are answered in order. */
async function settled(page: Page): Promise<void> {
  await call(page, 'preferences.get', null);
}

/** Delays such calls by half a second. */
function slow(isSlow: (body: string) => boolean): (route: Route) => Promise<void> {
  return async (route) => {
    if (isSlow(route.request().postData() ?? '')) await delay(500);
    await route.continue();
  };
}

/** A word with two letters that are decisions. */
const work = ['w', 'o', 'r', 'k'] as const;

/** Expects that text in the dialog's field; Esc then closes the dialog, and the table has the keyboard. */
async function leaves(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue(text);
  await press(page, 'Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('grid')).toBeFocused();
}

test(
  'keys that outrun the rows that are loaded decide the company that was meant',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 1000 });
    // The second page is slow.
    await page.route('**/rpc', async (route) => {
      const body = route.request().postData() ?? '';
      if (body.includes('"searchCompanies"') && !body.includes('"page":0')) {
        await new Promise((resolve) => setTimeout(resolve, 1200));
      }
      await route.continue();
    });
    await go(page, '/list/search');
    await at(page, 1);
    await burst(page, ...'j'.repeat(26).split(''), 'w');
    const meant = page.locator('.ag-row[row-index="26"] .w-cell-name-text');
    await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(1);
    const { results } = await api(page, 'listEntries', { query: { tag_watchlist: 'true' } });
    expect(results.map(({ name }) => name)).toEqual([await meant.textContent()]);
  },
);
