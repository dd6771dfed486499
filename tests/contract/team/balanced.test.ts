import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiClient, type CookieJar } from '#main/services/api/apiClient.ts';
import { createRemoteTransport } from '#main/services/api/remoteTransport.ts';
import { FakeClock } from '#main/services/testing/fakeClock.ts';
import { startHttpServer, type HttpServer } from '#server/api/http/httpServer.ts';
import { createStandalone } from '#server/standalone.ts';
import type { Workspace } from '#server/workspace.ts';
import { exportAddon } from '#shared/domain/account.ts';
import { Balancer } from '../../postgres/balancer.ts';
import { TestTeam } from '../../postgres/testTeam.ts';

vi.setConfig({ testTimeout: 180_000 });

const team = new TestTeam();
let servers: HttpServer[];
let balancer: Balancer;

beforeEach(async () => {
  servers = [await listening('one'), await listening('two')];
  balancer = await Balancer.start(() => servers.map(({ url }) => url), { passesHost: false });
});
afterEach(async () => {
  balancer.close();
  for (const server of servers) await server.close();
});

async function listening(name: string): Promise<HttpServer> {
  const workspace = await team.node(name);
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const standalone = createStandalone({
    api: workspace.app,
    state: workspace.state,
    origins: () => [],
    signUp: false,
    monotonic: () => performance.now(),
    requestLog: null,
    log: silent,
    freshness: workspace,
  });
  return startHttpServer({ ...standalone, port: 0, publicUrl: null });
}

async function token(): Promise<string> {
  const { users } = team.nodes[0]!.state;
  const user = await users.firstUser();
  expect(user.addons).toContain(exportAddon);
  return users.issueToken(user.id, 'test');
}

async function importInto({ jobs }: Workspace, companies: readonly string[]): Promise<void> {
  const path = team.csv(companies.join('-'), companies);
  await jobs.startImport([{ path, name: 'file.csv', mapping: {} }], { dryRun: false, removeSample: false });
  expect(jobs.job).toMatchObject({ state: 'done' });
}

test('whoever has seen an import on one server finds it on the next', async () => {
  const jar: CookieJar = { csrf: '' };
  let behind = 0;
  const client = new ApiClient({
    transport: createRemoteTransport(),
    origin: balancer.origin,
    token: await token(),
    jar,
    clock: new FakeClock(),
    onDenied: () => undefined,
    onReached: () => undefined,
    onBehind: () => (behind += 1),
  });
  for (let round = 1; round <= 5; round++) {
    await importInto(team.nodes[0]!, [`company${String(round)}`]);
    for (let call = 0; call < 3; call++) {
      const { count } = await client.request('searchCompanies', { query: {} });
      // The first server has it, and the other waits for it.
      if (balancer.answered.at(-1) === 0 || jar.seen === round + 1) expect(count).toBe(round);
    }
    expect(await client.request('searchCompanies', { query: {} })).toMatchObject({ count: round });
    expect(jar.seen).toBe(await team.nodes[0]!.newest());
  }
  expect(behind).toBe(0);
  expect(new Set(balancer.answered)).toEqual(new Set([0, 1]));
  client.close();
});

test('I12 an export whose next page reaches another server fails, and says so', async () => {
  const workspace = team.nodes[0]!;
  await workspace.jobs.startSample(56_000);
  await vi.waitFor(async () => expect(await team.nodes[1]!.newestHere()).toBe(await workspace.newest()), {
    timeout: 60_000,
  });
  const headers = { authorization: `Bearer ${await token()}` };
  const page = (number: number, name: string): Promise<Response> =>
    fetch(`${balancer.origin}/api/latest_companies/export/?columns=name&page=${String(number)}${name}`, { headers });
  const first = await page(0, '');
  const rows = (await first.text()).split('\r\n').length - 2;
  expect([first.status, rows]).toEqual([200, 50_000]);
  const name = `&export=${String(first.headers.get('x-export'))}`;
  const elsewhere = await page(1, name);
  expect(elsewhere.status).toBe(409);
  expect(await elsewhere.json()).toMatchObject({ code: 'conflict', detail: expect.stringMatching(/Start it again/) });
  // The server that has begun it goes on with it.
  const there = await page(1, name);
  expect(there.status).toBe(200);
  expect((await there.text()).split('\r\n').length - 1 + rows).toBe(Number(first.headers.get('x-total-count')));
  expect(balancer.answered.slice(-3)).toEqual([0, 1, 0]);
});
