import { expect } from 'playwright/test';
import { test } from '../fixtures.ts';
import { api, call } from '../pages/bridge.ts';
import { at, press } from '../pages/list.ts';
import { go } from '../pages/screens.ts';

test('toasts that say the same are one, which stays for its whole time again', async ({ start }) => {
  const { page } = await start({ sample: 60 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await go(page, '/list/search');
  await at(page, 1);
  await page.getByRole('grid').focus();
  const copied = page.getByText('Copied 1 company.', { exact: true });
  const began = Date.now();
  await press(page, 'y', 'y', 'y');
  await expect(copied).toHaveCount(1);
  await press(page, 'j', 'y');
  await expect(copied).toHaveCount(1);
  // Later, but while the first one is still shown.
  await expect.poll(() => Date.now() - began).toBeGreaterThan(3000);
  await press(page, 'y');
  await expect.poll(() => Date.now() - began, { timeout: 10_000 }).toBeGreaterThan(6000);
  await expect(copied).toHaveCount(1);
  await expect(copied).toHaveCount(0);

  await press(page, 'z', 'z', 'z');
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(1);
});

test('a screen that is scrolled to its end shows its last buttons above the panel of refused moves', async ({
  start,
}) => {
  const { page } = await start({ sample: 60 });
  const [company] = (await api(page, 'searchCompanies')).items;
  // Of entries that no longer exist.
  const targets = [1, 2, 3, 4, 5].map((count) => ({
    entryId: 900_000 + count,
    companyId: company?.id ?? 0,
    name: `Company ${count}`,
    from: 'None' as const,
    siblings: [],
  }));
  await call(page, 'moves.enqueue', { to: 'Archive', targets });
  const panel = page.getByRole('complementary', { name: 'Background updates' });
  await expect(panel).toContainText('5 moves were refused');
  await go(page, '/workspace');
  await page.getByRole('button', { name: 'Back up now' }).click();
  const restore = page.getByRole('list', { name: 'Backups' }).getByRole('button', { name: /^Restore/ });
  await expect(restore).toBeVisible({ timeout: 60_000 });
  for (const size of [
    { width: 1280, height: 800 },
    { width: 1024, height: 700 },
  ]) {
    await page.setViewportSize(size);
    // What the backup came to is still being shown, which makes the screen longer.
    await expect(async () => {
      await page.evaluate(() => {
        for (const element of document.querySelectorAll('main, main *')) element.scrollTop = element.scrollHeight;
      });
      const top = (await panel.boundingBox())?.y ?? 0;
      for (const button of [restore, page.getByRole('button', { name: 'Back up now' })]) {
        const box = await button.boundingBox();
        expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(top);
      }
    }).toPass({ timeout: 15_000 });
  }
});
