import { expect, type Page } from 'playwright/test';
import { browserShellOnly } from '../launchers/shell.ts';
import { objections } from '../pages/axe.ts';
import { api } from '../pages/bridge.ts';
import { at, current, press } from '../pages/list.ts';
import { expectScreen, makeList, openList, placeOf } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';
import { ann, bob, test } from '../teamFixtures.ts';

/** The names of the rows that a list shows. */
const rows = (page: Page) => page.locator('.w-cell-name-text');

/** The row of a company by its name. */
const rowOf = (page: Page, name: string) => page.locator('.ag-row').filter({ hasText: name }).first();

test(
  'two work through one list: what one decides leaves the other’s, who is late is told, and a conflict is settled',
  browserShellOnly,
  async ({ appOfUser, server, way, complaints }) => {
    test.setTimeout(150_000);

    const { page: anns } = await appOfUser(ann);
    const { page: bobs } = await appOfUser(bob);
    for (const page of [anns, bobs]) page.setDefaultTimeout(15_000);
    const list = await makeList(anns, 'Robots', {});
    await openList(anns, list);

    // Shared by its menu.
    await anns.getByRole('button', { name: 'Settings for Robots' }).click();
    await anns.getByRole('menuitem', { name: 'Share…' }).click();
    const dialog = anns.getByRole('dialog', { name: 'Share Robots' });
    await expect(dialog.getByRole('radio', { name: 'One decision settles it' })).toBeChecked();
    expect.soft(await objections(anns), 'sharing').toEqual([]);
    await dialog.getByRole('combobox', { name: 'What Bob Okafor may do' }).click();
    await anns.getByRole('option', { name: 'Edits' }).click();
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(anns.getByText('Shared', { exact: true })).toBeVisible();

    // Bob hears of it without doing anything.
    await expect(placeOf(bobs, 'Robots')).toBeVisible();
    await placeOf(bobs, 'Robots').click();
    await expectScreen(bobs, 'Robots');
    await expect(rows(bobs).nth(2)).toBeVisible();
    const [first = '', second = ''] = await rows(bobs).allTextContents();
    await expect(rows(anns).first()).toHaveText(first);

    // Ann decides the first one: it leaves Bob's list within a second or two, once he is not on it.
    await press(bobs, 'j');
    // The dialog was opened by the list's menu, which has the keys until she goes back to the rows.
    await press(anns, 'Escape', 'e');
    await expect(rowOf(bobs, first)).toHaveCount(0);
    const status = bobs.locator('[data-region="status"]').filter({ visible: true });
    await expect(status).toContainText('Ann Lindqvist 1');
    // What she takes back is back, and so is what he takes back himself.
    await press(anns, 'z');
    await expect(rowOf(bobs, first)).toHaveCount(1);
    await press(anns, 'j');
    await press(bobs, 'k', 'e');
    await expect(rowOf(bobs, first)).toHaveCount(0);
    await expect(status).toContainText('you 1');
    await expect(rowOf(anns, first)).toHaveCount(0);
    await press(bobs, 'z');
    await expect(current(bobs)).toHaveText(first);
    await expect(rowOf(anns, first)).toHaveCount(1);
    await press(bobs, 'j');
    await press(anns, 'Home', 'e');
    await expect(rowOf(bobs, first)).toHaveCount(0);
    await expect(status).toContainText('Ann Lindqvist 1');
    await bobs.setViewportSize({ width: 1024, height: 700 });
    const [name, count] = [bobs.getByRole('heading', { name: 'Robots' }), bobs.getByText(/^\d+ companies$/).first()];
    for (const text of [name, count]) {
      expect(await text.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    }
    await bobs.setViewportSize({ width: 1280, height: 800 });

    // Bob's decision about the second one is held up; Ann makes hers meanwhile, on the server itself.
    const { results } = await api(anns, 'listEntries', { query: { user_smart_list_id: list.id, page_size: 5 } });
    const entry = results.find(({ name }) => name === second);
    way.breakWith((method, path) => (method === 'PATCH' && path.includes('inbox') ? { cut: true } : undefined));
    await press(bobs, 'w');
    await expect(rowOf(bobs, second)).toHaveCount(0);
    const archive = { type: 'application/json', text: JSON.stringify({ tag_archive: true }), method: 'PATCH' as const };
    const ofEntry = `/api/user_smart_lists_inbox/${entry?.inboxEntryId ?? 0}/`;
    expect((await server.ask(ann, ofEntry, archive)).status).toBe(200);
    way.mend();
    const alert = bobs.getByRole('alert').filter({ hasText: 'decided by a colleague first' });
    await expect(alert).toContainText(`${second}: Ann Lindqvist put it into Archive before you. Yours was Watchlist.`, {
      timeout: 30_000,
    });
    await alert.getByRole('button', { name: 'Decide otherwise' }).click();
    await expect(alert).toHaveCount(0);

    // Both see that they have decided otherwise; the owner of the list says which counts.
    await go(bobs, '/team/conflicts');
    const conflicts = bobs.getByRole('list', { name: 'Conflicts' });
    await expect(conflicts).toContainText('Bob Okafor: Watchlist');
    await expect(conflicts).toContainText('Ann Lindqvist, who owns the list, or a lead settles this.');
    await expect(conflicts.getByRole('button')).toHaveCount(0);
    await placeOf(bobs, 'Robots').click();
    await expectScreen(bobs, 'Robots');
    await go(anns, '/team');
    expect.soft(await objections(anns), 'conflicts').toEqual([]);
    await anns.getByRole('tab', { name: /^Conflicts/ }).click();
    await expect(anns.getByText(second)).toBeVisible();
    await anns.getByRole('button', { name: /^Keep Bob Okafor’s/ }).click();
    await expect
      .poll(async () => (await api(bobs, 'listConflicts')).results.map(({ kept }) => kept !== null))
      .toEqual([true]);

    // What was dealt to one is not dealt to the other.
    await openList(anns, { ...list, total: list.total - 2 });
    await press(anns, 'Shift+d');
    await expect(anns.getByRole('button', { name: 'My 25' })).toBeVisible();
    const mine = await rows(anns).allTextContents();
    await press(bobs, 'Shift+d');
    await expect(bobs.getByRole('button', { name: 'My 25' })).toBeVisible();
    await expect.poll(async () => (await rows(bobs).allTextContents()).some((name) => mine.includes(name))).toBe(false);
    // They are in hand beside the pane, and after one was read on its page.
    await press(bobs, 'Space');
    await at(bobs, 1, 25);
    const dealt = (await current(bobs).textContent()) ?? '';
    await press(bobs, 'Enter');
    await expectScreen(bobs, dealt);
    await press(bobs, 'Escape');
    await at(bobs, 1, 25);
    await press(bobs, 'Space');
    await press(anns, 'Shift+d');
    await expect(anns.getByRole('button', { name: 'Deal me 25' })).toBeVisible();

    // Beside a name, and in the pane, stands what a colleague has decided.
    await go(bobs, `/list/search?text_search=${encodeURIComponent(first)}`);
    const theirs = rowOf(bobs, first);
    await expect(theirs).toContainText('AL Archive');
    await theirs.click();
    await press(bobs, 'Space');
    await expect(bobs.getByRole('region', { name: 'Colleagues' })).toContainText('Ann Lindqvist: Archive');
    expect(complaints).toEqual([]);
  },
);

test(
  'E20 what is shared says so: a toast leads there once, the sidebar names whose it is; what is dealt and who was first are told in one sentence',
  browserShellOnly,
  async ({ appOfUser, server, way }) => {
    test.setTimeout(150_000);
    const { page: anns } = await appOfUser(ann);
    const { page: bobs } = await appOfUser(bob);
    const list = await makeList(anns, 'Robots', {});
    const { members } = await api(bobs, 'getTeam');
    const id = members.find(({ email }) => email === bob)?.id ?? 0;
    await api(anns, 'shareList', { params: { id: list.id }, body: { mode: 'one', members: [{ id, role: 'editor' }] } });

    const told = bobs.getByText('Ann Lindqvist shared “Robots” with you.');
    await expect(told).toBeVisible();
    await bobs.getByRole('button', { name: 'Open', exact: true }).click();
    await expectScreen(bobs, 'Robots');
    await expect(told).toHaveCount(0);
    await expect(placeOf(bobs, 'Robots')).toHaveAccessibleName(/Shared by Ann Lindqvist with 1 person$/);
    await expect(placeOf(anns, 'Robots')).toHaveAccessibleName(/Shared with 1 person$/);
    await bobs.reload();
    await expectScreen(bobs, 'Robots');
    await at(bobs, 1);
    await expect(told).toHaveCount(0);
    // The notice of the sign-in has gone to the profile menu by itself.
    await bobs.getByRole('button', { name: /^Profile menu/ }).click();
    await expect(bobs.getByRole('menu').getByText('You’ll be signed out when Winnow closes')).toBeVisible();
    await press(bobs, 'Escape');

    const whole = bobs.getByText(/^\d+ companies$/);
    await expect(whole).toBeVisible();
    const [all = ''] = (await whole.textContent())?.split(' ') ?? [];
    await bobs.getByRole('grid').focus();
    await press(bobs, 'Shift+d');
    await expect(bobs.getByText(`25 dealt to you of ${all}`, { exact: true })).toBeVisible();
    await press(bobs, 'Shift+d');
    await expect(whole).toBeVisible();

    // Ann decides first, and Bob’s decision is late: one message, answered by a key.
    const alert = bobs.getByRole('alert').filter({ hasText: 'decided by a colleague first' });
    const { results } = await api(anns, 'listEntries', { query: { user_smart_list_id: list.id, page_size: 100 } });
    const late = async (): Promise<string> => {
      await bobs.getByRole('grid').focus();
      const name = (await current(bobs).textContent()) ?? '';
      way.breakWith((method, path) => (method === 'PATCH' && path.includes('inbox') ? { cut: true } : undefined));
      await press(bobs, 'w');
      const archive = {
        type: 'application/json',
        text: JSON.stringify({ tag_archive: true }),
        method: 'PATCH' as const,
      };
      const entry = results.find((row) => row.name === name)?.inboxEntryId ?? 0;
      expect((await server.ask(ann, `/api/user_smart_lists_inbox/${entry}/`, archive)).status).toBe(200);
      way.mend();
      await expect(alert).toContainText(`${name}: Ann Lindqvist put it into Archive before you.`, { timeout: 30_000 });
      const updates = bobs.getByRole('complementary', { name: 'Background updates' });
      await expect(updates.getByText(`Moved ${name} to Watchlist`)).toHaveCount(0);
      await expect(alert.locator('kbd').filter({ hasText: /^[ty]$/i })).toHaveCount(2);
      return name;
    };
    await late();
    await press(bobs, 'Shift+t');
    await expect(alert).toHaveCount(0);
    const kept = await late();
    await press(bobs, 'Shift+y');
    await expect(alert).toHaveCount(0);
    const watched = async (): Promise<string[]> => {
      const { results: entries } = await api(bobs, 'listEntries', { query: { tag_watchlist: 'true' } });
      return entries.map((row) => row.name);
    };
    await expect.poll(watched).toEqual([kept]);
  },
);
