import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from 'playwright/test';
import { defaultFilters } from '../../../src/shared/domain/filters.ts';
import { test } from '../fixtures.ts';
import { shellName } from '../launchers/shell.ts';
import { api, call } from '../pages/bridge.ts';

const moves = 60;

test.skip(shellName() !== 'browser', 'These are about tabs, which Electron does not have.');

interface Entry {
  readonly inboxEntryId: number;
  readonly id: number;
  readonly name: string;
}

async function makeInbox(page: Page): Promise<readonly Entry[]> {
  const list = await api(page, 'createSmartList', {
    body: { name: 'Shell test', filters: defaultFilters(), fill: true },
  });
  const { results } = await api(page, 'listEntries', { query: { user_smart_list_id: list.id, page_size: moves } });
  expect(results).toHaveLength(moves);
  return results.map(({ inboxEntryId, id, name }) => ({ inboxEntryId, id, name }));
}

test('F3 a tab that is closed in the middle of a burst loses no decision that was acknowledged', async ({ start }) => {
  const app = await start({ sample: 3000 });
  const entries = await makeInbox(app.page);
  const tab = await app.context.newPage();
  await tab.goto(new URL('/', app.page.url()).href);
  await tab.waitForSelector('html[data-app-state="ready"]');
  // What the tab was told is safe, reported at once, because the tab will not be there to ask.
  const acknowledged: number[] = [];
  const { promise: someDone, resolve: haveSome } = Promise.withResolvers<undefined>();
  await tab.exposeFunction('tellTest', (entryId: number) => {
    acknowledged.push(entryId);
    if (acknowledged.length === 5) haveSome(undefined);
  });
  const burst = tab.evaluate((targets) => {
    const tell = (window as unknown as { tellTest: (entryId: number) => void }).tellTest;
    const press = async ({ inboxEntryId, id, name }: (typeof targets)[number]): Promise<void> => {
      const target = { entryId: inboxEntryId, companyId: id, name, from: 'None' as const, siblings: [] };
      const reply = await window.winnow?.call('moves.enqueue', { to: 'Archive', targets: [target] });
      if (reply?.ok === true) tell(inboxEntryId);
    };
    return Promise.all(targets.map(press));
  }, entries);
  // Closed midway, the tab never answers.
  burst.catch(() => undefined);
  await someDone;
  await tab.close();
  const safe = [...acknowledged];
  await expect.poll(async () => (await call(app.page, 'moves.get', null)).pending.length).toBe(0);
  const archived = await api(app.page, 'listEntries', { query: { tag_archive: 'true', page_size: 1000 } });
  const moved = new Set(archived.results.map(({ inboxEntryId }) => inboxEntryId));
  expect(safe.filter((entryId) => !moved.has(entryId))).toEqual([]);
  // Nothing was made up either.
  const sent = new Set(entries.map(({ inboxEntryId }) => inboxEntryId));
  expect([...moved].filter((entryId) => !sent.has(entryId))).toEqual([]);
});

test('the tab’s title counts what is to be reviewed', async ({ start }) => {
  const { page } = await start({ sample: 3000 });
  await makeInbox(page);
  await page.reload();
  await expect(page).toHaveTitle(/^\(\d+\) Dashboard · Winnow$/);
});

test('Help shows numbered self-checks, and copies them without anything private', async ({ start, workspace }) => {
  const { page, context } = await start({ sample: 0 });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(page.url()).origin });
  await page.getByRole('link', { name: 'Help', exact: true }).click();
  const section = page.getByRole('region', { name: 'Diagnostics' });
  await expect(section.getByRole('listitem')).toHaveCount(11);
  await section.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect(page.getByText('Diagnostics copied.')).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain('1. Version [info]: Winnow');
  expect(text).toContain(workspace);
  expect(text).toMatch(/11\. Updates/);
  const key = await page.evaluate(() => Object.values(sessionStorage).join());
  expect(text).not.toContain(key);
});

test('S17 the address keeps no secret, and two tabs of one app see the same', async ({ start, workspace }) => {
  const app = await start({ sample: 0 });
  expect(app.page.url()).not.toContain('launch');
  expect(await app.page.evaluate(() => document.referrer)).toBe('');
  const second = await app.context.newPage();
  await second.goto(app.page.url());
  await second.waitForSelector('html[data-app-state="ready"]');
  await call(app.page, 'preferences.set', { theme: 'light' });
  await expect(second.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  // S18: the key that both tabs have is not in the log.
  const key = await second.evaluate(() => sessionStorage.getItem('winnow.key') ?? '');
  expect(key).not.toBe('');
  expect(readFileSync(path.join(workspace, 'logs', 'winnow.log'), 'utf8')).not.toContain(key);
});

test('preferences that do not come at the start are told, with the way to ask again', async ({ start }) => {
  const { page } = await start({ sample: 0 });
  let isDown = true;
  await page.route('**/rpc', async (route) => {
    if (isDown && route.request().postData()?.includes('preferences.get') === true)
      await route.fulfill({ status: 500 });
    else await route.continue();
  });
  await page.reload();
  const alert = page.getByRole('alert').filter({ hasText: 'Winnow has stopped responding.' });
  await expect(alert).toContainText('Your decisions are safe.', { timeout: 60_000 });
  isDown = false;
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
});
