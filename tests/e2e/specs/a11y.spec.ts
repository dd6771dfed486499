import { expect, type Locator, type Page } from 'playwright/test';
import { test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { objections } from '../pages/axe.ts';
import { api, call } from '../pages/bridge.ts';
import { at, chord, closeFilters, openFilters, press } from '../pages/list.ts';
import { countIn, expectScreen, makeList, openList, placeOf, type MadeList } from '../pages/lists.ts';
import { chooseTheme, go, screens } from '../pages/screens.ts';
import { openLocalWorkspace } from '../pages/signIn.ts';

test('S4 axe finds nothing on any screen or dialog, in either theme, without a console error or a CSP violation', async ({
  start,
  complaints,
}) => {
  test.setTimeout(360_000);
  const { page } = await start({ sample: 1000 });
  const list = await makeList(page, 'Everything', {});
  const { items } = await api(page, 'searchCompanies');
  const { id = 0, name = '' } = items[0] ?? {};
  await call(page, 'preferences.set', { filterPanelOpen: true, readingPane: 'right' });
  for (const theme of ['Dark', 'Light'] as const) {
    await chooseTheme(page, theme);
    for (const { path, heading } of screens) {
      await go(page, path);
      await expectScreen(page, heading);
      await holds(page, `${theme} ${path}`);
    }
    for (const [path, heading] of [
      [`/company/${id}`, name],
      [`/embed/company/${id}`, name],
      ['/post-signup?email=a@b.example&accountId=1', 'Welcome to Winnow'],
    ] as const) {
      await go(page, path);
      await expectScreen(page, heading);
      await holds(page, `${theme} ${path}`);
    }

    // An inbox with a selection, focus mode over it, and the dialogs.
    await go(page, `/list/smart/${list.id}`);
    await at(page, 1);
    await press(page, 'x');
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible();
    await holds(page, `${theme} inbox`);
    await press(page, 'Escape', 'Shift+f');
    await expect(page.getByRole('region', { name: 'Focus mode' })).toBeVisible();
    await holds(page, `${theme} focus mode`);
    await press(page, 'Escape');
    await expect(page.getByRole('region', { name: 'Focus mode' })).toHaveCount(0);
    for (const key of ['c', '?', 'Control+k']) {
      await press(page, key);
      await expect(page.getByRole('dialog')).toBeVisible();
      await holds(page, `${theme} dialog of ${key}`);
      await press(page, 'Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }

    await call(page, 'session.logout', null);
    await expect(page.getByRole('button', { name: 'Open local workspace' })).toBeVisible();
    await holds(page, `${theme} login`);
    await openLocalWorkspace(page);
  }
  expect(complaints).toEqual([]);
});

test('a session by keyboard alone: each decision is announced, the focus is seen, and motion is left out where asked', async ({
  start,
}) => {
  const { page } = await start({ sample: 500 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const list = await makeList(page, 'Early', { stages: ['inv_stage_seed'] });
  await openList(page, list);
  const names = (await api(page, 'listEntries', { query: { user_smart_list_id: list.id, page_size: 3 } })).results.map(
    (entry) => entry.name,
  );
  const told = page.locator('[aria-live]');

  await press(page, 'w');
  await expect(told.filter({ hasText: names[0] ?? '' }).first()).toContainText('Watchlist');
  await press(page, 'e');
  await expect(told.filter({ hasText: names[1] ?? '' }).first()).toContainText('Archive');
  await press(page, 'z');
  await expect(told.filter({ hasText: `Undone: Archived ${names[1] ?? ''}.` }).first()).toBeAttached();
  await expect.poll(() => countIn(page, 'tag_archive')).toBe(0);
  await press(page, 'Enter');
  await expectScreen(page, names[1] ?? '');
  await press(page, 'o', 'Escape');
  await expect.poll(() => countIn(page, 'tag_opportunities')).toBe(1);
  await chord(page, 'w');
  await expectScreen(page, 'Watchlist');
  await at(page, 1, 1);

  // The focused element has an outline or another visible sign, at every step of Tab through the frame.
  await chord(page, 'd');
  await expectScreen(page, 'Dashboard');
  const focus: string[] = [];
  for (let step = 0; step < 12; step++) {
    await press(page, 'Tab');
    focus.push(await focusSign(page));
  }
  expect(focus.filter((sign) => sign === 'seen').length).toBeGreaterThan(5);
  expect(focus).not.toContain('unseen');
  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 50)
        .length,
  );
  expect(moving).toBe(0);
});

/** Two pairs of likely duplicates. */
const doubles = [
  'Name,Website,Country,Employees,Description',
  'Acme GmbH,https://acme.example,Germany,12,Parcel robots',
  'ACME,,Germany,15,Robots',
  'Kite,https://kite.example,France,5,Field visits',
  'Brightly,https://kite.example/about,France,7,Field visits on paper',
  '',
].join('\n');

test(
  'axe finds nothing in menus, strips and panels over a list, in either theme',
  browserShellOnly,
  async ({ start }) => {
    test.setTimeout(360_000);
    const { page } = await start({ sample: 300 });
    const list = await makeList(page, 'Early', { stages: ['inv_stage_seed'] });
    await api(page, 'createCollection', { body: { name: 'Board meeting' } });
    await openList(page, list);
    await press(page, 'w', 'e');
    await expect.poll(() => countIn(page, 'tag_archive')).toBe(1);
    // What it leaves out can be shown.
    const again = await makeList(page, 'Again', {});
    await go(page, '/workspace');
    await page
      .getByLabel('Files to import')
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(doubles) });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('Import finished.')).toBeVisible({ timeout: 60_000 });

    for (const [theme, word] of [
      ['Dark', 'software'],
      ['Light', 'service'],
    ] as const) {
      await chooseTheme(page, theme);
      await go(page, `/list/smart/${again.id}`);
      await expectScreen(page, again.name);
      await at(page, 1);
      for (const { name, open, there } of overAList(page, list)) {
        await open();
        await expect(there, name).toBeVisible();
        await holds(page, `${theme} ${name}`, (await page.locator(overlays).count()) > 0 ? overlays : null);
        await press(page, 'Escape');
        await expect(there, name).toHaveCount(0);
      }
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Hide', exact: true })).toBeVisible();
      await holds(page, `${theme} companies decided before`);
      await page.getByRole('button', { name: 'Hide', exact: true }).click();

      await go(page, `/list/search?text_search=${word}`);
      await expectScreen(page, 'Search');
      await at(page, 1);
      await openFilters(page);
      await expect(page.getByRole('region', { name: 'Words' })).toBeVisible();
      await holds(page, `${theme} words of a search`);
      await press(page, 'Control+s');
      await expect(page.getByRole('dialog', { name: 'Save as smart list' })).toContainText('today');
      await holds(page, `${theme} save a search`, overlays);
      await press(page, 'Escape');
      await closeFilters(page);

      await go(page, '/workspace');
      await page.getByRole('button', { name: 'Review' }).click();
      await expect(page.getByRole('dialog', { name: 'Are these the same company?' })).toContainText('1 of 2');
      await holds(page, `${theme} likely duplicates`, overlays);
      await press(page, 'Escape');
    }
  },
);

/** What opens over a list, how, and what of it is then there; Escape closes each. */
function overAList(page: Page, list: MadeList): { name: string; open: () => Promise<void>; there: Locator }[] {
  const menu = page.getByRole('menu');
  const place = (name: string) => async () => placeOf(page, name).click({ button: 'right' });
  return [
    { name: 'menu of a smart list', open: place(list.name), there: menu },
    { name: 'menu of a collection', open: place('Board meeting'), there: menu },
    {
      name: 'menu of a row',
      open: async () => page.locator('.ag-row[row-index="1"] [col-id="stages"]').click({ button: 'right' }),
      there: menu,
    },
    {
      name: 'menu of a column',
      open: async () => page.locator('.ag-header-cell[col-id="place"]').click({ button: 'right' }),
      there: menu,
    },
    { name: 'only this value', open: async () => press(page, '='), there: menu },
    { name: 'sort', open: async () => press(page, 'Shift+s'), there: menu },
    {
      name: 'columns and their sets',
      open: async () => page.getByRole('button', { name: 'Columns', exact: true }).click(),
      there: menu,
    },
    {
      name: 'save columns as a set',
      open: async () => {
        await page.getByRole('button', { name: 'Columns', exact: true }).click();
        await page.getByRole('menuitem', { name: /^Save as set/ }).click();
      },
      there: page.getByRole('dialog', { name: 'Save columns as a set' }),
    },
    {
      name: 'edited filters',
      open: async () => {
        await place(list.name)();
        await page.getByRole('menuitem', { name: 'Edit filters' }).click();
        const dialog = page.getByRole('dialog', { name: `Edit filters: ${list.name}` });
        await dialog.getByRole('button', { name: /^Pre-Seed/ }).click();
        await expect(dialog).toContainText(/adds \d/);
      },
      there: page.getByRole('dialog', { name: `Edit filters: ${list.name}` }),
    },
    {
      name: 'reason',
      // The filters were opened by the list's menu, which has the keys until Esc.
      open: async () => press(page, 'Escape', 'e', 'r'),
      there: page.getByRole('group', { name: /^Reason/ }),
    },
    { name: 'put off', open: async () => press(page, 'h'), there: page.getByRole('group', { name: /^Put off/ }) },
    {
      name: 'put off until a day',
      open: async () => press(page, 'h', 'd'),
      there: page.getByLabel('Put off until', { exact: true }),
    },
  ];
}

/** Whether the focused element shows it by an outline or a shadow; `page` once Tab has left the page's controls. */
async function focusSign(page: Page): Promise<'seen' | 'unseen' | 'page'> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'page';
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const isSeen = (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    return isSeen ? 'seen' : 'unseen';
  });
}

/** What lies over a list; what is behind it was checked by itself. */
const overlays = '[role="menu"], [role="dialog"]';

/** Expects axe to have no objections to the screen as it is, or to what matches. */
async function holds(page: Page, where: string, within: string | null = null): Promise<void> {
  // The themes differ only in their colours, so the second one is checked for these only.
  expect.soft(await objections(page, where.startsWith('Light') ? 'colours' : 'all', within), where).toEqual([]);
}
