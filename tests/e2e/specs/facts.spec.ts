import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { call } from '../pages/bridge.ts';
import { at, press } from '../pages/list.ts';
import { go } from '../pages/screens.ts';

const csv = [
  'Company,Website,Employees,Total Funding,Last Funding Type,Last Funding Date,Number of Founders,Status,Batch,Description',
  'Alma,https://alma.example,51-200,$25500000,Series B,2015-10-14,3,Acquired,W21,אנחנו בונים תוכנה (SaaS) לחקלאים',
  'Bero,,11-50,,,,,Active,S22,Invoices by phone',
  '',
].join('\n');

test(
  'what a file says is what is shown, under its own header where there is no field for it, and exported so',
  browserShellOnly,
  async ({ start, complaints }) => {
    const { page, saved } = await start({ sample: 0 });
    await go(page, '/workspace');
    await page
      .getByLabel('Files to import')
      .setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await expect(page.getByText('9 of 10 columns matched, 1 kept under its own header.')).toBeVisible();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('Import finished.')).toBeVisible({ timeout: 60_000 });

    // Without the default filter, which asks for a stage.
    await page.getByRole('link', { name: 'See these companies' }).click();
    await at(page, 1, 2);
    // An own column is chosen like any other.
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Batch', exact: true }).check();
    await press(page, 'Escape');
    await expect(page.getByRole('gridcell', { name: 'W21' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('gridcell', { name: 'W21' })).toBeVisible();
    const text = await readFile(await saved(() => press(page, 'Control+e')), 'utf8');
    const [head = '', alma = ''] = text.split('\r\n');
    expect(head).toMatch(/,Batch$/);
    expect(alma).toMatch(/,W21$/);
    expect(alma).toContain(',51-200,');

    await page.getByRole('row', { name: /Alma/ }).dblclick();
    const facts = page.getByRole('region', { name: 'Facts' });
    await expect(facts).toContainText('$25.5M raised · Series B, Oct 2015');
    await expect(facts).toContainText('51-200 employees');
    await expect(facts).toContainText('Acquired');
    await expect(page.getByRole('region', { name: 'From your files' })).toContainText('BatchW21');
    await expect(page.getByText('3 founders, names unknown.')).toBeVisible();
    const words = page.getByRole('article', { name: 'Alma' }).getByText('אנחנו בונים תוכנה');
    expect(await words.evaluate((element) => getComputedStyle(element).unicodeBidi)).toBe('plaintext');

    // Without a site or a profile, the web is searched, once somebody has agreed to it.
    await page.goBack();
    await at(page, 1, 2);
    await press(page, 'j');
    await at(page, 2, 2);
    await press(page, 'v');
    const question = page.getByRole('dialog', { name: /Bero.* has no known website/ });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    expect(complaints).toEqual([]);
  },
);

const unscored = [
  'Company,Website,Country,Founded,Description',
  'Alma,,,,Ploughs that drive themselves',
  'Bero,https://bero.example,Germany,2019,Invoices by phone',
  'Cato,https://cato.example,,,Trains on time',
  '',
].join('\n');

test(
  'companies without a score come by what is known of them, and columns with nothing in them until they are asked for',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 0 });
    await go(page, '/workspace');
    await page
      .getByLabel('Files to import')
      .setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(unscored) });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('Import finished.')).toBeVisible({ timeout: 60_000 });
    await page.getByRole('link', { name: 'See these companies' }).click();
    await at(page, 1, 3);
    const names = page.locator('.ag-row [col-id="name"]').filter({ visible: true });
    await expect(names).toHaveText([/Bero/, /Cato/, /Alma/]);
    const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
    await expect(header('Location')).toBeVisible();
    for (const blank of ['Score', 'Stage', 'Size', 'Funded']) await expect(header(blank)).toHaveCount(0);

    await page.getByRole('button', { name: 'Columns' }).click();
    const score = page.getByRole('menuitemcheckbox', { name: 'Score empty in this list' });
    await expect(score).not.toBeChecked();
    await score.check();
    await press(page, 'Escape');
    await expect(header('Score')).toBeVisible();
    await expect(header('Stage')).toHaveCount(0);
    await header('Score').hover();
    await expect(header('Score')).toHaveAttribute('title', /^Predicted rating, 0 to 1, from the data\. Best match: /);

    // What is only blank is not among the columns that the user has hidden.
    await expect.poll(() => savedColumns(page)).toContainEqual({ colId: 'stages', hide: false });
    await page.getByRole('button', { name: 'Best match' }).click();
    await expect(page.getByRole('menuitem', { name: /^Best match Name matches first, then score; / })).toBeVisible();
  },
);

async function savedColumns(page: Page): Promise<{ colId: unknown; hide: unknown }[]> {
  const { columns } = await call(page, 'preferences.get', null);
  return (columns['search'] ?? []).map(({ colId, hide }) => ({ colId, hide }));
}

function dated(rows: readonly string[]): Buffer {
  return Buffer.from(['Company,Website,Employees,Stage,Status', ...rows, ''].join('\n'));
}

test(
  'the newest value counts, whichever file came first, and what has changed is told; a smart list of what was imported',
  browserShellOnly,
  async ({ start, complaints }) => {
    const { page } = await start({ sample: 0 });
    await go(page, '/workspace');
    const older = dated(['Alma,https://alma.example,35,Seed,Operating', 'Bero,https://bero.example,7,Seed,Operating']);
    const newer = dated(['Alma,https://alma.example,42,Series A,Operating', 'Bero,https://bero.example,6,Seed,Closed']);
    await page.getByLabel('Files to import').setInputFiles([
      { name: 'deals_2025-11-03.csv', mimeType: 'text/csv', buffer: newer },
      { name: 'deals.csv', mimeType: 'text/csv', buffer: older },
    ]);
    await expect(page.getByText('3 Nov 2025, from the file name')).toBeVisible();
    await page.getByRole('button', { name: 'Another day for deals.csv' }).click();
    await page.getByLabel('Day of the values in deals.csv').fill('1 Mar 2025');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('Import finished.')).toBeVisible({ timeout: 60_000 });

    // Closed companies are left out of a new list, and that is said.
    await page.getByRole('link', { name: 'Make a smart list from these' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as smart list' });
    await expect(dialog.getByText('1 company matches today.')).toBeVisible();
    await dialog.getByLabel('Exclude closed and acquired companies (1 of these)').uncheck();
    await expect(dialog.getByText('2 companies match today.')).toBeVisible();
    await dialog.getByLabel('Exclude closed and acquired companies (1 of these)').check();
    await dialog.getByLabel('Name').fill('Deals');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('link', { name: /Deals/ })).toBeVisible();
    await at(page, 1, 1);

    await page.getByRole('row', { name: /Alma/ }).dblclick();
    const facts = page.getByRole('region', { name: 'Facts' });
    await expect(facts).toContainText('42 employees+20% since Mar 2025');
    await expect(facts).toContainText('Series A');
    await expect(facts).toContainText('From deals_2025-11-03.csv, 3 Nov 2025, and one older file');
    const changes = page.getByRole('region', { name: 'Changes' });
    await expect(changes).toContainText('3 Nov 2025 · deals_2025-11-03.csv');
    await expect(changes).toContainText('Stage Seed → Series A');
    await expect(changes).toContainText('Employees 35 → 42');
    expect(complaints).toEqual([]);
  },
);
