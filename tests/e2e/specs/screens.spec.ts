import { expect } from 'playwright/test';
import { test } from '../fixtures.ts';
import { chooseTheme, go, screens } from '../pages/screens.ts';

test('S4 every screen opens in both themes without a console error or a CSP violation', async ({
  start,
  complaints,
}) => {
  const { page } = await start({ sample: 2000 });
  for (const theme of ['Light', 'Dark'] as const) {
    await chooseTheme(page, theme);
    for (const { path, heading } of screens) {
      await go(page, path);
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    }
  }
  expect(complaints).toEqual([]);
});
