import type { Page } from 'playwright/test';
import { ready, test as base, watch } from './fixtures.ts';
import { browserShellLauncher } from './launchers/browserShell.ts';
import { remember, type RunningApp } from './launchers/launcher.ts';
import { openFaultyWay, type FaultyWay } from './launchers/faultyWay.ts';
import { startTeamServer, type TeamServer } from './launchers/teamServer.ts';
import { expectScreen, makeList, openList, type MadeList } from './pages/lists.ts';
import { logOut, signIn } from './pages/signIn.ts';

export const ann = 'ann@fund.example';
export const bob = 'bob@fund.example';
const users = [
  [ann, 'Ann Lindqvist', '--addon', 'export'],
  [bob, 'Bob Okafor'],
] as const;

interface Team {
  readonly way: FaultyWay;
  readonly server: TeamServer;
  /** Starts an app of its own, in a browser of its own, and signs this user in (in the browser shell only). */
  readonly appOfUser: (email: string) => Promise<RunningApp>;
}

/** A team's server, and a way to it that can be broken. */
export const test = base.extend<Team>({
  // oxlint-disable-next-line no-empty-pattern
  way: async ({}, use) => {
    const way = await openFaultyWay();
    await use(way);
    await way.stop();
  },
  server: async ({ workspace, way }, use) => {
    const server = await startTeamServer(workspace, 300, way.url, { users });
    way.to(server.url);
    await use(server);
    await server.stop();
  },
  appOfUser: async ({ browser, workspace, way, complaints }, use) => {
    const apps: RunningApp[] = [];
    await use(async (email) => {
      const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
      watch(context, complaints);
      const app = await browserShellLauncher(context)({ workspace: `${workspace}/app${apps.length}`, sample: 0 });
      apps.push(app);
      remember(app);
      await ready(app.page);
      await enter(app.page, way, email);
      return app;
    });
    for (const app of apps) {
      await app.stop();
      await app.context.close();
    }
  },
});

/** Signs in as another user than before. */
export async function enter(page: Page, way: FaultyWay, email: string): Promise<void> {
  await logOut(page);
  await signIn(page, way.url, email);
  await expectScreen(page, 'Dashboard');
}

/** Signs in as Ann, makes a smart list of all companies and opens it. */
export async function openAll(page: Page, way: FaultyWay): Promise<MadeList> {
  await enter(page, way, ann);
  const list = await makeList(page, 'All', {});
  await openList(page, list);
  return list;
}
