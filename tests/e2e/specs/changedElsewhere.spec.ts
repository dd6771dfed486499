import { expect, type Page } from 'playwright/test';
import { ready, test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { api } from '../pages/bridge.ts';
import { at, press } from '../pages/list.ts';
import { countIn, expectScreen, makeList, openList } from '../pages/lists.ts';

/** Opens another tab of the same browser. */
async function openTab(page: Page, path: string): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await page.evaluate((to) => void window.open(to), path);
  const tab = await opening;
  await ready(tab);
  return tab;
}

test(
  'a smart list that is renamed, deleted and had back in one tab is so in the other',
  browserShellOnly,
  async ({ start }) => {
    const { page: first } = await start({ sample: 1000 });
    const list = await makeList(first, 'Grown', { stages: ['inv_stage_series_a'] });
    await openList(first, list);
    await press(first, 'j', 'j');
    await at(first, 3, list.total);
    const second = await openTab(first, `/list/smart/${list.id}`);
    await at(second, 1, list.total);

    await press(second, 'F2');
    await second.getByRole('dialog').getByRole('textbox').fill('Grown up');
    await press(second, 'Enter');
    for (const tab of [second, first]) await expectScreen(tab, 'Grown up');
    // The tab that did not ask for it stays as it is.
    await at(first, 3, list.total);

    await second.getByRole('button', { name: /^Settings for/ }).click();
    await second.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(first.getByText('This smart list no longer exists')).toBeVisible();
    await first.bringToFront();
    await press(first, 'e');
    await second.bringToFront();
    await second.getByRole('button', { name: 'Undo', exact: true }).click();
    await expectScreen(first, 'Grown up');
    await expect(first.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
    expect(await countIn(first, 'tag_archive')).toBe(0);
  },
);

test(
  'a collection that is renamed and deleted in one tab is so in the other, which reads each list once',
  browserShellOnly,
  async ({ start }) => {
    const { page: first } = await start({ sample: 500 });
    const { items } = await api(first, 'searchCompanies');
    const { id } = await api(first, 'createCollection', { body: { name: 'Mine', description: '' } });
    await api(first, 'addCollectionItems', {
      body: { collection_id: id, company_ids: items.slice(0, 3).map((company) => company.id) },
    });
    await first.goto(new URL(`/collections/${id}`, first.url()).href);
    await ready(first);
    await expectScreen(first, 'Mine');
    const second = await openTab(first, `/collections/${id}`);
    await expectScreen(second, 'Mine');

    let asked = 0;
    second.on('request', (request) => {
      if ((request.postData() ?? '').includes('"endpoint":"listCollectionPreviews"')) asked += 1;
    });
    await press(second, 'F2');
    await second.getByRole('dialog').getByRole('textbox').first().fill('Ours');
    await press(second, 'Enter');
    for (const tab of [second, first]) await expectScreen(tab, 'Ours');
    expect(asked).toBe(1);
    await second.getByRole('button', { name: 'Actions for Ours' }).click();
    await second.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(first.getByText('This collection no longer exists')).toBeVisible();
  },
);
