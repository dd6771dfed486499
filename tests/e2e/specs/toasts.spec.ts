import { expect } from 'playwright/test';
import { test } from '../fixtures.ts';
import { at, press } from '../pages/list.ts';
import { go } from '../pages/screens.ts';

test('toasts that say the same are one, which stays for its whole time again', async ({ start, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { page } = await start({ sample: 60 });
  await go(page, '/list/search');
  await at(page, 1);
  await page.getByRole('grid').focus();
  const copied = page.getByText('Copied 1 company.', { exact: true });
  const began = Date.now();
  await press(page, 'y', 'y', 'y');
  await expect(copied).toHaveCount(1);
  await press(page, 'j', 'y');
  await expect(copied).toHaveCount(1);
  // Later, but while the first one is still there.
  await expect.poll(() => Date.now() - began).toBeGreaterThan(3000);
  await press(page, 'y');
  await expect.poll(() => Date.now() - began, { timeout: 10_000 }).toBeGreaterThan(6000);
  await expect(copied).toHaveCount(1);
  await expect(copied).toHaveCount(0);

  await press(page, 'z', 'z', 'z');
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(1);
});
