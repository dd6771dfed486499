import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { press } from '../pages/list.ts';
import { go } from '../pages/screens.ts';

const companies = [
  'Name,Website,Country,City,Founded,Description',
  'Acme,https://acme.example,France,Paris,2019,Robots that sort parcels',
  'Acme,https://acme-health.example,Germany,Bonn,2021,A ring that measures blood pressure',
  'Bero,https://bero.example,Spain,Madrid,2020,Rosters for nurses',
  'Cindy Labs,https://cindy.example,Italy,Rome,2022,Tests of concrete',
  '',
].join('\n');

const affinity = [
  'Organization Id,Organization Name,Website,Status,Owners,Last Contact,Notes',
  '7,Acme,,Passed,Ann Roe,2025-03-12,Too early',
  '8,Bero,bero.example,In diligence,Bob Poe,2025-04-02,',
  '9,Nowhere Robotics,nowhere-robotics.example,Lead,,,',
  '10,,,Lead,,,',
  '',
].join('\n');

function fileOf(name: string, content: string): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(content) };
}

async function importCompanies(page: Page): Promise<void> {
  await go(page, '/workspace');
  await page.getByLabel('Files to import').setInputFiles(fileOf('list.csv', companies));
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Import finished.')).toBeVisible({ timeout: 60_000 });
}

test(
  'known companies are marked in lists and pane, filtered, and left out of a smart list until they are known no more',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 0 });
    await importCompanies(page);
    const section = page.getByRole('region', { name: 'Known companies' });
    await section.getByLabel('File of known companies').setInputFiles(fileOf('deals_2026-11-03.csv', affinity));
    await page.getByRole('dialog').getByRole('button', { name: 'Import as known' }).click();
    await expect(section).toContainText('1 matched');

    await page.getByRole('link', { name: 'See these companies' }).click();
    const row = page.getByRole('row', { name: /Bero/ });
    await expect(row).toContainText('In diligence');
    await row.click();
    await press(page, ' ');
    const pane = page.getByRole('complementary', { name: 'Company' });
    await expect(pane.getByRole('region', { name: 'Known from' })).toContainText(
      /Affinity In diligence · Bob Poe · last contact .*2025/,
    );
    await page.getByRole('button', { name: 'Save as smart list' }).click();
    const save = page.getByRole('dialog', { name: 'Save as smart list' });
    await save.getByRole('checkbox', { name: 'Leave out companies you know (1 of these)' }).check();
    await save.getByLabel('Name').fill('Fresh');
    await save.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/^Saved .*1 known: left out\. New matches/)).toBeVisible();
    await expect(page.getByText('1 known: left out', { exact: true })).toBeVisible();
    await expect(page.getByRole('row', { name: /Cindy Labs/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /Bero/ })).toBeHidden();
    await expect(page.getByRole('link', { name: /^Fresh \d/ })).toContainText('3');

    await go(page, '/workspace');
    await section.getByRole('button', { name: 'Undo the import from Affinity' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByRole('link', { name: /^Fresh \d/ })).toContainText('4');
  },
);
