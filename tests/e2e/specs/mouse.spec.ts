import { expect, type Locator, type Page } from 'playwright/test';
import { ready, test } from '../fixtures.ts';
import { objections } from '../pages/axe.ts';
import { api } from '../pages/bridge.ts';
import { at, current, press } from '../pages/list.ts';
import { countIn, makeList, openList, placeOf, type MadeList } from '../pages/lists.ts';

async function openSeed(page: Page): Promise<MadeList> {
  const list = await makeList(page, 'Early', { stages: ['inv_stage_seed'] });
  await openList(page, list);
  return list;
}

const row = (page: Page, index: number): Locator =>
  page.locator(`.ag-row[row-index="${index}"]`).filter({ visible: true });
const nameOf = (page: Page, index: number): Locator => row(page, index).locator('.w-cell-name-text');

test('a row’s menu opens by mouse and by key, is gone through by the arrows and gives the table the keyboard back; a name opens its company apart', async ({
  start,
}) => {
  const app = await start({ sample: 500 });
  const { page, context } = app;
  const list = await openSeed(page);
  const name = (await nameOf(page, 4).textContent()) ?? '';
  await row(page, 4).locator('[col-id="stages"]').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: `Menu of ${name}` });
  await expect(menu.getByRole('menuitem', { name: /^Move to Watchlist/ })).toBeFocused();
  await expect(current(page)).toHaveText(name);
  expect(await objections(page)).toEqual([]);
  await press(page, 'Escape');
  await expect(menu).toHaveCount(0);
  await expect(page.locator('.ag-grid-viewport').filter({ visible: true })).toBeFocused();

  await press(page, 'Shift+F10');
  await expect(menu.getByRole('menuitem', { name: /^Move to Watchlist/ })).toBeFocused();
  await press(page, 'ArrowDown', 'ArrowDown', 'Enter');
  await expect.poll(() => countIn(page, 'tag_archive')).toBe(1);
  expect((await api(page, 'listEntries', { query: { tag_archive: 'true' } })).results[0]?.name).toBe(name);
  await expect(page.locator('.ag-grid-viewport').filter({ visible: true })).toBeFocused();
  await press(page, 'z');
  await at(page, 5, list.total);

  const other = nameOf(page, 1);
  const title = (await other.textContent()) ?? '';
  const opening = context.waitForEvent('page');
  await other.click({ modifiers: ['ControlOrMeta'] });
  const apart = await opening;
  await ready(apart);
  await expect(apart.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  // Nothing was selected, and this window stays where it is.
  await expect(page.locator('.ag-row-selected')).toHaveCount(0);
  await at(page, 5, list.total);
  await apart.close();
});

test('the row under the mouse is decided without going there; rows are dragged onto lists; keys and scrolling hide the buttons', async ({
  start,
}) => {
  const { page } = await start({ sample: 500 });
  const list = await openSeed(page);
  const buttons = page.locator('.w-row-actions').filter({ visible: true });
  const first = (await current(page).textContent()) ?? '';
  const third = (await nameOf(page, 2).textContent()) ?? '';
  await row(page, 2).hover();
  await expect(buttons).toBeVisible();
  const place = (await row(page, 2).boundingBox()) ?? { y: 0, height: 0 };
  const shown = (await buttons.boundingBox()) ?? { y: 0, height: 0 };
  expect(shown.y).toBeGreaterThanOrEqual(place.y);
  expect(shown.y + shown.height).toBeLessThanOrEqual(place.y + place.height);
  await press(page, 'j', 'k');
  await expect(buttons).toHaveCount(0);
  await row(page, 3).hover();
  await expect(buttons).toBeVisible();
  await page.mouse.wheel(0, 200);
  await expect(buttons).toHaveCount(0);
  await press(page, 'Home');

  const choose = async (): Promise<void> => {
    await row(page, 2).hover();
    await buttons.locator('[data-choice="Opportunities"]').click();
  };
  await choose();
  // The panel names it, with the way back.
  const panel = page.getByRole('complementary', { name: 'Background updates' });
  await expect(panel.getByText(`Moved ${third} to Opportunities`)).toBeVisible();
  await panel.getByRole('button', { name: /^Undo/ }).click();
  await at(page, 3, list.total);
  await expect.poll(() => countIn(page, 'tag_opportunities')).toBe(0);
  await press(page, 'Home');
  await choose();
  await expect.poll(() => countIn(page, 'tag_opportunities')).toBe(1);
  expect((await api(page, 'listEntries', { query: { tag_opportunities: 'true' } })).results[0]?.name).toBe(third);
  await at(page, 1, list.total - 1);
  await expect(current(page)).toHaveText(first);

  await press(page, 'Home', 'x', 'Shift+ArrowDown');
  await expect(page.getByText('2 selected')).toBeVisible();
  await row(page, 1).locator('[col-id="text"]').dragTo(placeOf(page, 'Archive'));
  await expect.poll(() => countIn(page, 'tag_archive')).toBe(2);
  await press(page, 'z');
  await expect.poll(() => countIn(page, 'tag_archive')).toBe(0);
});

test('columns are sized to their content, hidden from their header and kept as a named set; no tooltip lies over a menu, no row is cut', async ({
  start,
}) => {
  const { page } = await start({ sample: 500 });
  await openSeed(page);
  const header = (name: string): Locator => page.getByRole('columnheader', { name, exact: true });
  const widthOf = async (name: string): Promise<number> => (await header(name).boundingBox())?.width ?? 0;
  const before = await widthOf('Company');
  const edge = (await header('Company').boundingBox()) ?? { x: 0, y: 0, width: 0 };
  await page.mouse.dblclick(edge.x + edge.width - 2, edge.y + 15);
  await expect.poll(() => widthOf('Company')).toBeGreaterThan(before + 10);
  const cut = await page
    .locator('.w-cell-name-text')
    .filter({ visible: true })
    .evaluateAll((names) => names.filter((name) => name.scrollWidth > name.clientWidth).length);
  expect(cut).toBe(0);
  await header('Stage').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Hide column' }).click();
  await expect(header('Stage')).toHaveCount(0);

  const button = page.getByRole('button', { name: 'Columns, 1 column hidden' });
  await button.hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await button.click();
  await expect(page.getByRole('tooltip').filter({ visible: true })).toHaveCount(0);
  expect(await objections(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Save as set…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Due diligence');
  await press(page, 'Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await button.click();
  await page.getByRole('menuitem', { name: 'Reset columns' }).click();
  await press(page, 'Escape');
  await expect(header('Stage')).toBeVisible();
  expect(await widthOf('Company')).toBe(before);
  await press(page, 'Control+k');
  await page.getByRole('textbox', { name: 'Command' }).fill('due dil');
  await press(page, 'Enter');
  await expect(header('Stage')).toHaveCount(0);
  await expect.poll(() => widthOf('Company')).toBeGreaterThan(before + 10);

  for (const height of [800, 733, 700]) {
    await page.setViewportSize({ width: 1280, height });
    const cutBy = (): Promise<number> =>
      page
        .locator('.ag-grid-viewport')
        .filter({ visible: true })
        .evaluate((viewport) => {
          const bar = document.querySelector('.ag-body-horizontal-scroll')?.getBoundingClientRect().height ?? 0;
          return (viewport.clientHeight - 31 - bar) % 28;
        });
    await expect.poll(cutBy).toBe(0);
  }
});
