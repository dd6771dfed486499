import { readFileSync } from 'node:fs';
import { expect, type Page } from 'playwright/test';
import { objections } from '../pages/axe.ts';
import { current, press } from '../pages/list.ts';
import { makeList, openList } from '../pages/lists.ts';
import { test } from '../teamFixtures.ts';

/** Runs a command by its name in the palette. */
async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(title);
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('button', { name: title, exact: true }).click();
}

test('M9 Opportunities are handed over for Affinity, then only the new ones, and the history has both', async ({
  start,
}) => {
  const { page } = await start({ sample: 300 });
  const list = await makeList(page, 'Early', { stages: ['inv_stage_seed'] });
  await openList(page, list);
  const first = (await current(page).textContent()) ?? '';
  await press(page, 'o');
  const second = (await current(page).textContent()) ?? '';
  await press(page, 'o');
  const third = (await current(page).textContent()) ?? '';

  const dialog = page.getByRole('dialog', { name: 'Hand over Opportunities' });
  const handOver = async (): Promise<{ name: string; bytes: Buffer }> => {
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Hand over', exact: true }).click();
    const download = await downloading;
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  await runCommand(page, 'Hand over Opportunities');
  await expect(dialog.getByRole('radio', { name: 'All 2 Opportunities' })).toBeChecked();
  expect(await objections(page)).toEqual([]);
  const whole = await handOver();
  expect(whole.name).toMatch(/^winnow-affinity-\d{4}-\d\d-\d\d\.zip$/);
  await expect(page.getByText('Handed over 2 companies').first()).toBeVisible();

  await runCommand(page, 'Hand over Opportunities');
  await expect(dialog.getByRole('radio', { name: /^None is new since your last hand-over on / })).toBeDisabled();
  await page.keyboard.press('Escape');
  await press(page, 'o');
  await runCommand(page, 'Hand over Opportunities');
  await expect(dialog.getByRole('radio', { name: /^The one Opportunity since your last/ })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'All 3 Opportunities' })).not.toBeChecked();
  const fresh = await handOver();
  await expect(page.getByText('Handed over 1 company').first()).toBeVisible();
  expect(fresh.bytes.length).toBeLessThan(whole.bytes.length);

  await runCommand(page, 'Exports');
  const history = page.getByRole('dialog', { name: 'Exports' });
  await expect(history.getByRole('row')).toHaveCount(3);
  await expect(history.getByRole('row').nth(1)).toContainText('New in Opportunities');
  await expect(history.getByRole('row').nth(1)).toContainText('For Affinity');
  await expect(history.getByRole('row').nth(2)).toContainText('Opportunities');
  expect(await objections(page)).toEqual([]);
  expect(new Set([first, second, third]).size).toBe(3);
});
