import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures.ts';
import { objections } from '../pages/axe.ts';
import { api, call } from '../pages/bridge.ts';
import { at, chord, press } from '../pages/list.ts';
import { countIn, expectScreen, makeList, openList } from '../pages/lists.ts';
import { chooseTheme, go, screens } from '../pages/screens.ts';
import { openLocalWorkspace } from '../pages/signIn.ts';

test('axe finds nothing on any screen or dialog, in either theme', async ({ start }) => {
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

/** Expects axe to have no objections to the screen as it is. */
async function holds(page: Page, where: string): Promise<void> {
  // The themes differ only in their colours, so the second one is checked for these only.
  expect.soft(await objections(page, where.startsWith('Light') ? 'colours' : 'all'), where).toEqual([]);
}
