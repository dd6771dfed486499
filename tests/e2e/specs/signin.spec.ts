import { expect, type BrowserContext, type Page } from 'playwright/test';
import { emptyFilters } from '../../../src/shared/domain/filters.ts';
import { test as base } from '../fixtures.ts';
import { openFaultyWay } from '../launchers/faultyWay.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { startTeamServer, type TeamServer } from '../launchers/teamServer.ts';
import { objections } from '../pages/axe.ts';
import { api, call } from '../pages/bridge.ts';
import { current } from '../pages/list.ts';
import { go } from '../pages/screens.ts';
import { finishSignIn, logOut, openSignIn, signIn } from '../pages/signIn.ts';

const ann = { email: 'ann@fund.example', name: 'Ann Lindqvist' };
const bob = { email: 'bob@fund.example', name: 'Bob Okafor' };

const test = base.extend<{ readonly server: TeamServer }>({
  server: async ({ workspace }, use) => {
    const users = [
      [ann.email, ann.name, '--staff', '--addon', 'export'],
      [bob.email, bob.name],
    ] as const;
    const server = await startTeamServer(workspace, 300, undefined, { users });
    await use(server);
    await server.stop();
  },
});

async function onWatchlist(page: Page): Promise<number> {
  return (await api(page, 'listEntries', { query: { tag_watchlist: 'true' } })).count;
}

/** Opens an inbox, ready for a decision. */
async function openInbox(page: Page, list: number): Promise<void> {
  await go(page, `/list/smart/${list}`);
  await expect(current(page)).toBeVisible();
  await page.getByRole('grid').filter({ visible: true }).focus();
}

/** A decision that is safe here but unsent when the server ends the session of the user who made it. */
async function decideAndLoseSession(page: Page, server: TeamServer, email: string): Promise<void> {
  server.pause();
  await page.keyboard.press('w');
  await expect.poll(async () => (await call(page, 'moves.get', null)).pending.length).toBe(1);
  await server.revoke(email);
  server.goOn();
  await isSentToLogin(page);
}

/** Expects the login page that appears when the server has ended the session. */
async function isSentToLogin(page: Page): Promise<void> {
  const reason = page.getByText('Your session has ended. Sign in again; your decisions are safe.');
  // A call under way may first reach its deadline and be retried.
  await expect(reason).toBeVisible({ timeout: 45_000 });
  expect(new URL(page.url()).pathname).toBe('/login');
}

test('S35 F13 signing in to a server, from logout to a second account and back, loses no decision', async ({
  start,
  server,
  complaints,
}) => {
  test.slow();
  const { page } = await start({ sample: 0 });
  await logOut(page);
  await signIn(page, server.url, ann.email);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('button', { name: `Profile menu of ${ann.name}` })).toBeVisible();
  const list = await api(page, 'createSmartList', { body: { name: 'All', filters: emptyFilters(), fill: true } });
  await openInbox(page, list.id);
  await page.keyboard.press('w');
  await expect.poll(() => onWatchlist(page)).toBe(1);

  // A search stores its message and is kept for a reload; both go with the session (product 8).
  await page.keyboard.press('/');
  await page.keyboard.type('energy');
  await page.keyboard.press('Enter');
  const message = (): Promise<string | null> => page.evaluate(() => localStorage.getItem('winnow.searchMessage'));
  const kept = (): Promise<string | null> => page.evaluate(() => sessionStorage.getItem('winnow.search'));
  await expect.poll(message).not.toBeNull();
  expect(await kept()).toContain('energy');
  await openInbox(page, list.id);
  await decideAndLoseSession(page, server, ann.email);
  expect(await message()).toBeNull();
  expect(await kept()).toBeNull();

  // The same user continues without a question, and the decision is sent.
  await signIn(page, server.url, ann.email);
  await expect.poll(() => onWatchlist(page)).toBe(2);

  // For another user it asks, and nothing changes until the answer.
  await openInbox(page, list.id);
  await decideAndLoseSession(page, server, ann.email);
  await signIn(page, server.url, bob.email);
  const dialog = page.getByRole('dialog', { name: 'Sign in as someone else?' });
  for (const { name, email } of [ann, bob]) {
    await expect(dialog.getByText(name, { exact: true })).toBeVisible();
    await expect(dialog.getByText(email, { exact: true })).toBeVisible();
  }
  expect((await call(page, 'session.get', null)).status).toBe('signedOut');
  await dialog.getByRole('button', { name: `Keep ${ann.name}` }).click();
  await expect(dialog).toBeHidden();
  expect((await call(page, 'session.get', null)).status).toBe('signedOut');
  await signIn(page, server.url, bob.email);
  await dialog.getByRole('button', { name: `Sign in as ${bob.name}` }).click();
  await expect(page.getByRole('button', { name: `Profile menu of ${bob.name}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Admin' })).toBeHidden();
  expect(await onWatchlist(page)).toBe(0);
  await expect(page.getByRole('combobox', { name: 'Search companies' })).toHaveValue('');

  // The first user's decision has waited.
  await logOut(page);
  await signIn(page, server.url, ann.email);
  await expect.poll(() => onWatchlist(page)).toBe(3);
  // To the browser a refused call is an error; only the expected one occurred.
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
});

test('the profile menu and Admin open the provider’s pages of whoever signed in (product 2)', async ({
  start,
  server,
}) => {
  const { page, external } = await start({ sample: 0 });
  await logOut(page);
  await signIn(page, server.url, ann.email);
  for (const tab of ['Profile', 'Account', 'Team', 'Plan', 'Billing', 'Edit profile', 'Admin']) {
    const opened = await external(async () => {
      if (tab === 'Admin') await page.getByRole('button', { name: tab }).click();
      else {
        await page.getByRole('button', { name: `Profile menu of ${ann.name}` }).click();
        await page.getByRole('menuitem', { name: tab, exact: true }).click();
      }
    });
    await expect(opened.getByRole('heading', { name: ann.name })).toBeVisible();
    const name = tab === 'Edit profile' ? 'Profile' : tab === 'Admin' ? 'Team' : tab;
    const link = opened.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name });
    await expect(link).toHaveAttribute('aria-current', 'page');
    expect(opened.url()).not.toContain('token');
    await opened.close();
  }
});

test('S16 S34 a server on another host is signed in to, and its profile page and Admin open, from the browser shell', async ({
  start,
  workspace,
  context,
}) => {
  const way = await openFaultyWay('localhost');
  const server = await startTeamServer(workspace, 300, way.url);
  way.to(server.url);
  try {
    await server.addUser(ann.email, ann.name, '--staff');
    const { page } = await start({ sample: 0 });
    await logOut(page);
    await signIn(page, way.url, ann.email);
    await page.getByRole('button', { name: `Profile menu of ${ann.name}` }).click();
    const profile = await opened(context, () => page.getByRole('menuitem', { name: 'Profile', exact: true }).click());
    await expect(profile.getByRole('heading', { name: ann.name })).toBeVisible();
    await profile.close();
    const openAdmin = (): Promise<Page> => opened(context, () => page.getByRole('button', { name: 'Admin' }).click());
    const admin = await openAdmin();
    await expect(admin.getByRole('heading', { name: ann.name })).toBeVisible();
    await admin.close();
    // Nobody is signed in to the provider's pages any more: a page of another host cannot sign in without the user's
    // consent.
    await context.clearCookies({ name: 'winnow_profile' });
    const asking = await openAdmin();
    await expect(asking.getByText(ann.email)).toBeVisible();
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('winnow_profile');
    expect(asking.url()).not.toContain('token');
    await asking.getByRole('button', { name: 'Open the admin site' }).click();
    await expect(asking.getByRole('link', { name: 'Team' })).toHaveAttribute('aria-current', 'page');
    // What else a page of another host may try.
    for (const path of ['/api/config', '/api/openapi.json', '/healthz', '/']) {
      const tried = await context.newPage();
      await tried.goto(`${new URL(page.url()).origin}/signed-in`);
      const answer = tried.waitForResponse((response) => response.url() === way.url + path);
      await tried.evaluate((url) => location.assign(url), way.url + path);
      expect([path, (await answer).status()]).toEqual([path, 403]);
      await tried.close();
    }
  } finally {
    await server.stop();
    await way.stop();
  }
});

/** The tab that `act` opens. */
async function opened(context: BrowserContext, act: () => Promise<void>): Promise<Page> {
  const opening = context.waitForEvent('page');
  await act();
  return opening;
}

test(
  'S28 the renderer never sees the token: not in its window, storage, answers or socket',
  browserShellOnly,
  async ({ start, server }) => {
    const { page, context } = await start({ sample: 0 });
    const heard: string[] = [];
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => heard.push(String(payload)));
      socket.on('framesent', ({ payload }) => heard.push(String(payload)));
    });
    page.on('response', (response) => {
      response.text().then(
        (text) => heard.push(text),
        () => undefined,
      );
    });
    await page.reload();
    await logOut(page);
    let token = '';
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/auth') token = url.searchParams.get('access_token') ?? '';
    });
    const provider = await openSignIn(page, server.url);
    // A provider that does not support PKCE sends the token itself (product 4).
    const address = new URL(provider.url());
    for (const name of ['code_challenge', 'code_challenge_method']) address.searchParams.delete(name);
    await provider.goto(address.href);
    await finishSignIn(provider, ann.email);
    await expect(page.getByRole('button', { name: `Profile menu of ${ann.name}` })).toBeVisible();
    expect(token).toMatch(/^[\w-]{43}$/);
    await api(page, 'getMe');
    const admin = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Admin' }).click();
    await (await admin).close();
    const seen = await page.evaluate(() => {
      const texts = [document.documentElement.outerHTML, location.href, document.cookie, JSON.stringify(history.state)];
      for (const store of [localStorage, sessionStorage]) texts.push(JSON.stringify(Object.entries(store)));
      const known = new Set<unknown>();
      const walk = (value: unknown, depth: number): void => {
        if (typeof value === 'string') texts.push(value);
        if (typeof value !== 'object' || value === null || depth > 4 || known.has(value) || value instanceof Node)
          return;
        known.add(value);
        for (const part of Object.values(value)) walk(part, depth + 1);
      };
      for (const name of Object.getOwnPropertyNames(globalThis)) {
        walk((globalThis as unknown as Record<string, unknown>)[name], 0);
      }
      return texts;
    });
    expect(heard.join('\n')).toContain(ann.email);
    for (const text of [...seen, ...heard]) expect(text.includes(token)).toBe(false);
  },
);

test('the provider’s page says when its script does not come, and the app can give up waiting (product 8)', async ({
  start,
  server,
}) => {
  const { page, outside } = await start({ sample: 0 });
  await logOut(page);
  await page.getByLabel('Server address').fill('http://winnow.example');
  await page.getByRole('button', { name: 'Sign in to a server' }).click();
  await expect(page.getByText('A server’s address must start with https, except on this computer.')).toBeVisible();
  await outside.route('**/provider/embed.js', (route) => route.abort());
  const provider = await openSignIn(page, server.url);
  await expect(provider.getByText('Membership embed scripts failed to initialise.')).toBeVisible();
  await expect(provider.getByLabel('Password')).toBeHidden();
  await provider.close();
  await page.reload();
  await expect(page.getByText('Finish in your browser')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Open local workspace' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('axe finds nothing on the way through a sign-in, in either theme', async ({ start, server }) => {
  test.slow();
  const { page, outside } = await start({ sample: 0 });
  await call(page, 'preferences.set', { theme: 'system' });
  await logOut(page);
  await holds(page, 'login');
  const provider = await openSignIn(page, server.url);
  await holds(page, 'waiting');
  await holds(provider, 'sign-in page');
  await finishSignIn(provider, ann.email);
  await expect(page.getByRole('button', { name: `Profile menu of ${ann.name}` })).toBeVisible();
  const profile = await outside.newPage();
  for (const tab of ['profile', 'account', 'team', 'plan', 'billing']) {
    await profile.goto(`${server.url}/provider/account?tab=${tab}`);
    await expect(profile.getByRole('heading', { name: ann.name })).toBeVisible();
    await holds(profile, tab);
  }
});

/** Expects axe to have no objections to the page as it is, in either theme. */
async function holds(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect
      .soft(await objections(page, colorScheme === 'light' ? 'colours' : 'all'), `${where}, ${colorScheme}`)
      .toEqual([]);
  }
}
