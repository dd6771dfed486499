import { setTimeout as delay } from 'node:timers/promises';
import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { api, call } from '../pages/bridge.ts';
import { burst } from '../pages/burst.ts';
import { at, chord, current, press } from '../pages/list.ts';
import { countIn, expectScreen, makeList, openList } from '../pages/lists.ts';

test('what was decided stays decided when another screen has read it anew', async ({ start }) => {
  const { page } = await start({ sample: 1000 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  await openList(page, list);
  const name = (await current(page).textContent()) ?? '';
  await press(page, 'e');
  await expect.poll(() => countIn(page, 'tag_archive')).toBe(1);
  await at(page, 1, list.total - 1);
  // Both the list and the page fetch the company's entry again.
  await chord(page, 'a');
  await expectScreen(page, 'Archive');
  await at(page, 1, 1);
  await press(page, 'Enter');
  await expectScreen(page, name);
  await expect(page.getByRole('region', { name: 'In your lists' })).toContainText('Archive');
  await page.goBack();
  await page.goBack();
  await expectScreen(page, list.name);
  await at(page, 1, list.total - 1);
  await expect(page.getByRole('gridcell', { name })).toHaveCount(0);

  // Moved out of Archive, it leaves no figure behind.
  await chord(page, 'a');
  await expect(page.getByText('1 company', { exact: true })).toBeVisible();
  await press(page, 'w');
  await expect(page.getByText('Archive is empty')).toBeVisible();
  await expect(page.getByText('1 company', { exact: true })).toHaveCount(0);
});

test('undo brings a company back into an inbox that was read again in between', async ({ start }) => {
  const { page } = await start({ sample: 1000 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  await openList(page, list);
  const name = (await current(page).textContent()) ?? '';
  await press(page, 'e');
  await expect.poll(() => countIn(page, 'tag_archive')).toBe(1);
  // The next week's companies arrive, and the list is re-read.
  await call(page, 'workspace.simulateWeek', null);
  const left = async (): Promise<number> =>
    (await api(page, 'listSmartLists')).results.find(({ id }) => id === list.id)?.unratedCount ?? 0;
  await expect.poll(left).toBeGreaterThanOrEqual(list.total);
  // The new ones come first; the cursor stays with its company.
  await expect(page.getByText(new RegExp(`^\\d+ of ${await left()}$`)).filter({ visible: true })).toBeVisible();
  const row = page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
  await expect(row).toHaveCount(0);
  await press(page, 'z');
  await expect(row).toHaveCount(1);
  await expect(current(page)).toHaveText(name);
});

test(
  'the key after an undo is about the company that it brings back, also where the list was read again in between',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 1000 });
    const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
    await openList(page, list);
    const name = (await current(page).textContent()) ?? '';
    await press(page, 'e');
    const next = (await current(page).textContent()) ?? '';
    await press(page, 'j');
    const later = (await current(page).textContent()) ?? '';
    await expect.poll(() => countIn(page, 'tag_archive')).toBe(1);
    const again = page.waitForResponse((response) =>
      (response.request().postData() ?? '').includes('"endpoint":"listEntries"'),
    );
    await call(page, 'workspace.simulateWeek', null);
    await again;
    await expect(current(page)).toHaveText(later);
    await burst(page, 'z', 'w');
    await expect(current(page)).toHaveText(next);
    await expect.poll(() => countIn(page, 'tag_archive')).toBe(0);
    const { results } = await api(page, 'listEntries', { query: { tag_watchlist: 'true' } });
    expect(results.map((entry) => entry.name)).toEqual([name]);
  },
);

/** From now on this window gets news from elsewhere late, by the milliseconds in the returned object. */
async function hearLate(page: Page, ms: number): Promise<{ ms: number }> {
  const late = { ms };
  await page.routeWebSocket(/\/events$/, (socket) => {
    const shell = socket.connectToServer();
    shell.onMessage((message) => void delay(late.ms).then(() => socket.send(message)));
  });
  await page.reload();
  return late;
}

test(
  'a decision taken back comes back also where another window’s undo before it had not been heard of',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 1000 });
    const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
    const late = await hearLate(page, 0);
    await openList(page, list);
    await press(page, 'j', 'j');
    await at(page, 3, list.total);
    const name = (await current(page).textContent()) ?? '';

    const opening = page.waitForEvent('popup');
    await press(page, 'Shift+Enter');
    const own = await opening;
    await expect(own.getByRole('heading', { name, level: 1 })).toBeVisible();
    await own.keyboard.press('o');
    await expect(page.locator('.w-current', { hasText: 'Opportunities' })).toBeVisible();
    late.ms = 1500;
    await own.keyboard.press('z');
    await expect.poll(() => countIn(page, 'tag_opportunities')).toBe(0);
    await own.close();

    await press(page, 'e');
    await expect(current(page)).not.toHaveText(name);
    await press(page, 'z');
    await expect(current(page)).toHaveText(name);
    await at(page, 3, list.total);
  },
);

test('late news of an older move does not turn over what a newer key did', async ({ start }) => {
  const { page } = await start({ sample: 1000 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  await hearLate(page, 400);
  await openList(page, list);
  await at(page, 1, list.total);
  await press(page, 'w');
  await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(1);
  await press(page, 'z');
  const decided = await page.evaluate(async () => {
    const seen = new Set<boolean>();
    const until = performance.now() + 1500;
    while (performance.now() < until) {
      seen.add(document.querySelector('.ag-row[row-index="0"]')?.classList.contains('w-decided') ?? true);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return [...seen];
  });
  expect(decided).toEqual([false]);
});
