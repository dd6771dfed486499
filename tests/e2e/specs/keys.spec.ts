import { expect, type Page } from 'playwright/test';
import { emptyFilters, type FilterSet } from '../../../src/shared/domain/filters.ts';
import { test } from '../fixtures.ts';
import { api, call } from '../pages/bridge.ts';
import { at, closeFilters, current, press } from '../pages/list.ts';
import { expectScreen } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

test('the keys of a list do what they say: moving, deciding, undoing, selecting, copying, pane and filters', async ({
  start,
}) => {
  const { page, context } = await start({ sample: 1000 });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const list = await api(page, 'createSmartList', { body: ofStage('Grown', 'inv_stage_series_a') });
  await api(page, 'createSmartList', { body: ofStage('Younger', 'inv_stage_pre_seed') });
  const total = (await api(page, 'listSmartLists')).results.find(({ id }) => id === list.id)?.totalCount ?? 0;
  await go(page, `/list/smart/${list.id}`);
  await at(page, 1, total);
  const names = (await api(page, 'listEntries', { query: { user_smart_list_id: list.id, page_size: 30 } })).results.map(
    ({ name }) => name,
  );

  // Moving.
  await press(page, 'j', 'ArrowDown', 'j', 'k');
  await expect(current(page)).toHaveText(names[2] ?? '');
  await press(page, 'ArrowUp', 'k');
  await at(page, 1, total);

  // Deciding: both keys of each list, Undo step by step, back to None.
  for (const [keys, to] of decisions) {
    for (const key of keys) {
      const name = (await current(page).textContent()) ?? '';
      await press(page, key);
      await expect(current(page)).not.toHaveText(name);
      await expect.poll(() => namesIn(page, to)).toContain(name);
    }
  }
  await press(page, 'z', 'Control+z', 'z', 'z', 'z', 'z');
  await at(page, 1, total);
  await expect(current(page)).toHaveText(names[0] ?? '');
  for (const [, to] of decisions) await expect.poll(() => namesIn(page, to)).toEqual([]);

  // Selecting, including rows that are not loaded; Esc clears.
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await press(page, 'x');
  await expect(bar.getByText('1 selected')).toBeVisible();
  await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown');
  await expect(bar.getByText('3 selected')).toBeVisible();
  await press(page, 'Shift+ArrowUp', 'Control+a');
  await expect(bar.getByText(new RegExp(String.raw`^(All ${total} matches|${total} selected)$`))).toBeVisible();
  await press(page, 'e');
  await expect(page.getByText('Inbox clear')).toBeVisible();
  // From here Tab goes to the next inbox.
  await press(page, 'Tab');
  await expectScreen(page, 'Younger');
  await press(page, 'z');
  await go(page, `/list/smart/${list.id}`);
  await at(page, 1, total);
  await expect.poll(() => namesIn(page, 'tag_archive'), { timeout: 60_000 }).toEqual([]);
  await press(page, 'Escape');
  await expect(bar).toHaveCount(0);

  // Copying, the reading pane, filters.
  await press(page, 'y');
  await expect(page.getByText('Copied 1 company.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n')[0]?.split('\t')[0]).toBe('Company');
  expect(copied.split('\n')[1]?.split('\t')[0]).toBe(await current(page).textContent());
  const pane = page.getByRole('complementary', { name: 'Company' });
  await press(page, 'Space');
  await expect(pane.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await press(page, 'j', 'Space');
  await expect(pane).toHaveCount(0);
  await press(page, 'f');
  await expect(page.getByRole('complementary', { name: 'Filters' })).toBeVisible();
  await closeFilters(page);
});

test('keys can be changed, a conflict is named, and single letters switched off', async ({ start }) => {
  const { page } = await start({ sample: 1000 });
  await go(page, '/settings');
  await page.getByRole('button', { name: 'Change shortcut: Move to Archive' }).click();
  const dialog = page.getByRole('dialog', { name: 'Shortcut for “Move to Archive”' });
  await press(page, 'w');
  await expect(dialog.getByText('Already used by “Move to Watchlist”, which will no longer have a key.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Press again' }).click();
  await press(page, 'q');
  await dialog.getByRole('button', { name: 'Use' }).click();
  await expect(dialog).toHaveCount(0);

  await go(page, '/list/search');
  await at(page, 1);
  const name = (await current(page).textContent()) ?? '';
  await press(page, 'e');
  await press(page, 'q');
  await expect.poll(() => namesIn(page, 'tag_archive')).toEqual([name]);

  await call(page, 'preferences.set', { shortcuts: {} });
  await go(page, '/settings');
  await page.getByRole('switch', { name: 'Single-letter keys' }).click({ force: true });
  await expect(page.getByRole('switch', { name: 'Single-letter keys' })).not.toBeChecked();
  await go(page, '/list/search');
  await at(page, 2);
  await press(page, 'w', 'j', 'ArrowDown');
  await at(page, 3);
  expect(await namesIn(page, 'tag_watchlist')).toEqual([]);
});

test('keys pressed on coming back to a list, before its table is there, are not lost', async ({ start }) => {
  const { page } = await start({ sample: 1000 });
  const { id } = await api(page, 'createSmartList', { body: ofStage('Grown', 'inv_stage_series_a') });
  await go(page, `/list/smart/${id}`);
  await at(page, 1);
  await go(page, '/help');
  await expect(page.getByRole('heading', { name: 'Help', level: 1 })).toBeVisible();

  // A slow machine, where the status bar shows the row for a while before the table is created.
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.evaluate(async (path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
    while (!/\b1 of \d/.test(document.querySelector('footer')?.textContent ?? ''))
      await new Promise((resolve) => setTimeout(resolve));
    for (const key of ['x', 'j', 'x'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  }, `/list/smart/${id}`);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(page.getByRole('toolbar', { name: 'Selection' }).getByText('2 selected')).toBeVisible();
  await at(page, 2);
});

const decisions = [
  [['w', '1'], 'tag_watchlist'],
  [['o', '2'], 'tag_opportunities'],
  [['e', '3'], 'tag_archive'],
] as const;

/** A smart list of one stage. */
function ofStage(name: string, stage: string): { name: string; filters: FilterSet; fill: true } {
  const { include, exclude } = emptyFilters();
  return { name, filters: { include: { ...include, stages: [stage] }, exclude }, fill: true };
}

/** Names of the companies in a special list. */
async function namesIn(page: Page, tag: (typeof decisions)[number][1]): Promise<string[]> {
  const { results } = await api(page, 'listEntries', { query: { [tag]: 'true', page_size: 1000 } });
  return results.map(({ name }) => name);
}

test('product 14 F6 reaches what is on a screen also while the search is kept behind it; long texts are cut where one searches', async ({
  start,
}) => {
  const { page } = await start({ sample: 300 });
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await at(page, 1);
  await go(page, '/help');
  const settings = page.getByRole('main').getByRole('link', { name: 'Settings' });
  await expect(settings).toBeVisible();
  await expect(async () => {
    await press(page, 'F6');
    await expect(settings).toBeFocused({ timeout: 200 });
  }).toPass();

  await press(page, '/');
  await page.keyboard.insertText('lorem ipsum '.repeat(3000));
  await expect(page.getByRole('combobox', { name: 'Search companies' })).toHaveValue(/^.{500}$/);
  await press(page, 'Enter');
  await expect(page.getByText('No matches found.').first()).toBeVisible();
});
