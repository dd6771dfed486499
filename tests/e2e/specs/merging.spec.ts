import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { at, press } from '../pages/list.ts';
import { go } from '../pages/screens.ts';

const csv = [
  'Name,Website,Country,Employees,Description',
  'Acme GmbH,https://acme.example,Germany,12,Parcel robots',
  'ACME,,Germany,15,Robots',
  'Kite,https://kite.example,France,5,Field visits',
  'Brightly,https://kite.example/about,France,7,Field visits on paper',
  '',
].join('\n');

async function importFile(page: Page): Promise<void> {
  await go(page, '/workspace');
  await page
    .getByLabel('Files to import')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Import finished.')).toBeVisible({ timeout: 60_000 });
}

test(
  'likely duplicates are reviewed by key, merged, left apart and taken back; two selected ones are merged, too',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 0 });
    await importFile(page);
    const section = page.getByRole('region', { name: 'Likely duplicates' });
    await expect(section).toContainText('2 pairs of companies look like the same company.');
    await section.getByRole('button', { name: 'Review' }).click();
    const dialog = page.getByRole('dialog', { name: 'Are these the same company?' });
    await expect(dialog).toContainText('1 of 2 · Different names, same website');
    await press(page, 'j');
    await expect(dialog).toContainText('2 of 2 · Same name');
    await expect(dialog.getByRole('row', { name: /^Size/ })).toContainText('12 employees15 employees12 employees');

    await press(page, 'Shift+m');
    await expect(dialog.getByRole('status')).toContainText('Merged ACME into Acme GmbH.');
    await expect(dialog).toContainText('1 of 1');
    await press(page, 'z');
    await expect(dialog).toContainText('2 of 2');
    await press(page, 'Shift+m');
    await expect(dialog).toContainText('1 of 1 · Different names, same website');
    await press(page, 'b');
    await expect(dialog).toContainText('No more likely duplicates.');
    // No key waits for the one before it.
    await press(page, 'z', 'z');
    await expect(dialog).toContainText('2 of 2 · Same name');
    await press(page, '1', 'b');
    await expect(dialog).toContainText('No more likely duplicates.');
    await press(page, 'Enter');
    await expect(section).toBeHidden();

    // The row of the company that went is about the one that stayed.
    await importFile(page);
    await expect(page.getByRole('region', { name: 'Last activity' })).toContainText('Rows4Added0Updated0Duplicates4');

    await page.getByRole('link', { name: 'See these companies' }).click();
    await at(page, 1, 3);
    await press(page, 'Control+a');
    await press(page, 'x');
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('2 selected');
    await press(page, 'Shift+m');
    await expect(dialog.getByRole('button', { name: 'Merge as Kite' })).toBeFocused();
    await press(page, 'Enter');
    await at(page, 1, 2);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await at(page, 1, 3);
  },
);
