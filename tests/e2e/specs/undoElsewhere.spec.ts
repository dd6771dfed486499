import { expect, type Page } from 'playwright/test';
import { ready, test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { api } from '../pages/bridge.ts';
import { at, current, press } from '../pages/list.ts';
import { countIn, expectScreen, makeList, openList, type MadeList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

/** How many companies of the list are undecided on the server. */
async function left(page: Page, { id }: MadeList): Promise<number> {
  return (await api(page, 'listSmartLists')).results.find((list) => list.id === id)?.unratedCount ?? 0;
}

/** Opens another tab of the same browser. */
async function openTab(page: Page, path: string): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await page.evaluate((to) => void window.open(to), path);
  const tab = await opening;
  await ready(tab);
  return tab;
}

test(
  'undo in a tab goes by what another tab has taken back: every undecided company stays in its inbox',
  browserShellOnly,
  async ({ start }) => {
    const { page: first } = await start({ sample: 1000 });
    const list = await makeList(first, 'Grown', { stages: ['inv_stage_series_a'] });
    await openList(first, list);
    const second = await openTab(first, `/list/smart/${list.id}`);
    await at(second, 1, list.total);

    await first.bringToFront();
    await press(first, 'e', 'e');
    await expect.poll(() => countIn(first, 'tag_archive')).toBe(2);
    await expect(first.getByText('2 decided')).toBeVisible();
    await second.bringToFront();
    await press(second, 'z');
    await expect.poll(() => left(first, list)).toBe(list.total - 1);
    await expect(first.getByText('1 decided')).toBeVisible();

    await first.bringToFront();
    await press(first, 'z');
    await expect.poll(() => left(first, list)).toBe(list.total);
    await at(first, 1, list.total);
    await expect(first.getByText('1 decided')).toHaveCount(0);
    await press(first, 'z');
    await expect(first.getByText('Nothing to undo.').first()).toBeVisible();
    await at(first, 1, list.total);
    expect(await left(first, list)).toBe(list.total);
  },
);

test(
  'after a restore nothing can be undone in any tab, and nothing undecided is hidden',
  browserShellOnly,
  async ({ start }) => {
    const { page: first } = await start({ sample: 1000 });
    const list = await makeList(first, 'Grown', { stages: ['inv_stage_series_a'] });
    await openList(first, list);
    const name = (await current(first).textContent()) ?? '';
    await go(first, '/workspace');
    await first.getByRole('button', { name: 'Back up now' }).click();
    await expect(first.getByText('is complete and was checked.')).toBeVisible({ timeout: 60_000 });
    const second = await openTab(first, `/list/smart/${list.id}`);
    await at(second, 1, list.total);
    await press(second, 'e', 'e');
    await expect.poll(() => left(first, list)).toBe(list.total - 2);

    await first.bringToFront();
    const backups = first.getByRole('list', { name: 'Backups' }).getByRole('listitem');
    await backups.getByRole('button', { name: /^Restore/ }).click();
    await first.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(first.getByText('The backup was restored.')).toBeVisible({ timeout: 60_000 });
    await expect.poll(() => left(first, list)).toBe(list.total);

    for (const tab of [second, first]) {
      await tab.bringToFront();
      if (tab === first) await go(tab, `/list/smart/${list.id}`);
      await expectScreen(tab, list.name);
      await expect(tab.getByText('2 decided')).toHaveCount(0);
      await press(tab, 'z');
      await expect(tab.getByText('Nothing to undo.').first()).toBeVisible();
      await expect(tab.getByText(`of ${list.total}`, { exact: false }).filter({ visible: true }).first()).toBeVisible();
      await expect(tab.getByRole('row').filter({ has: tab.getByText(name, { exact: true }) })).toHaveCount(1);
    }
    expect(await left(first, list)).toBe(list.total);
  },
);

test(
  'what was decided about an import that is taken back is not undone, and nothing is shown as refused',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 1000 });
    const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
    await go(page, '/workspace');
    const rows = ['name,website,stage', 'Zimport,https://zimport.example,Series A', ''].join('\n');
    await page
      .getByLabel('Files to import')
      .setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
    await expect(page.getByRole('cell', { name: 'https://zimport.example' })).toBeVisible();
    await page.getByRole('checkbox', { name: /sample/i }).setChecked(false);
    await page
      .getByRole('button', { name: /^Import(?! as known)/ })
      .last()
      .click();
    await expect.poll(() => left(page, list), { timeout: 60_000 }).toBe(list.total + 1);

    await openList(page, { ...list, total: list.total + 1 });
    // What was imported is new, and nothing else is: it comes first.
    await expect(current(page)).toHaveText('Zimport');
    await press(page, 'j', 'e');
    await expect.poll(() => countIn(page, 'tag_archive')).toBe(1);
    await press(page, 'Home');
    await expect(current(page)).toHaveText('Zimport');
    await press(page, 'w');
    await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(1);

    await go(page, '/workspace');
    await page.getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await expect(page.getByText('1 company removed')).toBeVisible({ timeout: 60_000 });
    await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(0);

    await go(page, '/list/archive');
    await at(page, 1, 1);
    // The step before it is the newest now.
    await press(page, 'z');
    await expect(page.getByText(/^Undone: Archived/).first()).toBeVisible();
    await expect.poll(() => countIn(page, 'tag_archive')).toBe(0);
    await press(page, 'z');
    await expect(page.getByText('Nothing to undo.').first()).toBeVisible();
    await expect(page.getByText(/to Watchlist\.$/)).toHaveCount(0);
    await expect(page.getByText('refused')).toHaveCount(0);
  },
);
