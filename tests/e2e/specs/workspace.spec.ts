import { expect } from 'playwright/test';
import { test } from '../fixtures.ts';
import { api } from '../pages/bridge.ts';
import { at, press } from '../pages/list.ts';
import { countIn, makeList, openList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

test('files are looked at and checked before they are imported, an import is taken back; a backup brings all back', async ({
  start,
  complaints,
}) => {
  const { page } = await start({ sample: 500 });
  const list = await makeList(page, 'Early', { stages: ['inv_stage_seed'] });
  await openList(page, list);
  await press(page, 'w');
  await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(1);

  // A backup with a decision in it.
  await go(page, '/workspace');
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByText('is complete, and every page of it was checked.')).toBeVisible({ timeout: 60_000 });
  const backups = page.getByRole('list', { name: 'Backups' }).getByRole('listitem');
  await expect(backups).toHaveCount(1);

  // An import, counted first.
  const csv = ['name,website,place', 'Acme,https://acme.example,France', ',,Spain', ''].join('\n');
  await page
    .getByLabel('Files to import')
    .setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(page.getByRole('cell', { name: 'https://acme.example' })).toBeVisible();
  await page.getByRole('button', { name: 'Check first' }).click();
  await expect(page.getByText('Checked. Nothing was imported')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('list', { name: 'Rejected rows' })).toContainText('Line 3');
  const total = (await api(page, 'searchCompanies')).count;
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Import finished.')).toBeVisible({ timeout: 60_000 });
  expect((await api(page, 'searchCompanies')).count).toBe(1);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the rejected rows' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByText('company was taken out')).toBeVisible({ timeout: 60_000 });

  // Restored, what was decided is there again, and what was there in between is kept.
  await backups.getByRole('button', { name: /^Restore/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('The backup was restored.')).toBeVisible({ timeout: 60_000 });
  await expect(backups).toHaveCount(2);
  expect((await api(page, 'searchCompanies')).count).toBe(total);
  expect(await countIn(page, 'tag_watchlist')).toBe(1);
  await openList(page, { ...list, total: list.total - 1 });
  await at(page, 1);
  expect(complaints).toEqual([]);
});
