import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from 'playwright/test';
import type { ShownDialog } from '../../electronStandIn/state.ts';
import { expectPath, test, windowOf } from '../desktopFixtures.ts';
import { objections } from '../pages/axe.ts';
import { api, call } from '../pages/bridge.ts';
import { press } from '../pages/list.ts';
import { makeList, openList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

test('S40 an export is where the dialog said, whose window is the one that asked, and whose folder comes again', async ({
  desktop,
  workspace,
}) => {
  const app = await desktop({ sample: 500 });
  const list = await makeList(app.page, 'Early', { stages: ['inv_stage_seed'] });
  await openList(app.page, list);
  const csv = await app.saved(() => press(app.page, 'Control+e'));
  await expect(app.page.getByText(/^Exported \d+ companies/)).toBeVisible();
  expect(readFileSync(csv, 'utf8').trim().split('\n').length).toBeGreaterThan(list.total);
  const [asked] = (await app.standIn.ask('seen')).dialogs;
  expect(asked).toMatchObject({ kind: 'save', owner: await windowOf(app) });
  expect(path.basename(startOf(asked))).toBe('Early.csv');
  await app.stop();

  const again = await desktop();
  await openList(again.page, list);
  await press(again.page, 'Control+e');
  await expect.poll(async () => (await again.standIn.ask('seen')).dialogs.length).toBe(1);
  const [next] = (await again.standIn.ask('seen')).dialogs;
  expect(startOf(next)).toBe(path.join(workspace, 'Early.csv'));
});

test('F28 a report is saved as a PDF whose words can be read, and its dialog belongs to the company’s own window', async ({
  desktop,
}, info) => {
  test.setTimeout(240_000);
  const app = await desktop({ sample: 1000 });
  const [company] = (await api(app.page, 'searchCompanies', { query: { stages: 'inv_stage_seed' } })).items;
  const own = await app.opened(() =>
    call(app.page, 'shell.openCompany', { companyId: company?.id ?? 0 }).then(() => undefined),
  );
  await expect(own.getByRole('heading', { name: company?.name ?? '', level: 1 })).toBeVisible();
  const contents = await windowOf(app);
  const saved = await app.saved(() =>
    call(own, 'reports.save', { subject: { kind: 'company', id: company?.id ?? 0 } }).then(() => undefined),
  );
  expect((await app.standIn.ask('seen')).dialogs[0]).toMatchObject({ kind: 'save', owner: contents });
  const raw = readFileSync(saved, 'latin1');
  expect(raw.match(/\/Type \/Page\n/g)?.length ?? 0).toBeGreaterThanOrEqual(5);
  expect(raw).toMatch(/\/StructTreeRoot/);
  expect(wordsOf(saved, info.outputPath('report.txt'))).toMatch(/Trends and challenges|^$/);
});

/** The folder or file that a dialog started with. */
function startOf(dialog: ShownDialog | undefined): string {
  return dialog !== undefined && dialog.kind !== 'message' ? (dialog.options.defaultPath ?? '') : '';
}

/** The words of a PDF; none if this machine cannot read one. */
function wordsOf(pdf: string, text: string): string {
  try {
    execFileSync('pdftotext', [pdf, text]);
    return readFileSync(text, 'utf8');
  } catch {
    return '';
  }
}

const csv = 'name,website\nAcme,https://acme.example\nBolt,https://bolt.example\n';

test('files that the system’s dialog gives are imported, and the dialog begins there the next time', async ({
  desktop,
  workspace,
}) => {
  const folder = path.join(workspace, 'lists');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'mine.csv'), csv);
  const app = await desktop();
  await go(app.page, '/workspace');
  // With the system's dialog, the area for files is a different control than in a browser.
  await expect(app.page.getByRole('button', { name: /Drop files here/ })).toBeVisible();
  expect(await objections(app.page, 'all')).toEqual([]);
  await app.chosen([path.join(folder, 'mine.csv')], () =>
    app.page.getByRole('button', { name: /Drop files here/ }).press('Enter'),
  );
  await expect(app.page.getByRole('cell', { name: 'https://acme.example' })).toBeVisible();
  expect((await app.standIn.ask('seen')).dialogs[0]).toMatchObject({ kind: 'open', owner: await windowOf(app) });
  await app.page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(app.page.getByText('Import finished.')).toBeVisible({ timeout: 60_000 });
  expect((await api(app.page, 'searchCompanies')).count).toBe(2);
  await app.standIn.ask('answer', { open: [] });
  await call(app.page, 'workspace.chooseFiles', null);
  const next = (await app.standIn.ask('seen')).dialogs.at(-1);
  expect(startOf(next)).toBe(folder);
});

test('a dropped file is read where it lies; one that lies nowhere is sent, up to a limit that the page names', async ({
  desktop,
  workspace,
}) => {
  const app = await desktop();
  const { page, standIn } = app;
  const file = path.join(workspace, 'dropped.csv');
  writeFileSync(file, csv);
  await go(page, '/workspace');
  await expectPath(page, '/workspace');
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/upload')) uploads.push(request.url());
  });
  await standIn.ask('hand', await windowOf(app), [file]);
  await drop(page, file);
  await expect(page.getByRole('cell', { name: 'https://acme.example' })).toBeVisible();
  expect(uploads).toEqual([]);

  // A file made by the page has no path, so the page cannot name one.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await dropMadeUp(page, 'made-up.csv', csv.replaceAll('acme', 'madeup'));
  await expect(page.getByRole('cell', { name: 'https://madeup.example' })).toBeVisible();
  expect(uploads).toHaveLength(1);

  await page.getByRole('button', { name: 'Cancel' }).click();
  await dropMadeUp(page, 'large.csv', 'x', 65_000_000);
  await expect(page.getByText('large.csv is larger than 64 MB.', { exact: false })).toBeVisible();
  expect(uploads).toHaveLength(1);
});

/** Drops a file from the disk where files are taken, by Chromium's own means. */
async function drop(page: Page, file: string): Promise<void> {
  const target = await page
    .getByText(/Drop files here|Drop your files/)
    .first()
    .boundingBox();
  const session = await page.context().newCDPSession(page);
  const at = { x: (target?.x ?? 0) + 10, y: (target?.y ?? 0) + 10 };
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...at, data });
  }
}

/** Drops a file made by the page, with a text repeated that many times. */
async function dropMadeUp(page: Page, name: string, text: string, times = 1): Promise<void> {
  const data = await page.evaluateHandle(
    ([fileName, content, count]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content.repeat(count)], fileName, { type: 'text/csv' }));
      return transfer;
    },
    [name, text, times] as const,
  );
  await page
    .getByText(/Drop files here|Drop your files/)
    .first()
    .dispatchEvent('drop', { dataTransfer: data });
}
