import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures.ts';
import { api } from '../pages/bridge.ts';
import { at, chord, current, press } from '../pages/list.ts';
import { countIn, expectScreen, makeList, openList } from '../pages/lists.ts';

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

  const search = page.getByRole('combobox', { name: 'Search companies' });
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

  // F6 cycles through the regions and returns to the table.
  const seen: string[] = [];
  while (seen.at(-1) !== 'table' && seen.length < 10) {
    await press(page, 'F6');
    seen.push(await focusedRegion(page));
  }
  expect(seen).toEqual(expect.arrayContaining(['header', 'sidebar', 'table']));

  await press(page, 'Shift+J');
  await expectScreen(page, young.name);
  await at(page, 1, young.total);
  // Tab is the system's, and leaves the table.
  await press(page, 'Tab');
  await expect(page.locator('.w-grid :focus')).toHaveCount(0);
  await expectScreen(page, young.name);
  // Out there its keys are the region's; Esc gives them back to the list.
  await press(page, 'Escape', 'Shift+K');
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

  // 0 and Backspace undo a decision where it is shown: in the list it went to.
  await press(page, 'w', 'w');
  await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(2);
  await chord(page, 'w');
  await at(page, 1, 2);
  await press(page, '0');
  await press(page, 'Backspace');
  await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(0);
  await expect(page.getByText('Watchlist is empty')).toBeVisible();

  // Back in the inbox the cursor is where it was, with the two rows above undecided again.
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
  // If there is a collection, Enter takes the first.
  await press(page, 'c');
  await expect(page.getByRole('dialog').getByRole('option', { name: /^Shortlist/ })).toBeVisible();
  await press(page, 'Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(`${name} is already in Shortlist.`)).toBeVisible();

  // The reading pane shows the collection; t turns to the next description.
  await press(page, 'Space');
  const pane = page.getByRole('complementary', { name: 'Company' });
  await expect(pane.getByRole('heading', { name, level: 2 })).toBeVisible();
  await expect(pane.getByRole('region', { name: 'In your lists' })).toContainText('Shortlist');
  await expect(pane.getByRole('region', { name: 'In your lists' })).toContainText('Undecided');
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
  await expect(page.getByRole('region', { name: 'In your lists' })).toContainText(list.name);
  await press(page, '2');
  await expect.poll(() => countIn(page, 'tag_opportunities')).toBe(1);
});

/** The focused region of the frame. */
async function focusedRegion(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset['region'] ?? '');
}
