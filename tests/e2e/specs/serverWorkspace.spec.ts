import { expect, type Page } from 'playwright/test';
import { browserShellOnly } from '../launchers/shell.ts';
import { objections } from '../pages/axe.ts';
import { api, call } from '../pages/bridge.ts';
import { expectScreen } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';
import { bob, enter, test } from '../teamFixtures.ts';

const lea = 'lea@fund.example';

/** Chooses a file for the import, by the page's file input. */
async function choose(page: Page, name: string, ...rows: readonly string[]): Promise<void> {
  const buffer = Buffer.from(['Firm,Web,Land', ...rows].join('\n'));
  await page.getByLabel('Files to import').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

const workspaceLink = (page: Page) => page.getByRole('link', { name: 'Workspace', exact: true });

test(
  'staff imports into the server by the screen, sees what others import, and takes it back; backups are the server’s',
  browserShellOnly,
  async ({ start, server, way, complaints }) => {
    await server.addUser(lea, 'Lea Brandt', '--staff');
    const { page } = await start({ sample: 0 });
    await enter(page, way, lea);
    await workspaceLink(page).click();
    await expectScreen(page, 'Workspace');
    const { count } = await api(page, 'searchCompanies');
    const expectCompanies = async (companies: number): Promise<void> =>
      expect(page.getByText(`${companies} companies on ${new URL(way.url).host}.`)).toBeVisible({ timeout: 30_000 });
    await expectCompanies(count);
    await expect(page.getByText('Backups are made on the server.')).toBeVisible();
    for (const title of ['Sample data', 'Backup and restore', 'Storage']) {
      await expect(page.getByRole('heading', { name: title })).toHaveCount(0);
    }
    expect(await objections(page)).toEqual([]);

    await choose(page, 'deals.csv', 'Alma,https://alma.example,France', 'Bero,https://bero.example,Spain', ',,Italy');
    await expect(page.getByRole('cell', { name: 'https://alma.example' })).toBeVisible();
    await expect(page.getByText('Remove the sample data after a successful import')).toHaveCount(0);
    await page.getByRole('button', { name: 'Check first' }).click();
    await expect(page.getByText('Checked, nothing imported')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('list', { name: 'Rejected rows' })).toContainText('Line 4');
    expect((await api(page, 'searchCompanies')).count).toBe(count);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('Import finished.')).toBeVisible({ timeout: 60_000 });
    await expectCompanies(count + 2);
    await page.getByRole('link', { name: 'See these companies' }).click();
    await expect(page.getByText('Alma', { exact: true }).first()).toBeVisible();

    // Another import, begun elsewhere.
    const sent = await server.ask(lea, '/api/workspace/files/?name=other.csv', {
      type: 'application/octet-stream',
      text: 'name\nCaro\nDodo\nEmil\n',
    });
    const { token } = (await sent.json()) as { token: string };
    await go(page, '/workspace');
    await expectCompanies(count + 2);
    const text = JSON.stringify({ files: [{ token }] });
    await server.ask(lea, '/api/workspace/import/', { type: 'application/json', text });
    await expectCompanies(count + 5);
    await expect(page.getByText('other.csv', { exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'Undo import' }).click();
    await expect(page.getByRole('dialog')).toContainText('This removes its 3 companies, your decisions on them');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await expect(page.getByText('companies removed')).toBeVisible({ timeout: 60_000 });
    await expectCompanies(count + 2);
    await page.getByRole('button', { name: 'Refresh now' }).click();
    await expect(page.getByText(/^Up to date: /)).toBeVisible({ timeout: 60_000 });
    expect(complaints).toEqual([]);
  },
);

test(
  'a server that is lost while a file is sent is told as that, and the file can be sent again',
  browserShellOnly,
  async ({ start, server, way }) => {
    await server.addUser(lea, 'Lea Brandt', '--staff');
    const { page } = await start({ sample: 0 });
    await enter(page, way, lea);
    await go(page, '/workspace');
    await expect(page.getByText('companies on 127.0.0.1')).toBeVisible();
    way.breakWith((method) => (method === 'POST' ? { cut: true } : undefined));
    await choose(page, 'deals.csv', 'Alma,https://alma.example,France');
    await expect(
      page.getByText(
        'The connection to the server was lost while “deals.csv” was being sent. Try again. Nothing was imported.',
      ),
    ).toBeVisible();
    way.mend();
    await choose(page, 'deals.csv', 'Alma,https://alma.example,France');
    await expect(page.getByRole('cell', { name: 'https://alma.example' })).toBeVisible();
  },
);

test('who is not staff sees no Workspace on a server and gets a 422 there; who was staff is told so and stays signed in', async ({
  start,
  server,
  way,
}) => {
  await server.addUser(lea, 'Lea Brandt', '--staff');
  const { page } = await start({ sample: 0 });
  await enter(page, way, bob);
  await expect(page.getByRole('link', { name: 'Collections', exact: true })).toBeVisible();
  await expect(workspaceLink(page)).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Workspace');
  await expect(page.getByRole('button', { name: 'Workspace', exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await go(page, '/workspace');
  await expect(page.getByText('Only staff can see the workspace of this server.')).toBeVisible();
  await expect(call(page, 'workspace.get', null)).rejects.toThrow('unprocessable');
  expect((await server.ask(bob, '/api/workspace/')).status).toBe(422);
  expect((await call(page, 'session.get', null)).status).toBe('signedIn');

  await go(page, '/');
  await enter(page, way, lea);
  await workspaceLink(page).click();
  await expect(page.getByText('companies on 127.0.0.1')).toBeVisible();
  await server.changeUser(lea, '--no-staff');
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await expect(page.getByText('Only leads and staff can see and change the companies of this server.')).toBeVisible();
  expect((await call(page, 'session.get', null)).status).toBe('signedIn');
});
