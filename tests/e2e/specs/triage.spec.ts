import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures.ts';
import { api, call } from '../pages/bridge.ts';
import { at, chord, current, press } from '../pages/list.ts';
import { countIn, expectScreen, makeList, openList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

test('the keys that lead somewhere: open and back, similar, search, palette, shortcuts, regions, chords, inboxes', async ({
  start,
}) => {
  const { page } = await start({ sample: 1000 });
  const grown = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  const young = await makeList(page, 'Young', { stages: ['inv_stage_pre_seed'] });
  await openList(page, grown);

  // Enter opens, u and Esc lead back to the same row, with the keyboard on it.
  await press(page, 'j', 'j');
  const name = (await current(page).textContent()) ?? '';
  for (const back of ['u', 'Escape']) {
    await press(page, 'Enter');
    await expectScreen(page, name);
    await press(page, back);
    await at(page, 3, grown.total);
    await expect(current(page)).toHaveText(name);
    await expect(page.getByRole('grid')).toBeFocused();
  }
  await press(page, 's');
  await expect(page.getByRole('grid', { name: `Companies similar to ${name}` })).toBeFocused();
  await press(page, 'u');
  await at(page, 3, grown.total);

  const search = page.getByRole('textbox', { name: 'Search companies' });
  await press(page, '/');
  await expect(search).toBeFocused();
  await press(page, 'Escape');
  await expect(search).not.toBeFocused();
  for (const [key, dialog] of [
    ['?', 'Shortcuts'],
    ['Control+k', 'Command palette'],
  ] as const) {
    await press(page, key);
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await press(page, 'Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }

  await press(page, '[');
  await expect(page.getByRole('button', { name: 'Show the sidebar' })).toBeVisible();
  await press(page, '[');
  await expect(page.getByRole('button', { name: 'Hide the sidebar' })).toBeVisible();

  // F6 goes round the regions and comes back to the table.
  const seen: string[] = [];
  while (seen.at(-1) !== 'table' && seen.length < 10) {
    await press(page, 'F6');
    seen.push(await focusedRegion(page));
  }
  expect(seen).toEqual(expect.arrayContaining(['header', 'sidebar', 'table']));

  await press(page, 'Tab');
  await expectScreen(page, young.name);
  await at(page, 1, young.total);
  await press(page, 'Shift+Tab');
  await expectScreen(page, grown.name);

  const fullest = young.total > grown.total ? young : grown;
  for (const [key, heading] of [
    ['d', 'Dashboard'],
    ['s', 'Search'],
    ['i', fullest.name],
    ['w', 'Watchlist'],
    ['o', 'Opportunities'],
    ['a', 'Archive'],
    ['c', 'Collections'],
    ['r', 'Reports'],
  ] as const) {
    await chord(page, key);
    await expectScreen(page, heading);
  }
});

test('the keys of one company: back to None, collections, own window, focus mode, the same on its page', async ({
  start,
}) => {
  const { page, opened } = await start({ sample: 1000 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  await openList(page, list);

  // 0 and Backspace take a decision back where it is shown: in the list it went to.
  await press(page, 'w', 'w');
  await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(2);
  await chord(page, 'w');
  await at(page, 1, 2);
  await press(page, '0');
  await press(page, 'Backspace');
  await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(0);
  await expect(page.getByText('Watchlist is empty')).toBeVisible();

  // Back in the inbox one is where one was, with the two rows above that are undecided again.
  await chord(page, 'i');
  await at(page, 3, list.total);
  const name = (await current(page).textContent()) ?? '';
  await press(page, 'c');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Collection' }).fill('Shortlist');
  await press(page, 'Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect
    .poll(async () => (await api(page, 'listCollections')).results.map((item) => [item.name, item.companies.length]))
    .toEqual([['Shortlist', 1]]);
  // Where there is a collection Enter takes the first.
  await press(page, 'c');
  await expect(page.getByRole('dialog').getByRole('option', { name: /^Shortlist/ })).toBeVisible();
  await press(page, 'Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(`${name} is in Shortlist already.`)).toBeVisible();

  // The reading pane tells of the collection; t turns to the next description.
  await press(page, 'Space');
  const pane = page.getByRole('complementary', { name: 'Company' });
  await expect(pane.getByRole('heading', { name, level: 2 })).toBeVisible();
  await expect(pane.getByRole('region', { name: 'Where it is' })).toContainText('Shortlist');
  await expect(pane.getByRole('region', { name: 'Where it is' })).toContainText('not decided');
  await press(page, 'Space');

  const own = await opened(() => press(page, 'Shift+Enter'));
  await expect(own.getByRole('heading', { name, level: 1 })).toBeVisible();
  await own.keyboard.press('o');
  await expect.poll(() => countIn(page, 'tag_opportunities')).toBe(1);
  await own.keyboard.press('z');
  await expect.poll(() => countIn(page, 'tag_opportunities')).toBe(0);
  await own.close();

  // Focus mode has the same keys.
  await press(page, 'Shift+f');
  const mode = page.getByRole('region', { name: 'Focus mode' });
  await expect(mode.getByRole('heading', { name, level: 1 })).toBeVisible();
  await press(page, 'e');
  await expect(mode.getByRole('heading', { name, level: 1 })).toHaveCount(0);
  await expect.poll(() => countIn(page, 'tag_archive')).toBe(1);
  await press(page, 'Escape');
  await expect(mode).toHaveCount(0);

  // So has the company's page.
  await press(page, 'z');
  await expect(current(page)).toHaveText(name);
  await press(page, 'Enter');
  await expectScreen(page, name);
  await expect(page.getByRole('region', { name: 'Where it is' })).toContainText(list.name);
  await press(page, '2');
  await expect.poll(() => countIn(page, 'tag_opportunities')).toBe(1);
});

test('UX rule 4 a move that the server refuses later puts its row back and leaves the cursor where it is', async ({
  start,
}) => {
  const { page } = await start({ sample: 500 });
  await go(page, '/list/search');
  await at(page, 1);
  const first = (await current(page).textContent()) ?? '';
  const company = (await api(page, 'searchCompanies', { query: { text_search: first } })).items.find(
    ({ name }) => name === first,
  );
  await press(page, 'j', 'j', 'j', 'j');
  await at(page, 5);
  const name = (await current(page).textContent()) ?? '';
  // A company of the first row, by an entry that is not there any more.
  const target = { entryId: 900_001, companyId: company?.id ?? 0, name: first, from: 'None' as const, siblings: [] };
  await call(page, 'moves.enqueue', { to: 'Archive', targets: [target] });
  await expect(page.getByText('1 move was refused')).toBeVisible();
  await at(page, 5);
  await expect(current(page)).toHaveText(name);
  await press(page, 'j');
  await at(page, 6);
});

test('a held e decides row after row, none twice and none left out', async ({ start }) => {
  const { page } = await start({ sample: 1000 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a', 'inv_stage_seed'] });
  const { entries } = await api(page, 'listEntryIds', { query: { user_smart_list_id: list.id } });
  await openList(page, list);
  const held = 60;
  // A key that is down repeats: each of these is such a repeat.
  for (let repeat = 0; repeat < held; repeat++) await page.keyboard.down('e');
  await page.keyboard.up('e');
  await expect(page.getByText(`${held} decided`, { exact: true })).toBeVisible();
  await expect(page.getByText(`${list.total - held} left`, { exact: true })).toBeVisible();
  await expect.poll(() => countIn(page, 'tag_archive'), { timeout: 60_000 }).toBe(held);
  const archived = await api(page, 'listEntries', { query: { tag_archive: 'true', page_size: 1000 } });
  const first = entries.slice(0, held).map(({ id }) => id);
  expect(archived.results.map((entry) => entry.inboxEntryId).toSorted(ascending)).toEqual(first.toSorted(ascending));
});

test('selecting a range, and deciding all of a list at once', async ({ start }) => {
  const { page } = await start({ sample: 2000 });
  const list = await makeList(page, 'All stages', {});
  expect(list.total).toBeGreaterThan(500);
  await openList(page, list);
  const bar = page.getByRole('toolbar', { name: 'Selection' });

  // Shift and a click select from the current row to the one clicked on.
  const rows = page.getByRole('row').filter({ has: page.locator('.w-cell-name-text') });
  await rows
    .nth(3)
    .locator('.w-cell-name-text')
    .click({ modifiers: ['Shift'] });
  await expect(bar.getByText('4 selected')).toBeVisible();
  await press(page, 'Escape');
  await expect(bar).toHaveCount(0);

  // All that match, also those that are not loaded: what is left follows at once, and z takes it back as one step.
  await press(page, 'Control+a');
  await expect(bar.getByText(`All ${list.total.toLocaleString('en')} that match`)).toBeVisible();
  await bar.getByRole('button', { name: /^Archive/ }).click();
  await expect(page.getByText('Inbox clear')).toBeVisible();
  await press(page, 'z');
  await expect(page.getByText(`${list.total.toLocaleString('en')} left`, { exact: true })).toBeVisible();
  await expect.poll(() => countIn(page, 'tag_archive'), { timeout: 90_000 }).toBe(0);
});

/** The region of the frame that has the focus. */
async function focusedRegion(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset['region'] ?? '');
}

function ascending(a: number, b: number): number {
  return a - b;
}

test('a company of two smart lists leaves a special list whole, and comes back whole', async ({ start }) => {
  const { page } = await start({ sample: 500 });
  const some = await makeList(page, 'Some', { stages: ['inv_stage_seed'] });
  await makeList(page, 'Same', { stages: ['inv_stage_seed'] });
  await openList(page, some);
  const name = (await current(page).textContent()) ?? '';
  await press(page, 'w');
  await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(1);

  // A load of its own, so that the list knows only what the server says.
  await page.goto(new URL('/list/watchlist', page.url()).href);
  await at(page, 1, 1);
  await expect(current(page)).toHaveText(name);
  await press(page, 'e');
  await expect.poll(() => countIn(page, 'tag_archive')).toBe(1);
  await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(0);
  await press(page, 'z');
  await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(1);
  expect(await countIn(page, 'tag_archive')).toBe(0);
  const { results } = await api(page, 'listEntries', { query: { tag_watchlist: 'true' } });
  expect(results[0]?.doubles).toHaveLength(1);
});
