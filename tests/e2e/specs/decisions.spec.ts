import { expect } from 'playwright/test';
import { test } from '../fixtures.ts';
import { objections } from '../pages/axe.ts';
import { api } from '../pages/bridge.ts';
import { at, current, press } from '../pages/list.ts';
import { countIn, expectScreen, makeList, openList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

test('M1 what is decided in one list is left out of the next, said with its number, and shown by the switch with its history', async ({
  start,
}) => {
  const { page } = await start({ sample: 500 });
  const first = await makeList(page, 'Early', { stages: ['inv_stage_seed'] });
  await openList(page, first);
  const archived = (await current(page).textContent()) ?? '';
  await press(page, 'e');
  await at(page, 1, first.total - 1);
  const watched = (await current(page).textContent()) ?? '';
  await press(page, 'w');
  await at(page, 1, first.total - 2);
  await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(1);
  await expect.poll(() => countIn(page, 'tag_archive')).toBe(1);

  const second = await makeList(page, 'Everything', {});
  await openList(page, second);
  await expect(page.getByText('2 decided before: left out', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('2 decided before: shown', { exact: true })).toBeVisible();
  const chip = page.getByRole('row').filter({ hasText: archived }).locator('.w-cell-list').first();
  await expect(chip).toHaveText('Archive');
  await expect(chip).toHaveAttribute('title', /^Archive since /);

  // Its history, in the reading pane and on its page.
  await page.getByRole('row').filter({ hasText: archived }).first().click();
  await press(page, 'Space');
  const decisions = page.getByRole('region', { name: 'Decisions' });
  await expect(decisions.getByRole('listitem')).toHaveText([/^Archived .* in “Early”$/]);
  await page.keyboard.press('Enter');
  await expectScreen(page, archived);
  await expect(decisions.getByRole('listitem')).toHaveText([/^Archived .* in “Early”$/]);
  await press(page, '0');
  await expect.poll(() => countIn(page, 'tag_archive')).toBe(0);

  // Undecided again, it is in both inboxes, and one fewer is left out.
  await go(page, `/list/smart/${second.id}`);
  await expectScreen(page, 'Everything');
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(page.getByText('1 decided before: left out', { exact: true })).toBeVisible();
  await at(page, 1, second.total + 1);
  await expect(page.getByRole('row').filter({ hasText: watched })).toHaveCount(0);
});

test('reasons are kept in Settings by keyboard, and axe has nothing to object', async ({ start }) => {
  const { page } = await start({ sample: 50 });
  await go(page, '/settings');
  const list = page.getByRole('list', { name: 'Reasons' });
  await expect(list.getByRole('textbox')).toHaveCount(7);
  const add = page.getByRole('textbox', { name: 'New reason' });
  await add.fill('Too late');
  await add.press('Enter');
  await expect(list.getByRole('textbox')).toHaveCount(8);
  await page.getByRole('button', { name: 'Move up: Too late' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Move up: Too late' })).toBeFocused();
  await page.getByRole('button', { name: 'Retire: Price' }).click();
  await expect(page.getByRole('button', { name: 'Bring back: Price' })).toBeVisible();
  await expect
    .poll(async () => (await api(page, 'listReasons')).reasons.slice(5))
    .toMatchObject([
      { name: 'Price', retired: true },
      { name: 'Too late', retired: false },
      { name: 'Seen before', retired: false },
    ]);
  expect(await objections(page)).toEqual([]);
});
