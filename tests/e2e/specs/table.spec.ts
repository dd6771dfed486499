import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures.ts';
import { call } from '../pages/bridge.ts';
import { at, current, openFilters, press } from '../pages/list.ts';
import { expectScreen, makeList, openList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

/** The positions of the current row's pinned cells and its mark, from the edges of the table, in pixels. */
async function whereIs(page: Page): Promise<{ name: number; list: number; mark: number; sideways: number }> {
  const table = page.locator('.ag-grid-viewport').filter({ visible: true });
  return table.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const [name, list, mark, row] = [
      '.w-current [col-id="name"]',
      '.w-current [col-id="list"]',
      '.w-current-mark',
      '.w-current',
    ].map((selector) => element.querySelector(selector)?.getBoundingClientRect());
    return {
      name: (name?.left ?? Number.NaN) - box.left,
      list: box.right - (list?.right ?? Number.NaN),
      mark: (mark?.top ?? Number.NaN) - (row?.top ?? Number.NaN),
      sideways: element.scrollLeft,
    };
  });
}

test('pinned columns stand at the edges of the table, and the mark on the current row, by keys and by mouse', async ({
  start,
}) => {
  const { page } = await start({ sample: 1000 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  await openList(page, list);
  // Hidden where all rows are in one list, until somebody asks for it.
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: /^List/ }).check();
  await press(page, 'Escape');
  await at(page, 1);
  const still = page.locator('.w-still').filter({ visible: true });
  await press(page, 'j', 'j');
  await at(page, 3);
  await expect(still).toHaveCount(1);
  const place = { name: 34, list: 0, mark: 0, sideways: 0 };
  expect(await whereIs(page)).toEqual(place);

  await current(page).hover();
  await expect(still).toHaveCount(0);
  expect(await whereIs(page)).toEqual(place);
  await page.mouse.wheel(200, 0);
  await expect.poll(() => whereIs(page)).toEqual({ ...place, sideways: 200 });

  // A table scrolled sideways keeps its columns in place for keys too.
  await press(page, 'k');
  await at(page, 2);
  expect(await whereIs(page)).toEqual({ ...place, sideways: 200 });

  // The decided row leaves, and the mark moves up with it.
  await press(page, 'e');
  await at(page, 2, list.total - 1);
  await expect.poll(() => whereIs(page)).toEqual({ ...place, sideways: 200 });

  // Opened again, it is at the same row, and its columns begin at the left.
  await go(page, '/');
  await expectScreen(page, 'Dashboard');
  await go(page, `/list/smart/${list.id}`);
  await at(page, 2, list.total - 1);
  await expect.poll(async () => (await whereIs(page)).sideways).toBe(0);
});

test('columns that are saved while there is no room for pinned ones are saved as the user has them', async ({
  start,
}) => {
  const { page } = await start({ sample: 500 });
  await page.setViewportSize({ width: 960, height: 700 });
  await openList(page, await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] }));
  const pinnedCells = page.locator('.ag-row .ag-grid-pinned-left-cells').first();
  const name = pinnedCells.locator('[col-id="name"]');
  await expect(name).toBeVisible();
  await openFilters(page);
  await press(page, 'Space');
  await expect(name).toHaveCount(0);
  const saved = async (): Promise<unknown> => {
    const columns = (await call(page, 'preferences.get', null)).columns['smartList'] ?? [];
    return columns
      .filter(({ colId }) => colId === 'name' || colId === 'score')
      .map(({ colId, hide, pinned }) => ({ colId, hide, pinned }));
  };
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Score', exact: true }).click();
  const hidden = { colId: 'score', hide: true, pinned: null };
  await expect.poll(saved).toEqual([{ colId: 'name', hide: false, pinned: 'left' }, hidden]);

  // Only the user unpins it in the settings; pinned there, it is back in place once there is room.
  await page.getByRole('menuitemcheckbox', { name: 'Pin Company' }).click();
  await expect.poll(saved).toEqual([{ colId: 'name', hide: false, pinned: null }, hidden]);
  await page.getByRole('menuitem', { name: 'Reset columns' }).click();
  await expect.poll(saved).toEqual([
    { colId: 'name', hide: false, pinned: 'left' },
    { ...hidden, hide: false },
  ]);
  await press(page, 'Escape');
  await expect(name).toHaveCount(0);
  await page.setViewportSize({ width: 1600, height: 700 });
  await expect(name).toBeVisible();
});

test('beside filters and pane in a small window the names have their room, and say what was decided', async ({
  start,
}) => {
  const { page } = await start({ sample: 500 });
  await page.setViewportSize({ width: 1024, height: 700 });
  await go(page, '/list/search?text_search=');
  await at(page, 1);
  await openFilters(page);
  await press(page, 'Space');
  await expect(page.getByRole('complementary', { name: 'Company' })).toBeVisible();
  const row = page.locator('.ag-row[row-index="0"]').filter({ visible: true });
  const isNameInSight = async (): Promise<boolean> =>
    row.locator('[col-id="name"]').evaluate((cell) => {
      const table = cell.closest('.ag-grid-viewport')?.getBoundingClientRect();
      const { left, right } = cell.getBoundingClientRect();
      const over = document.elementFromPoint(right - 4, cell.getBoundingClientRect().top + 12);
      return table !== undefined && left >= table.left && right <= table.right && cell.contains(over);
    });
  await expect.poll(isNameInSight).toBe(true);
  await press(page, 'w');
  await expect(row.locator('.w-cell-state')).toHaveText('Watchlist');
  await expect(row.locator('.w-cell-state')).toBeVisible();

  // Where the list has its column, it is said there.
  await page.setViewportSize({ width: 1600, height: 700 });
  await expect(row.locator('.w-cell-state')).toBeHidden();
  await expect(row.locator('.ag-grid-pinned-right-cells [col-id="list"]')).toHaveText('Watchlist');
});

test('no column is cut by the edge of the table, at any width, until the user chooses widths', async ({ start }) => {
  const { page } = await start({ sample: 1000 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  /** By how many pixels the last column in sight stands out of it. */
  const cut = (): Promise<number> =>
    page
      .locator('.ag-grid-viewport')
      .filter({ visible: true })
      .evaluate((table) => {
        const box = table.getBoundingClientRect();
        const bar = table.closest('.w-grid')?.querySelector<HTMLElement>('.ag-body-vertical-scroll')?.offsetWidth ?? 0;
        const pinned = table.querySelector('.ag-row .ag-grid-pinned-right-cells')?.getBoundingClientRect();
        const edge = pinned === undefined || pinned.width === 0 ? box.right - bar : pinned.left;
        const cells = [...table.querySelectorAll('.ag-row[row-index="0"] .ag-cell[aria-colindex]')]
          .filter((cell) => cell.closest('.ag-grid-pinned-right-cells') === null)
          .map((cell) => cell.getBoundingClientRect());
        return Math.max(0, ...cells.filter(({ left }) => left < edge - 1).map(({ right }) => right - edge));
      });
  for (const path of [`/list/smart/${list.id}`, '/list/search?text_search=']) {
    await go(page, path);
    await at(page, 1);
    for (const width of [1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(cut, `${path} at ${width}`).toBeLessThan(1);
    }
  }
  // That width is the table's: what is saved is that the text takes the room that is left.
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Score', exact: true }).click();
  const saved = async (): Promise<unknown> =>
    (await call(page, 'preferences.get', null)).columns['search']?.find(({ colId }) => colId === 'text')?.flex;
  await expect.poll(saved).toBe(1);
});

test('a list is printed with its rows, right under their header', async ({ start }) => {
  const { page } = await start({ sample: 500 });
  await openList(page, await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] }));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Places' })).toBeHidden();
  const boxOf = async (selector: string) => {
    const box = await page.locator(selector).filter({ visible: true }).first().boundingBox();
    if (box === null) throw new Error(`${selector} is not printed.`);
    return box;
  };
  const head = await boxOf('.ag-header');
  expect(head.y).toBeLessThan(80);
  expect((await boxOf('.ag-row[row-index="0"]')).y - head.y - head.height).toBeLessThan(4);
  expect((await boxOf('.ag-grid-viewport')).height).toBeGreaterThan(500);
  await expect(page.locator('.w-current-mark').first()).toBeHidden();
});

test('a text that its cell cuts is told in full by a tooltip, one that fits is not; hyphens in texts are not widened', async ({
  start,
}) => {
  const { page } = await start({ sample: 500 });
  // Wide enough for the column to be drawn.
  await page.setViewportSize({ width: 1920, height: 1000 });
  await openList(page, await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] }));
  const industries = page.locator('.ag-row [col-id="industries"]');
  const cut = industries.filter({ hasText: /^.{40,}$/ }).first();
  await cut.hover();
  await expect(cut).toHaveAttribute('title', (await cut.textContent()) ?? '');
  const fitting = industries.filter({ hasText: /^.{1,12}$/ }).first();
  await fitting.hover();
  await expect(fitting).not.toHaveAttribute('title');
  const founded = page.locator('.ag-row [col-id="founded"]').first();
  await expect(founded).toHaveCSS('font-variant-numeric', 'tabular-nums');
  await expect(fitting).toHaveCSS('font-variant-numeric', 'normal');
  await expect(fitting).not.toHaveCSS('font-feature-settings', /tnum/);
});

test('an inbox shows what decides: all of it at 1280, beside the pane the company and what it does', async ({
  start,
}) => {
  const { page } = await start({ sample: 1000 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await openList(page, await makeList(page, 'Grown', { stages: ['inv_stage_series_a', 'inv_stage_series_b'] }));
  await at(page, 1);
  /** How many pixels of each column are in sight, of those that are in full, and of the text in any case. */
  const seen = (): Promise<Record<string, number>> =>
    page
      .locator('.ag-grid-viewport')
      .filter({ visible: true })
      .evaluate((table) => {
        const right = table.getBoundingClientRect().right;
        const cells = [...table.querySelectorAll('.ag-row[row-index="0"] .ag-cell[col-id]')];
        return Object.fromEntries(
          cells.flatMap((cell) => {
            const box = cell.getBoundingClientRect();
            const id = cell.getAttribute('col-id') ?? '';
            return box.right <= right || id === 'text' ? [[id, Math.round(Math.min(box.right, right) - box.left)]] : [];
          }),
        );
      });
  const all = await seen();
  for (const id of ['name', 'text', 'stages', 'place', 'founded', 'size', 'funding_total', 'score']) {
    expect(all, `${id} is in sight`).toHaveProperty(id);
  }
  expect(all['text']).toBeGreaterThanOrEqual(300);
  expect(all).not.toHaveProperty('list');
  await press(page, 'Space');
  await expect(page.getByRole('complementary', { name: 'Company' })).toBeVisible();
  await expect.poll(async () => (await seen())['text']).toBeGreaterThanOrEqual(300);
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect.poll(async () => (await seen())['text']).toBeGreaterThanOrEqual(200);
  expect(await seen()).toHaveProperty('name');
});
