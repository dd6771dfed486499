import { expect, type Page } from 'playwright/test';
import { ready, test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { api } from '../pages/bridge.ts';
import { at, current, press } from '../pages/list.ts';
import { makeList, openList, placeOf, type MadeList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

const names = Array.from({ length: 90 }, (_, index) => `Acme ${String(index + 10)}`);
const chosen = ['Acme 15', 'Acme 16', 'Acme 17'];

/** A file of these companies, of which some have raised by then. */
function csv(raised: readonly string[] = []): Buffer {
  const rows = names.map((name) => {
    const site = `${name.toLowerCase().replace(' ', '')}.example`;
    return `${name},${site},France,${raised.includes(name) ? 'Series A,2026-11-12,9000000' : 'Seed,2026-01-10,2000000'}`;
  });
  return Buffer.from(['name,website,country,stage,last funding date,total funding', ...rows, ''].join('\n'));
}

async function load(page: Page, name: string, buffer: Buffer): Promise<void> {
  await go(page, '/workspace');
  await page.getByLabel('Files to import').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const imported = async () => (await api(page, 'listImports')).results[0]?.files;
  await expect.poll(imported, { timeout: 60_000 }).toEqual([name]);
}

/** The first names that the list shows from its top, and the place that it is scrolled to. */
function top(page: Page): Promise<string[]> {
  return page
    .locator('.ag-row')
    .filter({ visible: true })
    .evaluateAll((rows) =>
      rows
        .map((row) => ({
          index: Number(row.getAttribute('row-index')),
          name: row.querySelector('[col-id="name"] .w-cell-name-text')?.textContent ?? '',
        }))
        .filter(({ index, name }) => index < 3 && name !== '')
        .toSorted((a, b) => a.index - b.index)
        .map(({ name }) => name),
    );
}

/** An inbox of which three companies are put off until they raise, left in its middle. */
async function putOff(page: Page): Promise<MadeList> {
  await load(page, 'crm_2026-11-01.csv', csv());
  const list = await makeList(page, 'Robots', {});
  await openList(page, list);
  await press(page, 'j', 'j', 'j', 'j', 'j');
  for (const [index, name] of chosen.entries()) {
    await expect(current(page)).toHaveText(name);
    await press(page, 'h', 'r');
    await at(page, 6, 90 - index - 1);
  }
  await expect(placeOf(page, 'Later')).toHaveText('Later3');
  for (let row = 0; row < 40; row++) await press(page, 'j');
  await at(page, 46, 87);
  return list;
}

async function backOnServer(page: Page): Promise<string[]> {
  const { results } = await api(page, 'listEntries', { query: { user_smart_list_id: '1', page_size: 100 } });
  return results.flatMap(({ name, back }) => (back === null ? [] : [name])).toSorted();
}

test(
  'E5 what an import brings back is on top of the inbox that was open before, and stays so when a decision is undone',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 0 });
    const list = await putOff(page);
    await load(page, 'crm_2026-11-15.csv', csv(chosen));
    await placeOf(page, list.name).click();
    await at(page, 1, 90);
    await expect(current(page)).toHaveText('Acme 15');
    expect(await top(page)).toEqual(chosen);
    await expect(page.getByRole('grid').getByText('Raised Series A', { exact: true })).toHaveCount(3);

    for (const keys of [['e'], ['h', '1'], ['w'], ['Control+a', 'e']]) {
      await press(page, ...keys);
      await expect.poll(() => backOnServer(page)).not.toEqual(chosen);
      await press(page, 'z');
      await expect.poll(() => backOnServer(page)).toEqual(chosen);
      await page.reload();
      await ready(page);
      await at(page, 1, 90);
      expect(await top(page)).toEqual(chosen);
    }

    await go(page, '/workspace');
    await page.getByRole('button', { name: /^Undo/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^Undo/ }).click();
    await expect(placeOf(page, 'Later')).toHaveText('Later3');
    await placeOf(page, list.name).click();
    await at(page, 1, 87);
    expect(await top(page)).toEqual(['Acme 10', 'Acme 11', 'Acme 12']);
  },
);

test(
  'E5 what comes back while an inbox is on the screen moves nothing under the cursor, and one click goes there',
  browserShellOnly,
  async ({ start, context }) => {
    const { page } = await start({ sample: 0 });
    await putOff(page);
    const name = (await current(page).textContent()) ?? '';
    const other = await context.newPage();
    await other.goto(page.url());
    await ready(other);
    await load(other, 'crm_2026-11-15.csv', csv(chosen));
    await page.bringToFront();
    const button = page.getByRole('button', { name: '3 came back' });
    await expect(button).toBeVisible();
    await at(page, 49, 90);
    await expect(current(page)).toHaveText(name);
    await button.click();
    await at(page, 1, 90);
    expect(await top(page)).toEqual(chosen);
    await press(page, 'e', 'e', 'e');
    await expect(page.getByRole('button', { name: /came back/ })).toHaveCount(0);
  },
);
