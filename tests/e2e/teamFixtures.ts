import type { Page } from 'playwright/test';
import { test as base } from './fixtures.ts';
import { openFaultyWay, type FaultyWay } from './launchers/faultyWay.ts';
import { startTeamServer, type TeamServer } from './launchers/teamServer.ts';
import { expectScreen, makeList, openList, type MadeList } from './pages/lists.ts';
import { logOut, signIn } from './pages/signIn.ts';

export const ann = 'ann@fund.example';
export const bob = 'bob@fund.example';

/** A team's server, and a way to it that can be broken. */
export const test = base.extend<{ readonly way: FaultyWay; readonly server: TeamServer }>({
  // oxlint-disable-next-line no-empty-pattern
  way: async ({}, use) => {
    const way = await openFaultyWay();
    await use(way);
    await way.stop();
  },
  server: async ({ workspace, way }, use) => {
    const server = await startTeamServer(workspace, 300, way.url);
    way.to(server.url);
    await server.addUser(ann, 'Ann Lindqvist', '--addon', 'export');
    await server.addUser(bob, 'Bob Okafor');
    await use(server);
    await server.stop();
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
