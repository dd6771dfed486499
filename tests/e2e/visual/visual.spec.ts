import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect } from 'playwright/test';
import { test } from '../fixtures.ts';
import { api } from '../pages/bridge.ts';
import { press } from '../pages/list.ts';
import { expectScreen, makeList, openList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';
import { expectLook, expectPicture } from './looks.ts';

// A few pictures of the built app, with fixed data at a fixed time. ../README.md: what they catch, how to update them.

/** A Wednesday, far from midnight and from the weekly refresh. */
const now = '2026-03-18T10:00:00Z';

test.use({ locale: 'en-GB', timezoneId: 'UTC', contextOptions: { reducedMotion: 'reduce' } });
test.skip(process.platform !== 'linux', 'The pictures are of Chromium on Linux.');
test.skip(process.env['WINNOW_E2E_SHELL'] === 'electron', 'The pictures are of the browser shell.');

for (const theme of ['dark', 'light'] as const) {
  test(`frame, list, pane, company and report look as they did, ${theme}`, async ({ start, context }, info) => {
    test.setTimeout(300_000);
    await context.clock.setFixedTime(now);
    const { page } = await start({ sample: 2000, now });
    await page.emulateMedia({ colorScheme: theme });
    const seeds = await makeList(page, 'Seed in Europe', { stages: ['inv_stage_seed'], regions: ['Europe'] });
    await makeList(page, 'Fintech anywhere', { textSearch: 'fintech' });
    const [first] = (await api(page, 'listEntries', { query: { user_smart_list_id: seeds.id, page_size: 1 } })).results;
    if (first === undefined) throw new Error('The smart list is empty.');

    await openList(page, seeds);
    await expectLook(page, `list-${theme}`, info);

    await press(page, 'Space');
    const pane = page.getByRole('complementary', { name: 'Company' });
    await expect(pane.getByText('Why it matched')).toBeVisible();
    await expectLook(page, `pane-${theme}`, info);

    await go(page, '/');
    await expectScreen(page, 'Dashboard');
    await expectLook(page, `dashboard-${theme}`, info);

    await go(page, `/company/${first.id}`);
    await expectScreen(page, first.name);
    await expectLook(page, `company-${theme}`, info);

    // Taller than the other windows, so that the charts are in it.
    await page.setViewportSize({ width: 1280, height: 1600 });
    await go(page, `/reports/${first.id}`);
    await expect(page.locator('[data-chart] canvas, [data-chart] svg').first()).toBeVisible();
    await expectLook(page, `report-${theme}`, info);
  });
}

test('the cover of a printed report looks as it did', async ({ start, context }, info) => {
  test.setTimeout(300_000);
  test.skip(!hasPdftoppm(), 'pdftoppm (poppler-utils) is not installed, so the PDF cannot be drawn.');
  await context.clock.setFixedTime(now);
  const { page, saved } = await start({ sample: 2000, now });
  const [company] = (await api(page, 'searchCompanies', { query: { stages: 'inv_stage_seed' } })).items;
  if (company === undefined) throw new Error('The sample has no company at seed stage.');
  await go(page, `/reports/${company.id}`);
  const pdf = await saved(() => page.getByRole('button', { name: 'Save as PDF' }).click());
  const cover = info.outputPath('cover');
  execFileSync('pdftoppm', ['-f', '1', '-l', '1', '-r', '120', '-singlefile', '-png', pdf, cover], { stdio: 'ignore' });
  await expectPicture(page, readFileSync(`${cover}.png`), 'cover');
});

function hasPdftoppm(): boolean {
  try {
    execFileSync('pdftoppm', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
