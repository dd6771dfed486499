import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import { browserShellOnly } from '../launchers/shell.ts';
import type { TeamServer } from '../launchers/teamServer.ts';
import { objections } from '../pages/axe.ts';
import { api } from '../pages/bridge.ts';
import { at, chord, press } from '../pages/list.ts';
import { expectScreen, makeList, openList, placeOf } from '../pages/lists.ts';
import { chooseTheme, go } from '../pages/screens.ts';
import { ann, bob, test } from '../teamFixtures.ts';

const lea = 'lea@fund.example';

/** Ann writes a comment on a company. */
async function comment(server: TeamServer, companyId: number, text: string): Promise<void> {
  const path = `/api/latest_companies/${companyId}/notes/${crypto.randomUUID()}/`;
  const body = JSON.stringify({ text, for_team: true });
  expect((await server.ask(ann, path, { type: 'application/json', text: body, method: 'PUT' })).status).toBe(200);
}

/** The row of somebody on the screen Team. */
const personOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });

const header = (page: Page, name: RegExp) => page.getByRole('banner').getByRole('button', { name });

const notesOf = (page: Page) => page.getByRole('region', { name: 'Notes' }).getByRole('listitem');

async function expectNoObjections(page: Page, where: string): Promise<void> {
  expect.soft(await objections(page), where).toEqual([]);
}

test(
  'companies are assigned by key, listed under Mine and done; who is mentioned sees it; staff reads it all in the audit',
  browserShellOnly,
  async ({ appOfUser, server, complaints }) => {
    test.setTimeout(180_000);
    await server.addUser(lea, 'Lea Brandt', '--staff');
    const { page } = await appOfUser(ann);
    const { page: bobs } = await appOfUser(bob);
    const list = await makeList(page, 'All', {});
    await openList(page, list);
    const { results } = await api(page, 'listEntries', { query: { user_smart_list_id: list.id, page_size: 5 } });
    const [first, second, third] = results;
    const [one = '', two = ''] = [first?.name, second?.name];

    await press(page, 'a');
    const strip = page.getByRole('dialog', { name: `Assign ${one}` });
    await expect(strip.getByRole('combobox', { name: 'Colleague' })).toBeFocused();
    await expect(strip.getByRole('option')).toHaveText([/Bob Okafor/, /Lea Brandt/, /Ann Lindqvist.*you/]);
    await expectNoObjections(page, 'assigning');
    // Esc gives up, and the list has the keyboard again.
    await press(page, 'Escape');
    await expect(strip).toHaveCount(0);
    await press(page, 'a');
    await page.keyboard.type('oka');
    await expect(strip.locator('[data-combobox-selected]')).toContainText('Bob Okafor');
    await press(page, 'Tab');
    await page.keyboard.type('Do you know them?');
    await press(page, 'Enter');
    await expect(page.getByText(`Assigned ${one} to Bob Okafor.`)).toBeVisible();

    // By its place, and taken back.
    await press(page, 'j', 'a', '2', 'Enter');
    await expect(page.getByText(`Assigned ${two} to Lea Brandt.`)).toBeVisible();
    await press(page, 'z');
    await expect(page.getByText('is not assigned to Lea Brandt any more.')).toBeVisible();
    expect((await api(page, 'listAssignments', { query: { whose: 'by' } })).open).toBe(1);

    // Several at once.
    await press(page, 'x', 'j', 'x');
    const selection = page.getByRole('toolbar', { name: 'Selection' });
    await selection.getByRole('button', { name: 'Assign to a colleague' }).click();
    await press(page, '1', 'Enter');
    await expect(page.getByText('Assigned 2 companies to Bob Okafor.')).toBeVisible();
    await comment(server, third?.id ?? 0, 'They raise again. What do you think, @Bob?');

    await bobs.reload();
    await expect(placeOf(bobs, 'Mine')).toContainText('3');
    await chord(bobs, 'm');
    await expectScreen(bobs, 'Mine');
    await expect(bobs.getByText('3 to look at.')).toBeVisible();
    const mine = bobs.getByRole('list', { name: 'Assigned to me' }).getByRole('listitem');
    await expect(mine.filter({ hasText: one })).toContainText('Do you know them?');
    await expectNoObjections(bobs, 'mine');
    await mine.filter({ hasText: one }).getByRole('button', { name: /^Done/ }).click();
    await expect(bobs.getByText('2 to look at.')).toBeVisible();
    await press(bobs, 'k', 'k', 'k', 'd');
    await expect(bobs.getByText('1 to look at.')).toBeVisible();
    await bobs
      .getByRole('button', { name: /^Hand back/ })
      .first()
      .click();
    await expectNoObjections(bobs, 'handing back');
    await bobs.keyboard.type('I am on their board.');
    await press(bobs, 'Enter');
    await expect(bobs.getByText('0 to look at.')).toBeVisible();
    await expect(placeOf(bobs, 'Mine')).not.toContainText(/\d/);

    await page.reload();
    await go(page, '/mine');
    await page.getByRole('switch', { name: 'Assigned by me' }).click();
    await expect(page.getByText('I am on their board.')).toBeVisible();

    await header(bobs, /^1 unread comment that mentions you/).click();
    const comments = bobs.getByRole('dialog', { name: 'Comments that mention you' });
    await expect(comments).toContainText('They raise again. What do you think, @Bob?');
    await expectNoObjections(bobs, 'mentions');
    await press(bobs, 'Escape');
    await expect(comments).toHaveCount(0);
    await header(bobs, /^1 unread comment that mentions you/).click();
    await comments.getByRole('button', { name: /They raise again/ }).click();
    await expectScreen(bobs, third?.name ?? '');
    await expect(header(bobs, /^Comments that mention you/)).toBeVisible();

    // A note of one's own becomes a comment, which a colleague who looks at the company sees by itself.
    await go(page, `/company/${third?.id ?? 0}`);
    await expectScreen(page, third?.name ?? '');
    await press(page, 'm');
    await page.keyboard.type('Lea knows the founder.');
    await press(page, 'Enter');
    const own = notesOf(page).filter({ hasText: 'Lea knows the founder.' });
    await expect(own).not.toContainText('For the team');
    await expect(notesOf(bobs)).toHaveCount(1);
    await own.getByRole('button', { name: 'Edit' }).click();
    const editing = page.getByRole('dialog', { name: /^Change the note about/ });
    await editing.getByRole('checkbox', { name: 'For the team' }).check();
    await expectNoObjections(page, 'a note for the team');
    await editing.getByRole('button', { name: /^Save/ }).click();
    await expect(own).toContainText('For the team');
    await expect(notesOf(bobs).filter({ hasText: 'Lea knows the founder.' })).toBeVisible();
    await comment(server, second?.id ?? 0, 'And here, @Bob?');
    await bobs.reload();
    await header(bobs, /^1 unread comment/).click();
    await bobs.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(bobs.getByText('No unread comments')).toBeVisible();

    const staff = await appOfUser(lea);
    await placeOf(staff.page, 'Team').click();
    await staff.page.getByRole('tab', { name: 'Audit' }).click();
    const audit = staff.page.getByRole('table', { name: 'Audit' });
    await expect(audit).toContainText(
      `Ann Lindqvist commented on ${third?.name ?? ''}: They raise again. What do you think, @Bob?`,
    );
    await expect(audit).toContainText(`Ann Lindqvist assigned ${one} to Bob Okafor`);
    await expect(audit).toContainText(`handed ${second?.name ?? ''} back`);
    // What the two wrote to each other is theirs.
    await expect(audit).not.toContainText('Do you know them?');
    await expect(audit).not.toContainText('I am on their board.');
    await staff.page.getByRole('button', { name: 'Check' }).click();
    await expect(staff.page.getByText(/^\d+ events, nothing was changed\.$/)).toBeVisible();
    await expectNoObjections(staff.page, 'audit');
    const file = await staff.saved(() => staff.page.getByRole('button', { name: 'Save as CSV' }).click());
    expect(await readFile(file, 'utf8')).toContain('They raise again.');
    await audit.getByRole('link', { name: one }).first().click();
    await expectScreen(staff.page, one);
    expect(complaints).toEqual([]);
  },
);

test(
  'staff adds people, says what they may do and closes who has left; everybody else sees who is there',
  browserShellOnly,
  async ({ appOfUser, server, complaints }) => {
    test.setTimeout(180_000);
    await server.addUser(lea, 'Lea Brandt', '--staff');
    const { page } = await appOfUser(lea);
    const { page: bobs } = await appOfUser(bob);
    await press(page, 'Control+k');
    await page.keyboard.type('go to team');
    await press(page, 'Enter');
    await expectScreen(page, 'Team');
    await expect(page.getByText('3 people.')).toBeVisible();
    await expectNoObjections(page, 'people');

    await page.getByRole('button', { name: 'Add somebody' }).click();
    const dialog = page.getByRole('dialog');
    await expectNoObjections(page, 'adding somebody');
    await dialog.getByLabel('Email').fill('nobody');
    await press(page, 'Enter');
    await expect(dialog.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Email').fill('nora@fund.example');
    await dialog.getByLabel('Name').fill('Nora New');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Nora New was added' })).toBeVisible();
    await expect(dialog.locator('code')).toHaveText(/^\S{16,}$/);
    await expectNoObjections(page, 'password');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(personOf(page, 'nora@fund.example')).toBeVisible();

    await page.getByLabel('Role of Ann Lindqvist').selectOption('Lead');
    await expect(page.getByText('Ann Lindqvist is a lead now.')).toBeVisible();
    await expect(page.getByLabel('Role of Ann Lindqvist')).toHaveValue('lead');
    // Only leads and staff can have what a leaver owned.
    const made = await api(bobs, 'createSmartList', {
      body: { name: 'Of Bob', filters: { include: {}, exclude: {} } },
    });
    expect(made.id).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Close Bob Okafor' }).click();
    await expect(dialog).toContainText('can’t sign in any more');
    const heir = dialog.getByLabel('Smart lists, collections and open assignments go to');
    await expect(heir.getByRole('option')).toHaveText(['Ann Lindqvist (Lead)', 'Lea Brandt (Staff)']);
    await expectNoObjections(page, 'closing');
    await dialog.getByRole('button', { name: 'Close Bob Okafor' }).click();
    await expect(personOf(page, bob)).toContainText('Closed');
    await expect(page.getByRole('button', { name: 'Close Bob Okafor' })).toHaveCount(0);
    await bobs.reload();
    await expect(bobs.getByRole('button', { name: 'Sign in to a server' })).toBeVisible();

    const { page: anns } = await appOfUser(ann);
    await expect(placeOf(anns, 'Of Bob')).toBeVisible();
    await placeOf(anns, 'Team').click();
    await expect(personOf(anns, 'nora@fund.example')).toContainText('Analyst');
    await expect(anns.getByRole('tab')).toHaveCount(0);
    await expect(anns.getByRole('button', { name: 'Add somebody' })).toHaveCount(0);
    await chooseTheme(page, 'Light');
    await go(page, '/team');
    await expect(personOf(page, bob)).toBeVisible();
    await expectNoObjections(page, 'people in the light theme');
    // What a closed session was refused is no complaint of the app's.
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
  },
);

test('in the local workspace there is no team: no place for one, and the key says so', async ({ start }) => {
  const { page } = await start({ sample: 50 });
  const list = await makeList(page, 'All', {});
  await openList(page, list);
  await expect(placeOf(page, 'Mine')).toHaveCount(0);
  await expect(placeOf(page, 'Team')).toHaveCount(0);
  await press(page, 'a');
  await expect(page.getByText('This workspace has no team to assign companies in.')).toBeVisible();
  // The next key is the list's.
  await press(page, 'j');
  await at(page, 2);
  await go(page, '/team');
  await expect(page.getByText('This workspace has no team', { exact: true })).toBeVisible();
});
