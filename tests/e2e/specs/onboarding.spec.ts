import { expect } from 'playwright/test';
import { ready, test } from '../fixtures.ts';
import { api } from '../pages/bridge.ts';
import { at } from '../pages/list.ts';
import { expectScreen } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

test('a sign-up asks for filters and opinions, keeps them until they are sent, and ends in the first smart list', async ({
  start,
  complaints,
}) => {
  const { page } = await start({ sample: 1000 });
  await go(page, '/post-signup?email=ana@fund.example&accountId=a-17');
  await expectScreen(page, 'Welcome to Winnow');
  await page.getByText('Europe', { exact: true }).click();
  await expect(page.getByRole('button', { name: /is relevant$/ })).toHaveCount(10);
  const first = page.getByRole('button', { name: /is relevant$/ }).first();
  await first.click();
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  const kept = (): Promise<string> =>
    page.evaluate(() => JSON.stringify(Object.entries(sessionStorage).filter(([key]) => key.includes('eedback'))));
  expect(await kept()).toContain('true');

  // After a reload before sending, the opinions are still there.
  await page.reload();
  await ready(page);
  await expectScreen(page, 'Welcome to Winnow');
  expect(await kept()).toContain('true');
  // A double click makes one list.
  await page.getByRole('button', { name: 'Create my first smart list' }).dblclick();
  await at(page, 1);
  const { results } = await api(page, 'listSmartLists');
  expect(results).toHaveLength(1);
  await expectScreen(page, results[0]?.name ?? '');
  expect(await kept()).toBe('[]');
  expect(complaints).toEqual([]);
});
