import { expect } from 'playwright/test';
import { objections } from '../pages/axe.ts';
import { at, current, press } from '../pages/list.ts';
import { expectScreen, makeList, openList } from '../pages/lists.ts';
import { signIn } from '../pages/signIn.ts';
import { ann, enter, test } from '../teamFixtures.ts';

test('m writes a note about the company under the focus; it is edited, deleted and brought back, and found', async ({
  start,
}) => {
  const { page } = await start({ sample: 300 });
  const list = await makeList(page, 'Early', { stages: ['inv_stage_seed'] });
  await openList(page, list);
  await press(page, 'Space');
  const name = (await current(page).textContent()) ?? '';
  const notes = page.getByRole('region', { name: 'Notes' });
  await press(page, 'm');
  const field = page.getByRole('textbox', { name: 'Note' });
  await expect(field).toBeFocused();
  await page.keyboard.type('Met the founder.');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Raises in spring');
  // Esc keeps what was typed, and keys decide nothing meanwhile.
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await at(page, 1, list.total);
  await press(page, 'm');
  await expect(field).toHaveValue('Met the founder.\nRaises in spring');
  expect(await objections(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(notes.getByRole('listitem')).toHaveText(/^Met the founder\.\nRaises in springYou, /);
  // The table has the keyboard again.
  await press(page, 'e');
  await at(page, 1, list.total - 1);
  await press(page, 'z', 'z');
  await expect(current(page)).toHaveText(name);
  await expect(notes).toHaveCount(0);

  await press(page, 'm');
  await page.keyboard.type('Raises in spring');
  await page.keyboard.press('Enter');
  await notes.getByRole('button', { name: 'Edit' }).click();
  await page.keyboard.type(', says the CFO');
  await page.keyboard.press('Enter');
  await notes.getByRole('button', { name: 'History' }).click();
  await expect(notes.getByRole('list', { name: 'Earlier texts' })).toContainText('Raises in spring');
  await notes.getByRole('button', { name: 'Delete' }).click();
  await expect(notes).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(notes.getByText('Raises in spring, says the CFO')).toBeVisible();
});

test('a note that is written without a connection says so, and is there after kill -9 and once there is one', async ({
  start,
  server,
  way,
}) => {
  expect(server.url).not.toBe(way.url);
  const first = await start({ sample: 0 });
  const { page } = first;
  await enter(page, way, ann);
  const list = await makeList(page, 'Early', { stages: ['inv_stage_seed'] });
  await openList(page, list);
  await press(page, 'Space');
  way.breakWith((method) => (method === 'PUT' ? { cut: true } : undefined));
  await press(page, 'm');
  await page.keyboard.type('Written on the train');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Notes' }).getByText('You · not saved yet')).toBeVisible();
  await first.kill();

  const second = await start({ sample: 0 });
  await signIn(second.page, way.url, ann);
  await expectScreen(second.page, 'Dashboard');
  await openList(second.page, list);
  const notes = second.page.getByRole('region', { name: 'Notes' });
  await expect(notes.getByText('Written on the train')).toBeVisible();
  await expect(notes.getByText('You · not saved yet')).toBeVisible();
  way.mend();
  await expect(notes.getByText(/^You, /)).toBeVisible({ timeout: 30_000 });
});
