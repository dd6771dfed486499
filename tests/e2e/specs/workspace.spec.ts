import { expect, type Locator } from 'playwright/test';
import { inlineRows, workbookFiles, zipOf } from '../../../src/server/ingest/testing/workbook.ts';
import { formatWeek } from '../../../src/shared/domain/digestWeek.ts';
import { test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { api, call } from '../pages/bridge.ts';
import { at, press } from '../pages/list.ts';
import { countIn, makeList, openList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

test(
  'files are looked at and checked before they are imported, an import is taken back; a backup brings all back',
  browserShellOnly,
  async ({ start, complaints }) => {
    const { page } = await start({ sample: 500 });
    const list = await makeList(page, 'Early', { stages: ['inv_stage_seed'] });
    await openList(page, list);
    await press(page, 'w');
    await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(1);

    // A backup with a decision in it.
    await go(page, '/workspace');
    await page.getByRole('button', { name: 'Back up now' }).dblclick();
    await expect(page.getByText('is complete and was checked.')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('Something else is running')).toHaveCount(0);
    const backups = page.getByRole('list', { name: 'Backups' }).getByRole('listitem');
    await expect(backups).toHaveCount(1);

    // An import, counted first.
    const csv = ['name,website,place', 'Acme,https://acme.example,France', ',,Spain', ''].join('\n');
    await page
      .getByLabel('Files to import')
      .setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await expect(page.getByRole('cell', { name: 'https://acme.example' })).toBeVisible();
    await page.getByRole('button', { name: 'Check first' }).click();
    await expect(page.getByText('Checked, nothing imported')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('list', { name: 'Rejected rows' })).toContainText('Line 3');
    const total = (await api(page, 'searchCompanies')).count;
    await page.getByRole('checkbox', { name: 'Remove the sample data after a successful import' }).check();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('Import finished.')).toBeVisible({ timeout: 60_000 });
    expect((await api(page, 'searchCompanies')).count).toBe(1);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save rejected rows' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);
    // It says what goes before it goes.
    await page.getByRole('button', { name: 'Undo import' }).click();
    await expect(page.getByRole('dialog')).toContainText('This removes its 1 company, your decisions on it');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await expect(page.getByText('1 company removed')).toBeVisible({ timeout: 60_000 });

    // After the restore, the decision is back, and what existed in between is kept.
    await backups.getByRole('button', { name: /^Restore/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(page.getByText('The backup was restored.')).toBeVisible({ timeout: 60_000 });
    await expect(backups).toHaveCount(2);
    expect((await api(page, 'searchCompanies')).count).toBe(total);
    expect(await countIn(page, 'tag_watchlist')).toBe(1);

    // Deleting a backup asks first, and leaves the workspace alone.
    const deleteFirst = backups.getByRole('button', { name: /^Delete/ }).first();
    await deleteFirst.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(backups).toHaveCount(2);
    await deleteFirst.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(backups).toHaveCount(1);
    expect((await api(page, 'searchCompanies')).count).toBe(total);
    await openList(page, { ...list, total: list.total - 1 });
    await at(page, 1);
    expect(complaints).toEqual([]);
  },
);

test(
  'a check is told in view beside its button, and no longer once other files are chosen',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 50 });
    await page.setViewportSize({ width: 1024, height: 700 });
    await go(page, '/workspace');
    const rows = Array.from({ length: 30 }, (_, n) => `Acme ${n},https://acme${n}.example`);
    const choose = async (name: string): Promise<void> => {
      const buffer = Buffer.from(['name,website', ...rows].join('\n'));
      await page.getByLabel('Files to import').setInputFiles({ name, mimeType: 'text/csv', buffer });
      await expect(page.getByRole('cell', { name: 'https://acme0.example' })).toBeVisible();
    };
    await choose('mine.csv');
    const importing = page.getByRole('region', { name: 'Import', exact: true });
    await importing.getByRole('button', { name: 'Check first' }).click();
    await expect(importing.getByText('Checked, nothing imported')).toBeVisible({ timeout: 60_000 });
    await expect(importing.getByText('Checked, nothing imported')).toBeInViewport({ ratio: 1 });
    await expect(importing.getByRole('definition').last()).toBeInViewport({ ratio: 1 });
    await importing.getByRole('button', { name: 'Cancel' }).click();
    await choose('other.csv');
    await expect(page.getByText('Checked, nothing imported')).toHaveCount(0);
  },
);

test(
  'the sheets of a spreadsheet are chosen: those of one header together, each other with its own columns',
  browserShellOnly,
  async ({ start, complaints }) => {
    const { page } = await start({ sample: 0 });
    await go(page, '/workspace');
    const files = workbookFiles({
      Notes: inlineRows([['Call Ann'], ['Call Bob']]),
      2024: listOf('Alma', 'Bero'),
      2025: listOf('Caro'),
      Alt: inlineRows([
        ['Firma', 'Land'],
        ['Dodo', 'Spanien'],
      ]),
    });
    await page.getByLabel('Files to import').setInputFiles({
      name: 'deals.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: zipOf(files),
    });
    const sheets = page.getByRole('group', { name: /deals\.xlsx has 4 sheets/ });
    const sheet = (name: string): Locator => sheets.getByRole('checkbox', { name });
    await expect(sheet('2024, 2 rows')).toBeChecked();
    await expect(sheet('2025, 1 row')).toBeChecked();
    await expect(sheet('Alt, 1 row')).not.toBeChecked();
    // A box changes once the file has been read anew.
    await sheet('2025, 1 row').click();
    await expect(sheet('2025, 1 row')).not.toBeChecked();
    // One of them stays.
    await expect(sheet('2024, 2 rows')).toBeDisabled();
    await sheet('Alt, 1 row').click();
    await expect(sheet('Alt, 1 row')).toBeChecked();
    await expect(page.getByRole('table', { name: /^Columns of deals\.xlsx/ })).toHaveCount(2);
    // What is corrected in one sheet is so in that sheet only.
    await page.getByLabel('Field for Land').selectOption('City');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('Import finished.')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('Sheet used: “Alt”.')).toBeVisible();
    const { items } = await api(page, 'searchCompanies');
    expect(items.map(({ name }) => name).toSorted()).toEqual(['Alma', 'Bero', 'Dodo']);
    expect(complaints).toEqual([]);
  },
);

test(
  'the first start leads to the choice of files, and what was imported is found whatever its stage',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 0 });
    // So does a search in an empty workspace.
    await go(page, '/list/search');
    const first = page.waitForEvent('filechooser');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await first;
    await go(page, '/');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('link', { name: 'Choose files' }).click();
    const chooser = await choosing;
    const csv = ['name,website', 'Acme,https://acme.example', 'Bolt,https://bolt.example', ''].join('\n');
    await chooser.setFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await expect(page.getByRole('cell', { name: 'https://acme.example' })).toBeVisible();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('Import finished.')).toBeVisible({ timeout: 60_000 });

    await expect(page.getByText('2, all imported')).toBeVisible();

    // The default filter requires a stage: none of them has one, so it is not set.
    await go(page, '/list/search');
    await at(page, 1, 2);
    await go(page, '/workspace');
    await page.getByRole('link', { name: 'See these companies' }).click();
    await at(page, 1, 2);
    // None of them has a stage: the values wait behind this.
    await page
      .getByRole('button', { name: /^Show empty/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^Seed\b/ }).click();
    await expect(page.getByText(/^No company matches/)).toBeVisible();
    await page.getByRole('button', { name: 'Show all 2 companies' }).click();
    await at(page, 1, 2);
    await page.reload();
    await at(page, 1, 2);

    const list = await makeList(page, 'Early', { stages: ['inv_stage_seed'] });
    await page.goto(new URL(`/list/smart/${list.id}`, page.url()).href);
    await expect(page.getByText('No companies in this smart list yet')).toBeVisible();
  },
);

test('product 15.5 the weekly refresh has its day and hour, says when it ran, and runs now', async ({ start }) => {
  const { page } = await start({ sample: 1000 });
  const list = await makeList(page, 'Everything', {});
  await go(page, '/workspace');
  const section = page.getByRole('region', { name: 'Weekly refresh' });
  await section.getByRole('combobox', { name: 'Day' }).click();
  await page.getByRole('option', { name: 'Thursday' }).click();
  await section.getByRole('combobox', { name: 'Hour' }).click();
  await page.getByRole('option', { name: '17:00' }).click();
  await expect(section.getByText(/^Thu,? .*17:00$/)).toBeVisible();
  await expect.poll(async () => (await call(page, 'preferences.get', null)).refreshDay).toBe(4);
  const week = async (): Promise<string> => (await call(page, 'workspace.get', null)).digestWeek;
  const before = await week();
  await section.getByRole('button', { name: 'Refresh now' }).click();
  await expect(page.getByText(/^Up to date: the latest companies are from the week of/)).toBeVisible();
  expect(await week()).toBe(before);

  // The sample's coming weeks are shown when asked for.
  await page.getByRole('button', { name: 'Simulate next week' }).click();
  await expect.poll(week, { timeout: 60_000 }).not.toBe(before);
  const shown = formatWeek(await week());
  await expect(section.getByText(shown, { exact: true })).toBeVisible();
  await expect(page.getByRole('banner').getByText(shown, { exact: true })).toBeVisible();
  await expect(page.getByText(`New companies for the ${shown.replace('Week', 'week')}`)).toBeVisible();
  await expect
    .poll(async () => (await api(page, 'listSmartLists')).results[0]?.totalCount, { timeout: 60_000 })
    .toBeGreaterThan(list.total);
  await expect(page.getByText(`Simulated the ${shown.replace('Week', 'week')}: `)).toBeVisible({ timeout: 60_000 });
});

test(
  'the sample is marked, and removed where asked for after the first import',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 300 });
    const everything = await makeList(page, 'Everything', {});
    await openList(page, everything);
    await press(page, 'w');
    const marks = page.locator('.w-cell-label').filter({ visible: true });
    await expect(marks.first()).toHaveText('Sample');
    await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(1);
    await press(page, 'Enter');
    await expect(page.getByRole('article').getByText('Sample', { exact: true })).toBeVisible();
    await go(page, '/workspace');
    const csv = 'name,country\nAcme,France\nBolt,Spain\n';
    await page
      .getByLabel('Files to import')
      .setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const proposal = page.getByRole('region', { name: 'Keep the sample?' });
    await expect(proposal).toContainText(/The workspace also has \d+ invented ones/);
    await proposal.getByRole('button', { name: 'Remove the sample' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove the sample?' });
    await expect(dialog).toContainText(
      /invented companies \(and \d+ from the coming weeks\) will be removed, 1 of them/,
    );
    await dialog.getByRole('button', { name: 'Remove the sample' }).click();
    await expect(page.getByText(/Removed 300 sample companies\./)).toBeVisible({ timeout: 60_000 });
    await expect(proposal).toHaveCount(0);
    expect((await call(page, 'workspace.get', null)).companies).toBe(2);
    expect(await countIn(page, 'tag_watchlist')).toBe(0);
    await openList(page, { ...everything, total: 2 });
    await at(page, 1, 2);
    await expect(marks).toHaveCount(0);
  },
);

test(
  'a job that has ended before the reply that it has begun is shown as ended',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 200 });
    await go(page, '/workspace');
    const done = page.getByText('is complete and was checked.');
    await page.route('**/rpc', async (route) => {
      const response = await route.fetch();
      if (route.request().postData()?.includes('workspace.backUp') === true) await done.waitFor();
      await route.fulfill({ response });
    });
    const replied = page.waitForResponse((response) => {
      return response.request().postData()?.includes('workspace.backUp') === true;
    });
    await page.getByRole('button', { name: 'Back up now' }).click();
    await (await replied).finished();
    await expect(page.getByRole('list', { name: 'Backups' }).getByRole('listitem')).toHaveCount(1);
    await expect(done).toBeVisible();
    await expect(page.getByRole('button', { name: 'Back up now' })).toBeEnabled();
  },
);

function listOf(...names: string[]): string {
  return inlineRows([['Company', 'Website'], ...names.map((name) => [name, `${name.toLowerCase()}.example`])]);
}
