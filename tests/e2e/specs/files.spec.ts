import { readFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { test } from '../fixtures.ts';
import { press } from '../pages/list.ts';
import { expectScreen, makeList, openList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';
import { logOut, openLocalWorkspace } from '../pages/signIn.ts';

test('an export after a new start stands beside the earlier ones, and after a logout they come back with the account', async ({
  start,
}) => {
  const first = await start({ sample: 500 });
  const list = await makeList(first.page, 'Early', { stages: ['inv_stage_seed'] });
  await openList(first.page, list);
  const csv = await first.saved(() => press(first.page, 'Control+e'));
  expect((await readFile(csv, 'utf8')).split('\n').length).toBeGreaterThan(list.total);
  const note = first.page.getByText(/^Exported \d+ companies to Early\.csv/);
  await expect(note).toBeVisible();
  // It reports the result for as long as any notification does, and then disappears (product 9).
  await expect(note).toHaveCount(0);
  await first.stop();

  // The note of the new export appears before anyone has asked for the list.
  const { page, saved } = await start({ sample: 500 });
  await openList(page, list);
  await saved(() => press(page, 'Control+e'));
  await expect(page.getByText(/^Exported \d+ companies to Early\.csv/)).toBeVisible();
  const rows = page.getByRole('dialog', { name: 'Exports' }).getByRole('row');
  const openExports = async (): Promise<void> => {
    await press(page, 'Control+k');
    await page.getByRole('dialog', { name: 'Command palette' }).getByRole('textbox').fill('Exports');
    await press(page, 'Enter');
    await expect(page.getByRole('dialog', { name: 'Exports' })).toBeVisible();
  };
  await openExports();
  await expect(rows).toHaveCount(3);
  await saved(() => rows.nth(1).getByRole('button', { name: 'Repeat export: Early' }).click());
  await expect(rows).toHaveCount(4);
  await press(page, 'Escape');

  await logOut(page);
  await openLocalWorkspace(page);
  await go(page, '/');
  await expectScreen(page, 'Dashboard');
  await openExports();
  await expect(rows).toHaveCount(4);
});
