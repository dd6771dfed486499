import { expect } from 'playwright/test';
import { test } from '../fixtures.ts';
import { api } from '../pages/bridge.ts';
import { at, press } from '../pages/list.ts';
import { go } from '../pages/screens.ts';

test('a filter value is included, excluded and left out, with live counts and a sentence', async ({ start }) => {
  const { page } = await start({ sample: 2000 });
  await go(page, '/list/search');
  await at(page, 1);
  const panel = page.getByRole('complementary', { name: 'Filters' });
  if ((await panel.count()) === 0) await press(page, 'f');
  const { facets } = await api(page, 'getFacets', { query: { stages: 'inv_stage_seed,inv_stage_pre_seed' } });
  const europe = facets['regions']?.['Europe'] ?? 0;
  expect(europe).toBeGreaterThan(0);
  const value = panel.getByRole('button', { name: /^Europe/ });
  await expect(value).toContainText(europe.toLocaleString('en'));

  await value.click();
  await expect(panel.getByRole('button', { name: /^Europe.*, included$/ })).toBeVisible();
  await expect(page.getByText(/^(Pre-Seed or Seed|Seed or Pre-Seed) companies in Europe\.$/)).toBeVisible();
  await value.click();
  await expect(panel.getByRole('button', { name: /^Europe.*, excluded$/ })).toBeVisible();
  await expect(page.getByText(/^(Pre-Seed or Seed|Seed or Pre-Seed) companies not in Europe\.$/)).toBeVisible();
  await value.click();
  await expect(page.getByText(/^(Pre-Seed or Seed|Seed or Pre-Seed) companies\.$/)).toBeVisible();

  // Removing the last filter moves nothing under the pointer.
  const top = (await value.boundingBox())?.y;
  await panel.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByRole('list', { name: 'Filters in use' })).toHaveCount(0);
  await expect(page.getByText('All companies.', { exact: true })).toBeVisible();
  expect((await value.boundingBox())?.y).toBe(top);
  for (const stage of ['Pre-Seed', 'Seed']) {
    await panel.getByRole('button', { name: new RegExp(`^${stage} [\\d,]+ matches`) }).click();
  }
  await expect(page.getByText(/^(Pre-Seed or Seed|Seed or Pre-Seed) companies\.$/)).toBeVisible();
  expect((await value.boundingBox())?.y).toBe(top);

  // Saving proposes a name, previews what matches, and refuses an empty name.
  const total = (await api(page, 'searchCompanies', { query: { stages: 'inv_stage_seed,inv_stage_pre_seed' } })).count;
  await page.getByRole('grid').focus();
  await press(page, 'Control+s');
  const dialog = page.getByRole('dialog', { name: 'Save as smart list' });
  await expect(dialog.getByText(`${total.toLocaleString('en')} companies match today.`)).toBeVisible();
  await expect(dialog.getByText(/New in the last four weeks: [\d,]+(, [\d,]+){3} \(latest\)\.$/)).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Some of the matches' }).getByRole('listitem')).toHaveCount(5);
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(
    /^(Pre-Seed or Seed|Seed or Pre-Seed) companies$/,
  );
  await press(page, 'Delete');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true');
  await press(page, 'Escape');
  await expect(dialog).toHaveCount(0);
});

test('a long list of the filter panel grows in it, and what is in the panel stands in line', async ({ start }) => {
  const { page } = await start({ sample: 300 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await go(page, '/list/search');
  await at(page, 1);
  const panel = page.getByRole('complementary', { name: 'Filters' });
  if ((await panel.count()) === 0) await press(page, 'f');
  // As many filters as there are chips to remove.
  const chips = page.getByRole('list', { name: 'Filters in use' }).getByRole('button', { name: /^Remove / });
  await expect(chips).toHaveCount(2);
  await expect(panel.locator('header')).toContainText('Filters2');
  await panel.getByRole('button', { name: /^Show all \d+ groups$/ }).click();
  await panel.getByRole('button', { name: 'Highlights', exact: true }).click();
  const scrolled = await panel
    .locator('*')
    .evaluateAll(
      (elements) =>
        elements.filter(
          (element) =>
            getComputedStyle(element).overflowY === 'auto' && element.scrollHeight > element.clientHeight + 1,
        ).length,
    );
  expect(scrolled).toBe(1);
  const [words, countries] = [
    await panel.getByRole('textbox', { name: 'Contains', exact: true }).boundingBox(),
    await panel.getByRole('textbox', { name: 'Find a country' }).boundingBox(),
  ];
  expect(countries).toMatchObject({ x: words?.x, width: words?.width });
  const label = panel.getByText('Two or more founders', { exact: true });
  expect(await label.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
});
