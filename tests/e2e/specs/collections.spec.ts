import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'playwright/test';
import { test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { api } from '../pages/bridge.ts';
import { burst } from '../pages/burst.ts';
import { at, press } from '../pages/list.ts';
import { expectScreen, keepToast } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

test('collections are made, described, emptied and deleted, each with a way back', async ({ start }) => {
  const { page } = await start({ sample: 500 });
  await go(page, '/collections');
  await expect(page.getByText('No collections yet')).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('شركات الطاقة 🚀');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Long enough to be cut off. '.repeat(15));
  // A double click creates it once: a second call would find the name taken, by its own collection.
  await dialog.getByRole('button', { name: 'Create' }).dblclick();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('main').getByRole('listitem');
  await expect(row.getByText('0 companies')).toBeInViewport();

  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Rename or describe' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Energy');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByRole('link', { name: 'Energy' })).toBeVisible();

  const [collection] = (await api(page, 'listCollections')).results;
  const { items } = await api(page, 'searchCompanies', { query: { page_size: 2 } });
  await api(page, 'addCollectionItems', {
    body: { collection_id: collection?.id ?? 0, company_ids: items.map(({ id }) => id) },
  });
  await row.getByRole('link', { name: 'Energy' }).click();
  await expectScreen(page, 'Energy');
  await at(page, 1, 2);
  await page.getByRole('button', { name: `Remove ${items[0]?.name ?? ''}` }).click();
  await keepToast(page);
  await at(page, 1, 1);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await at(page, 1, 2);

  // F2 renames it, as it does a smart list; the palette finds it by name.
  await page.keyboard.press('F2');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Energy');
  await page.keyboard.type('Anew');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Anew');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await go(page, '/');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const top = (await palette.boundingBox())?.y;
  await palette.getByRole('textbox').fill('Energ');
  await expect(palette.getByRole('button', { name: /^Energy/ })).toContainText('2 companies');
  expect((await palette.boundingBox())?.y).toBe(top);
  await page.keyboard.press('Enter');
  await expectScreen(page, 'Energy');
  // What begins with the letters comes before what contains them, such as "Search results".
  await page.keyboard.press('Control+k');
  await palette.getByRole('textbox').fill('arch');
  await expect(palette.getByRole('button').first()).toHaveText(/^Archive/);
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);

  await page.getByRole('button', { name: 'Actions for Energy' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await keepToast(page);
  await expectScreen(page, 'Collections');
  await expect(page.getByText('No collections yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(row.getByText('2 companies')).toBeVisible();
});

test('taking back what was added takes back the collection that was made for it, and only what was added', async ({
  start,
}) => {
  const { page } = await start({ sample: 500 });
  await go(page, '/list/search');
  await at(page, 1);
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  const collections = async (): Promise<unknown> =>
    (await api(page, 'listCollections')).results.map(({ name, companies }) => [name, companies.length]);
  const add = async (name: string): Promise<void> => {
    await page.getByRole('grid').focus();
    await press(page, 'c');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Collection' }).fill(name);
    await press(page, 'Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await add('Mine');
  await press(page, 'z');
  await expect.poll(collections).toEqual([]);
  await add('Mine');
  await expect.poll(collections).toEqual([['Mine', 1]]);
  await page.getByRole('grid').focus();
  await press(page, 'Control+a');
  await expect(bar).toBeVisible();
  await add('Mine');
  await expect(page.getByText(/^Added \d+ companies to .*; 1 was already there\.$/)).toBeVisible();
  await page.getByRole('grid').focus();
  await press(page, 'z');
  await expect(page.getByText(/^Removed \d+ companies from .*Mine.*\.$/)).toBeVisible({ timeout: 60_000 });
  await expect.poll(collections).toEqual([['Mine', 1]]);
});

test(
  'who names a collection before those that are there have come adds to the one of that name, and makes one that is gone',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 500 });
    const collections = async (): Promise<unknown> =>
      (await api(page, 'listCollections')).results.map(({ name, companies }) => [name, companies.length]);
    const addCurrent = async (first = 'm'): Promise<void> => {
      await page.getByRole('grid').focus();
      await press(page, 'c');
      await burst(page, first, 'i', 'n', 'e', 'Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    };
    let none = '';
    let isOld = false;
    await page.route('**/rpc', async (route) => {
      const asked = route.request().postData() ?? '';
      if (asked.includes('"createCollection"')) isOld = false;
      if (!asked.includes('"listCollectionPreviews"')) return await route.continue();
      await delay(700);
      const response = await route.fetch();
      const body = await response.text();
      if (none === '') none = body;
      await route.fulfill({ response, body: isOld ? none : body });
    });
    await api(page, 'listCollectionPreviews', { query: { page_size: 500 } });
    const { id } = await api(page, 'createCollection', { body: { name: 'Mine', description: '' } });
    await go(page, '/list/search');
    await at(page, 1);
    await addCurrent();
    await expect.poll(collections).toEqual([['Mine', 1]]);
    await api(page, 'deleteCollection', { params: { id } });
    await addCurrent();
    await expect.poll(collections).toEqual([[expect.stringMatching(/^mine$/i), 1]]);

    // What is known dates from before one with that name was created.
    const [made] = (await api(page, 'listCollections')).results;
    await api(page, 'deleteCollection', { params: { id: made?.id ?? 0 } });
    await api(page, 'createCollection', { body: { name: 'Mine', description: '' } });
    isOld = true;
    await addCurrent('M');
    expect(isOld).toBe(false);
    await expect.poll(collections).toEqual([['Mine', 1]]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);
