import { expect } from 'playwright/test';
import { test } from '../fixtures.ts';
import { chooseTheme, go, screens } from '../pages/screens.ts';

test('headings of screens begin at the same place, whether they scroll or not', async ({ start }) => {
  const { page } = await start({ sample: 100 });
  await page.setViewportSize({ width: 1280, height: 800 });
  const places = new Map<string, number | undefined>();
  for (const { path, heading } of screens.filter(({ path: at }) => !at.startsWith('/list/'))) {
    await go(page, path);
    const title = page.getByRole('heading', { level: 1, name: heading });
    await expect(title).toBeVisible();
    places.set(heading, (await title.boundingBox())?.x);
  }
  expect([...new Set(places.values())], JSON.stringify([...places])).toHaveLength(1);
});

test('a switch that is off is told from the page in both themes (WCAG 1.4.11)', async ({ start }) => {
  const { page } = await start({ sample: 0 });
  for (const theme of ['Light', 'Dark'] as const) {
    await chooseTheme(page, theme);
    const off = page.getByRole('switch', { checked: false }).first();
    const [track = '', surface = ''] = await off.evaluate((input) =>
      [input.parentElement?.querySelector('.mantine-Switch-track'), input.closest('section')].map((element) =>
        element ? getComputedStyle(element).backgroundColor : '',
      ),
    );
    const [darker = 0, lighter = 0] = [lightOf(track), lightOf(surface)].toSorted((x, y) => x - y);
    const contrast = lighter / darker;
    expect(contrast, theme).toBeGreaterThanOrEqual(3);
  }
});

/** The relative luminance of `rgb(…)`, plus the 0.05 that WCAG adds for a contrast. */
function lightOf(color: string): number {
  const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
}
