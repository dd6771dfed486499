import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures.ts';
import { api } from '../pages/bridge.ts';
import { go } from '../pages/screens.ts';
import { logOut, openLocalWorkspace } from '../pages/signIn.ts';

test('similar companies, the sector and its report, without a console error or a CSP violation', async ({
  start,
  complaints,
}) => {
  const { page } = await start({ sample: 5000 });
  const [company] = (await api(page, 'searchCompanies', { query: { stages: 'inv_stage_seed' } })).items;
  if (company === undefined) throw new Error('The sample has no company at seed stage.');
  const body = { company_id: company.id, type: 'similar' };
  const insight = await api(page, 'getCompanyInsight', { body });
  const similar = 'similar_companies' in insight ? insight.similar_companies : [];
  expect(similar).toHaveLength(50);
  const answer = await api(page, 'getCompanyInsight', { body: { company_id: company.id } });
  if (!('sector_data' in answer)) throw new Error('No sector was answered.');
  const { sector_data: sector } = answer;

  // Until the similar companies have the focus, keys act on the page's company.
  await go(page, `/company/${company.id}`);
  await expect(page.getByRole('heading', { name: company.name, level: 1 })).toBeVisible();
  await page.keyboard.press('w');
  await expect(page.getByRole('button', { name: /^Watchlist/ })).toHaveAttribute('aria-pressed', 'true');

  // `s` jumps to them and puts the keyboard on the first; `e` decides that one and moves on to the next.
  const table = page.getByRole('region', { name: 'Similar companies' });
  await page.keyboard.press('s');
  await expect(table.getByRole('grid')).toBeFocused();
  await expect(table.locator('.w-current').first()).toContainText(similar[0]?.name ?? '');
  await page.keyboard.press('e');
  await expect(table.locator('.w-current').first()).toContainText(similar[1]?.name ?? '');
  await expect.poll(() => companiesIn(page, 'tag_archive')).toEqual([similar[0]?.id]);
  expect(await companiesIn(page, 'tag_watchlist')).toEqual([company.id]);

  // Opening one and going back leads to the same row.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: similar[1]?.name ?? '', level: 1 })).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByRole('heading', { name: company.name, level: 1 })).toBeVisible();
  await expect(table.locator('.w-current').first()).toContainText(similar[1]?.name ?? '');

  // The sector is below, with charts that have a name and a table.
  const overview = page.getByRole('region', { name: /^Sector/ });
  await overview.scrollIntoViewIfNeeded();
  await expect(overview.getByText(sector.sector_overview)).toBeVisible();
  await expectCharts(page, sector.figures.byStage);

  // The report of the same company, in both themes.
  await overview.getByRole('link', { name: 'Open as report' }).click();
  const count = sector.figures.companies.toLocaleString('en');
  for (const theme of ['light', 'dark']) {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Command palette' }).getByRole('textbox').fill('Switch theme');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
    const report = page.getByRole('article', { name: `Sector Report on ${sector.sector}` });
    await expect(report.getByText(sector.applies_to_company)).toBeVisible();
    await expect(report.getByRole('definition').getByText(count, { exact: true })).toBeVisible();
    // The charts have the theme's colours.
    const text = theme === 'light' ? '#16202a' : '#e7ecf1';
    await expect(
      page
        .getByRole('img', { name: /^Companies by industry/ })
        .locator(`text[fill="${text}"]`)
        .first(),
    ).toBeAttached();
    await expectCharts(page, sector.figures.byStage);
  }
  expect(complaints).toEqual([]);
});

test('a report is found by the name of a company', async ({ start, complaints }) => {
  const { page } = await start({ sample: 2000 });
  const [company] = (await api(page, 'searchCompanies', { query: {} })).items;
  if (company === undefined) throw new Error('The sample has no company.');
  await go(page, '/reports');
  await page.getByRole('textbox', { name: 'Company' }).fill(company.name);
  await expect(page.getByRole('link', { name: company.name, exact: true }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Sector Report on /, level: 1 })).toBeVisible();

  // A company that does not exist: the screen says so and offers a way on.
  await go(page, '/reports/999999999');
  await expect(page.getByText('This company is no longer here')).toBeVisible();
  await page.getByRole('link', { name: 'Choose a company' }).click();
  await expect(page.getByRole('region', { name: 'Recent reports' }).getByText(company.name)).toBeVisible();
  // Recent reports are gone after a logout.
  await logOut(page);
  await openLocalWorkspace(page);
  await go(page, '/reports');
  await expect(page.getByRole('textbox', { name: 'Company' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recent reports' })).toHaveCount(0);
  // The browser itself logs the expected 404.
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
});

/** Expects every chart to be drawn and named, and its table to have the figures. */
async function expectCharts(page: Page, stages: readonly { label: string; count: number }[]): Promise<void> {
  const chart = page.getByRole('img', { name: /^Companies by stage/ });
  await expect(chart.locator('svg path').first()).toBeAttached();
  const figure = page.getByRole('figure', { name: 'Stage' });
  await figure.getByText('Show as table').click();
  for (const { label, count } of stages) {
    await expect(
      figure.getByRole('row', { name: `${label} ${count.toLocaleString('en')}`, exact: true }),
    ).toBeVisible();
  }
  await figure.getByText('Show as table').click();
}

async function companiesIn(page: Page, flag: 'tag_watchlist' | 'tag_archive'): Promise<number[]> {
  return (await api(page, 'listEntries', { query: { [flag]: 'true' } })).results.map(({ id }) => id);
}
