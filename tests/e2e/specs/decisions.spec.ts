import { expect } from 'playwright/test';
import { test } from '../fixtures.ts';
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
