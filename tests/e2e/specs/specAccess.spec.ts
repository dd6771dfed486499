import { expect } from 'playwright/test';
import { test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { api } from '../pages/bridge.ts';
import { expectScreen } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';
import { logOut } from '../pages/signIn.ts';

/** Runs in the page: reports every heading that appears even for a moment. */
function tellHeadings(): void {
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('h1')) Reflect.get(window, 'headingSeen')(textContent);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

test(
  'product 6 signed out, reports and companies open and their first call leads to the login; all else leads there at once',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 300 });
    const [company] = (await api(page, 'searchCompanies')).items;
    await logOut(page);
    const seen = new Set<string>();
    await page.exposeFunction('headingSeen', (text: string) => seen.add(text));
    await page.addInitScript(tellHeadings);
    await page.evaluate(tellHeadings);
    // Routes that need no session call the API, which refuses; the others do not even call.
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/rpc') && (request.postData() ?? '').includes('"api.request"')) calls++;
    });
    for (const [path, asks] of [
      ['/', false],
      ['/list/watchlist', false],
      ['/settings', false],
      ['/no/such/page', false],
      [`/company/${company?.id ?? 0}`, true],
      ['/reports', true],
    ] as const) {
      calls = 0;
      await go(page, path);
      await expect.poll(() => new URL(page.url()).pathname, path).toBe('/login');
      await expect(page.getByRole('button', { name: 'Open local workspace' })).toBeVisible();
      expect(calls > 0, path).toBe(asks);
    }
    // Even if the page is loaded at such an address.
    await page.goto(new URL('/no/such/page', page.url()).href);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
    await expect(page.getByRole('button', { name: 'Open local workspace' })).toBeVisible();
    for (const heading of ['Page not found', 'Dashboard', 'Watchlist', 'Settings'])
      expect([...seen]).not.toContain(heading);
    await page.getByRole('button', { name: 'Open local workspace' }).click();
    await expect(page.getByRole('button', { name: /^Profile menu of / })).toBeVisible();
  },
);

test(
  'product 2 after a sign-up the first smart list is made; opinions wait in session storage until they are sent',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 1000 });
    await go(page, '/post-signup?email=ann@fund.example&accountId=acc-1');
    await expectScreen(page, 'Welcome to Winnow');
    const right = page.getByRole('button', { name: /is relevant$/ });
    await expect(right).toHaveCount(10);
    await right.first().click();
    await page
      .getByRole('button', { name: /is not relevant$/ })
      .nth(1)
      .click();
    const kept = (): Promise<string | null> => page.evaluate(() => sessionStorage.getItem('winnow.signupFeedback'));
    await expect.poll(kept).toMatch(/^\{"\d+":(true|false),"\d+":(true|false)\}$/);
    await page.reload();
    await expect(right.first()).toHaveAttribute('aria-pressed', 'true');
    const signUp = page.waitForRequest((request) => (request.postData() ?? '').includes('"signUp"'));
    await page.getByRole('button', { name: 'Create my first smart list' }).click();
    const sent = (await signUp).postData() ?? '';
    for (const part of [
      '"user_email":"ann@fund.example"',
      '"account_id":"acc-1"',
      '"feedback":true',
      '"feedback":false',
    ]) {
      expect(sent).toContain(part);
    }
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/list\/smart\/\d+$/);
    expect((await api(page, 'listSmartLists')).results).toHaveLength(1);
    expect(await kept()).toBeNull();
  },
);

test(
  'product 8 a failed fetch of collections says nothing, a failed smart list says what is safe',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 0 });
    let isDown = true;
    await page.route('**/rpc', async (route) => {
      if (isDown && /"(listCollectionPreviews|listEntries)"/.test(route.request().postData() ?? ''))
        await route.abort();
      else await route.continue();
    });
    await go(page, '/collections');
    await expect(page.getByText('No collections yet')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('alert')).toHaveCount(0);
    await go(page, '/list/watchlist');
    const alert = page.getByRole('alert').filter({ visible: true });
    await expect(alert).toContainText('Nothing was changed.', { timeout: 60_000 });
    isDown = false;
    // The list may also have noticed on its own.
    const retry = alert.getByRole('button', { name: 'Retry' });
    await expect(async () => {
      if (await retry.isVisible()) await retry.click({ timeout: 1000 });
      await expect(page.getByText('Watchlist is empty')).toBeVisible({ timeout: 5000 });
    }).toPass({ timeout: 60_000 });
    await expect(alert).toHaveCount(0);
  },
);
