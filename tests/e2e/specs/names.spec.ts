import { expect, type Locator } from 'playwright/test';
import { openCompanyWriter } from '../../../src/server/index/open.ts';
import type { CompanyRecord } from '../../../src/server/record/companyRecord.ts';
import { recordOf } from '../../../src/server/record/testing/records.ts';
import { indexFolderOf, workspaceFile } from '../../../src/server/jobs/copies/workspaceFiles.ts';
import { ready, test } from '../fixtures.ts';
import { call } from '../pages/bridge.ts';
import { at, current, press } from '../pages/list.ts';
import { makeList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

const arabic = 'شركة الطاقة المتجددة والهيدروجين الأخضر للأجيال القادمة في الشرق الأوسط وشمال أفريقيا';
const names = [arabic, 'The Very Long And Winding Name Of A Company That Nobody Has Shortened Yet '.repeat(3).trim()];

/** Puts similar companies into the workspace. */
async function fill(workspace: string): Promise<void> {
  const writer = openCompanyWriter(indexFolderOf(workspaceFile(workspace)));
  await writer.release('2026-W47', new Date('2026-11-20T06:00:00Z'));
  const batch = writer.begin('import');
  for (const name of names) batch.add(companyNamed(name));
  await batch.commit();
  writer.close();
}

function companyNamed(name: string): CompanyRecord {
  return recordOf({
    name,
    description: { short: 'Hydrogen storage for ports', long: '', llm: '' },
    businessModels: ['B2B'],
    score: name === arabic ? 0.9 : 0.5,
    countryCode: 'DE',
    city: 'Bonn',
    founded: 2020,
    cbRank: 1,
    semScorePercentile: 0.5,
    stages: ['inv_stage_seed'],
    industries: ['FinTech'],
    employeeCount: 12,
  });
}

/** Expects the text to be visible from its first letter on. */
async function begins(text: Locator): Promise<void> {
  await expect(text).toBeVisible();
  const { letter, box } = await text.evaluate((element) => {
    const range = document.createRange();
    const letters = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    if (letters === null) throw new Error('No text.');
    range.setStart(letters, 0);
    range.setEnd(letters, 1);
    return { letter: range.getBoundingClientRect(), box: element.getBoundingClientRect() };
  });
  expect(letter.left).toBeGreaterThan(box.left - 1);
  expect(letter.right).toBeLessThan(box.right + 1);
}

test('a name that is too long is cut at its end, whatever its direction, and told in full by a tooltip', async ({
  start,
  workspace,
}) => {
  await fill(workspace);
  const { page } = await start({ sample: 0 });
  const lists = names.map((name) => name.slice(0, 60).trim());
  for (const name of lists) await makeList(page, name, {});
  await call(page, 'preferences.set', { readingPane: 'right', filterPanelOpen: false });
  await page.reload();
  await ready(page);
  await go(page, '/list/search');
  await at(page, 1, 2);
  await expect(current(page)).toHaveText(arabic);
  await begins(current(page));
  const pane = page.getByRole('complementary', { name: 'Company' });
  const similar = pane.getByRole('region', { name: 'Similar' }).getByRole('link');
  for (const other of [names[1], arabic]) {
    await expect(similar).toHaveText(other ?? '');
    await expect(similar).toHaveAttribute('title', other ?? '');
    await begins(similar);
    expect(await pane.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await press(page, 'j');
  }

  const places = page.getByRole('navigation', { name: 'Places' });
  for (const name of lists) {
    const list = places.getByTitle(name);
    await begins(list);
    await expect(list).toHaveText(name);
  }
});
