import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';
import { emptyFilters } from '../../../src/shared/domain/filters.ts';
import { test } from '../fixtures.ts';
import { api, call } from '../pages/bridge.ts';
import { chooseTheme, go, screens } from '../pages/screens.ts';

for (const theme of ['Dark', 'Light'] as const) {
  test(`axe finds nothing on any screen in the ${theme.toLowerCase()} theme`, async ({ start }) => {
    const { page } = await start({ sample: 1000 });
    const list = await api(page, 'createSmartList', {
      body: { name: 'Everything', filters: emptyFilters(), fill: true },
    });
    const { items } = await api(page, 'searchCompanies');
    await call(page, 'preferences.set', { filterPanelOpen: true, readingPane: 'right' });
    await chooseTheme(page, theme);
    for (const { path, heading } of screens) {
      await go(page, path);
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      await holds(page, path);
    }
    const [company] = items;
    await go(page, `/company/${company?.id ?? 0}`);
    await expect(page.getByRole('heading', { name: company?.name ?? '', level: 1 })).toBeVisible();
    await holds(page, 'company');

    // An inbox with decisions and a selection.
    await go(page, `/list/smart/${list.id}`);
    await expect(page.getByText(/^1 of /).filter({ visible: true })).toBeVisible();
    for (const key of ['e', 'w', 'x']) await page.keyboard.press(key);
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible();
    await holds(page, 'inbox');
  });
}

/** That axe objects to nothing on the screen as it is; each objection is one line: rule, place, and what is wrong. */
async function holds(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id} ${String(target)}: ${oneLine(failureSummary)}`),
  );
  expect.soft(found, where).toEqual([]);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 240);
}
