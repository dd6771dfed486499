import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures.ts';
import { api, call } from '../pages/bridge.ts';
import { at, press } from '../pages/list.ts';
import { expectScreen, makeList, openList } from '../pages/lists.ts';
import { go, screens } from '../pages/screens.ts';

/** The smallest window, and its size in CSS pixels at 200 % zoom (product 10.8). */
const sizes = [
  { width: 1024, height: 700 },
  { width: 512, height: 350 },
];

/** As long as the name of a list or collection may be, with one word that fits on no line. */
const longName = `${'Donaudampfschifffahrt'.repeat(3)} and other names`.slice(0, 80);

test('product 10.8 at 1024x700 and at 200 % zoom no screen scrolls sideways and every control can be reached', async ({
  start,
}) => {
  test.setTimeout(300_000);
  const { page } = await start({ sample: 1000 });
  const list = await makeList(page, longName, { stages: ['inv_stage_seed'] });
  const collection = await api(page, 'createCollection', { body: { name: longName, description: longName } });
  const { items } = await api(page, 'searchCompanies');
  const [{ id, name } = { id: 0, name: '' }] = items;
  const body = { collection_id: collection.id, company_ids: items.map((item) => item.id) };
  await api(page, 'addCollectionItems', { body });
  await call(page, 'preferences.set', { filterPanelOpen: true });
  for (const size of sizes) {
    await page.setViewportSize(size);
    const where = `${size.width}x${size.height}`;
    for (const { path, heading } of [
      ...screens,
      { path: `/collections/${collection.id}`, heading: longName },
      { path: `/company/${id}`, heading: name },
      { path: `/embed/company/${id}`, heading: name },
      { path: '/profile/account', heading: 'Profile' },
      { path: '/post-signup?email=a@b.example&accountId=1', heading: 'Welcome to Winnow' },
    ]) {
      await go(page, path);
      await expectScreen(page, heading);
      await fits(page, `${where} ${path}`);
    }
    await go(page, `/reports/${id}`);
    await expect(page.getByRole('button', { name: 'Save as PDF' })).toBeVisible();
    await fits(page, `${where} report`);

    await openList(page, list);
    for (const pane of ['right', 'bottom'] as const) {
      await call(page, 'preferences.set', { readingPane: pane, filterPanelOpen: false });
      await openList(page, list);
      await expect(page.getByRole('complementary', { name: 'Company' })).toBeVisible();
      await fits(page, `${where} pane at the ${pane}`);
    }
    await press(page, 'x');
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible();
    await fits(page, `${where} selection`);
    await press(page, 'Escape', 'Shift+f');
    await expect(page.getByRole('region', { name: 'Focus mode' })).toBeVisible();
    await fits(page, `${where} focus mode`);
    await press(page, 'Escape');
    await expect(page.getByRole('region', { name: 'Focus mode' })).toHaveCount(0);
    for (const key of ['c', '?', 'Control+k']) {
      await press(page, key);
      await expect(page.getByRole('dialog')).toBeVisible();
      await fits(page, `${where} dialog of ${key}`);
      await press(page, 'Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    for (const button of [/^Columns/, /^More actions/, /^Profile menu/]) {
      await page.getByRole('button', { name: button }).filter({ visible: true }).click();
      const opened = page.locator('.mantine-Popover-dropdown, .mantine-Menu-dropdown').filter({ visible: true });
      await expect(opened).toBeVisible();
      await fits(page, `${where} menu of ${String(button)}`);
      await press(page, 'Escape');
      await expect(opened).toHaveCount(0);
    }
    await call(page, 'preferences.set', { readingPane: 'hidden', filterPanelOpen: true });
    await at(page, 1);
  }
});

/**
 * Expects that the page does not scroll sideways, and that every control is inside the window or inside something that
 * scrolls to it.
 */
async function fits(page: Page, where: string): Promise<void> {
  await expect.poll(() => outside(page), { message: where }).toEqual([]);
}

async function outside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} wide`);
    const controls = 'a, button, input, select, textarea, summary, [role="menuitem"], [role="tab"]';
    for (const control of document.querySelectorAll(controls)) {
      const { left, right, top, bottom, width } = control.getBoundingClientRect();
      const isThere = width > 1 && control.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      // The table scrolls on its own; the skip link enters the window when focused.
      if (!isThere || control.closest('.ag-root') !== null || control.getAttribute('href') === '#main') continue;
      // A name cut off by an ellipsis ends where its box does.
      const box = control.parentElement;
      const cut =
        box !== null && getComputedStyle(box).textOverflow === 'ellipsis' ? box.getBoundingClientRect() : null;
      let scrollsX = false;
      let scrollsY = false;
      for (let parent = control.parentElement; parent !== null; parent = parent.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(parent);
        // Only the tables of an import may be wider than their place: everything else becomes one column if it has to.
        scrollsX ||= /auto|scroll/.test(overflowX) && parent.querySelector(':scope > table') !== null;
        scrollsY ||= /auto|scroll/.test(overflowY) && parent.scrollHeight > parent.clientHeight;
      }
      const name = control.getAttribute('aria-label') ?? control.textContent;
      if (!scrollsX && (left < -1 || (cut?.right ?? right) > innerWidth + 1))
        found.push(`${name}: ${left} to ${right}`);
      else if (!scrollsY && (top < -1 || bottom > innerHeight + 1)) found.push(`${name}: ${top} to ${bottom} high`);
    }
    return found;
  });
}
