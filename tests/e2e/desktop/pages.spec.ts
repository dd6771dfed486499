import { expect } from 'playwright/test';
import { expectPath, test, windowOf } from '../desktopFixtures.ts';
import { ready } from '../fixtures.ts';
import { api, call } from '../pages/bridge.ts';
import { at, press } from '../pages/list.ts';
import { countIn, makeList, openList } from '../pages/lists.ts';
import { chooseTheme, go, screens } from '../pages/screens.ts';

// Playwright's recording does not survive a page crash.
test.use({ trace: 'off' });

test('S3 S4 every screen opens in both themes under the policy of app://, without a violation', async ({
  desktop,
  complaints,
}) => {
  const { page } = await desktop({ sample: 1000 });
  for (const theme of ['Light', 'Dark'] as const) {
    await chooseTheme(page, theme);
    for (const { path, heading } of screens) {
      await go(page, path);
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    }
  }
  expect(complaints).toEqual([]);
});

test('S3 what the policy forbids does not run, and is reported as a violation', async ({ desktop }) => {
  const { page } = await desktop();
  const violated = await page.evaluate(async () => {
    const seen: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => seen.push(effectiveDirective));
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.body.append(script);
    const image = document.createElement('img');
    image.src = 'https://example.org/x.png';
    document.body.append(image);
    await fetch('https://example.org/').catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { seen, ran: 'ran' in window };
  });
  expect(violated.ran).toBe(false);
  expect(new Set(violated.seen)).toEqual(new Set(['script-src-elem', 'img-src', 'connect-src']));
});

test('S9 the built preload shows the page one frozen object of three members, and nothing of Electron', async ({
  desktop,
}) => {
  const { page } = await desktop();
  const found = await page.evaluate(() => {
    const { winnow } = window as unknown as { winnow: Record<string, unknown> };
    const names = Object.getOwnPropertyNames(window);
    return {
      members: Object.keys(winnow).toSorted(),
      isFrozen: Object.isFrozen(winnow) && Object.isFrozen(winnow['info']),
      strays: names.filter((name) =>
        /^(?:electron|ipc\w*|require|process|global|Buffer|standIn\w*|__standIn\w*)$/i.test(name),
      ),
    };
  });
  expect(found).toEqual({ members: ['call', 'info', 'subscribe'], isFrozen: true, strays: [] });
});

test('S6 S5 a page stays where it is: navigation, forms, new windows and permissions are refused', async ({
  desktop,
}) => {
  const app = await desktop();
  const { page, standIn } = app;
  const contents = await windowOf(app);
  const ways: Record<string, () => void> = {
    address: () => void (location.href = 'https://example.org/'),
    refresh: () => {
      const meta = document.createElement('meta');
      meta.httpEquiv = 'refresh';
      meta.content = '0;url=https://example.org/';
      document.head.append(meta);
    },
    form: () => {
      const form = document.createElement('form');
      form.action = 'https://example.org/';
      form.method = 'post';
      document.body.append(form);
      form.submit();
    },
    link: () => {
      const link = document.createElement('a');
      link.href = 'https://example.org/';
      document.body.append(link);
      link.click();
    },
    window: () => void window.open('https://example.org/'),
    ownWindow: () => void window.open('/settings'),
  };
  for (const [name, way] of Object.entries(ways)) {
    await page.evaluate(way);
    await page.waitForFunction(() => document.readyState === 'complete');
    expect([name, new URL(page.url()).host]).toEqual([name, 'winnow.app.standin']);
    await expect.poll(() => app.context.pages().filter((one) => /example|settings/.test(one.url())).length).toBe(0);
    expect(await standIn.ask('windows')).toHaveLength(1);
  }
  for (const permission of ['geolocation', 'media', 'clipboard-read', 'fullscreen', 'something-new']) {
    expect([permission, await standIn.ask('permits', contents, permission)]).toEqual([permission, [false, false]]);
  }
  expect(await standIn.ask('permits', contents, 'notifications')).toEqual([true, true]);
});

test('a page that crashes is there again where it was, says so, and has lost no decision', async ({ desktop }) => {
  const app = await desktop({ sample: 500 });
  const list = await makeList(app.page, 'Early', { stages: ['inv_stage_seed'] });
  await openList(app.page, list);
  await press(app.page, 'w', 'w');
  await at(app.page, 1, list.total - 2);
  const contents = await windowOf(app);
  const page = await app.reopened(contents, () => app.standIn.ask('crash', contents));
  await ready(page);
  await expectPath(page, `/list/smart/${list.id}`);
  await expect(page.getByText('This window crashed and was reopened. Your decisions are safe.')).toBeVisible();
  await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(2);
});

test('a page that hangs is asked about, and opened again where it was', async ({ desktop }) => {
  const app = await desktop();
  await go(app.page, '/help');
  const contents = await windowOf(app);
  await app.standIn.ask('answer', { message: 1 });
  const page = await app.reopened(contents, () => app.standIn.ask('hang', contents, false));
  await ready(page);
  await expectPath(page, '/help');
  await expect(page.getByText('This window was reopened. Your decisions are safe.')).toBeVisible();
  const dialogs = (await app.standIn.ask('seen')).dialogs;
  expect(dialogs).toHaveLength(1);
  expect(dialogs[0]).toMatchObject({ kind: 'message', owner: contents });
});

test('S28 the renderer of the desktop never sees a token', async ({ desktop }) => {
  const { page } = await desktop({ sample: 60 });
  const replies = await Promise.all(
    (['session.get', 'preferences.get', 'workspace.get', 'connection.get', 'shell.diagnostics'] as const).map(
      async (name) => JSON.stringify(await call(page, name, null)),
    ),
  );
  for (const reply of replies) expect(reply).not.toMatch(/[\w-]{43}/);
  expect(await api(page, 'getMe')).toMatchObject({ is_staff: true });
});
