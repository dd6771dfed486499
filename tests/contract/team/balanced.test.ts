import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiClient, type CookieJar } from '#main/services/api/apiClient.ts';
import { createRemoteTransport } from '#main/services/api/remoteTransport.ts';
import { FakeClock } from '#main/services/testing/fakeClock.ts';
import { startHttpServer, type HttpServer } from '#server/api/http/httpServer.ts';
import { createStandalone } from '#server/standalone.ts';
import { configWithoutProvider, openWorkspace, type Workspace } from '#server/workspace.ts';
import { exportAddon } from '#shared/domain/account.ts';
import type { PostgresAddress } from '#server/postgres/address.ts';
import { TestCluster } from '../../postgres/testCluster.ts';

vi.setConfig({ testTimeout: 180_000 });

let cluster: TestCluster;
let address: PostgresAddress;
let folder: string;
let nodes: { workspace: Workspace; server: HttpServer }[];
let balancer: Server;
/** Which server answered each call. */
let answered: number[];

beforeAll(async () => {
  cluster = await TestCluster.start();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-balanced-'));
  address = await cluster.newDatabase();
  nodes = [await node('one'), await node('two')];
  answered = [];
  balancer = createServer((asked, answer) => {
    const turn = answered.length % nodes.length;
    answered.push(turn);
    const { server } = nodes[turn]!;
    const headers = { ...asked.headers, host: new URL(server.url).host };
    const sent = request(`${server.url}${asked.url ?? ''}`, { method: asked.method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    sent.once('error', () => answer.destroy());
    asked.pipe(sent);
  });
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  balancer.closeAllConnections();
  balancer.close();
  for (const { workspace, server } of nodes) {
    await server.close();
    workspace.close();
  }
  rmSync(folder, { recursive: true });
});

async function node(name: string): Promise<{ workspace: Workspace; server: HttpServer }> {
  const workspace = await openWorkspace({
    file: join(folder, name, 'team.db'),
    store: address,
    config: configWithoutProvider(''),
    now: () => new Date('2026-11-27T10:00:00Z'),
    onEvent: () => undefined,
    reportError: (error) => {
      throw error;
    },
  });
  await workspace.ready;
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
  return { workspace, server: await startHttpServer({ ...standalone, port: 0, publicUrl: null }) };
}

function origin(): string {
  return `http://127.0.0.1:${String((balancer.address() as AddressInfo).port)}`;
}

async function token(): Promise<string> {
  const { users } = nodes[0]!.workspace.state;
  const user = await users.firstUser();
  expect(user.addons).toContain(exportAddon);
  return users.issueToken(user.id, 'test');
}

async function importInto({ jobs }: Workspace, companies: readonly string[]): Promise<void> {
  const path = join(folder, `${companies.join('-')}.csv`);
  writeFileSync(path, ['name,website', ...companies.map((name) => `${name},https://${name}.example`)].join('\n'));
  await jobs.startImport([{ path, name: 'file.csv', mapping: {} }], { dryRun: false, removeSample: false });
  expect(jobs.job).toMatchObject({ state: 'done' });
}

test('whoever has seen an import on one server finds it on the next', async () => {
  const jar: CookieJar = { csrf: '' };
  let behind = 0;
  const client = new ApiClient({
    transport: createRemoteTransport(),
    origin: origin(),
    token: await token(),
    jar,
    clock: new FakeClock(),
    onDenied: () => undefined,
    onReached: () => undefined,
    onBehind: () => (behind += 1),
  });
  for (let round = 1; round <= 5; round++) {
    await importInto(nodes[0]!.workspace, [`company${String(round)}`]);
    for (let call = 0; call < 3; call++) {
      const { count } = await client.request('searchCompanies', { query: {} });
      // The first server has it, and the other waits for it.
      if (answered.at(-1) === 0 || jar.seen === round + 1) expect(count).toBe(round);
    }
    expect(await client.request('searchCompanies', { query: {} })).toMatchObject({ count: round });
    expect(jar.seen).toBe(await nodes[0]!.workspace.newest());
  }
  expect(behind).toBe(0);
  expect(new Set(answered)).toEqual(new Set([0, 1]));
  client.close();
});

test('I12 an export whose next page reaches another server fails, and says so', async () => {
  const { workspace } = nodes[0]!;
  await workspace.jobs.startSample(56_000);
  await vi.waitFor(async () => expect(await nodes[1]!.workspace.newestHere()).toBe(await workspace.newest()), {
    timeout: 60_000,
  });
  const headers = { authorization: `Bearer ${await token()}` };
  const page = (number: number, name: string): Promise<Response> =>
    fetch(`${origin()}/api/latest_companies/export/?columns=name&page=${String(number)}${name}`, { headers });
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
  expect(answered.slice(-3)).toEqual([0, 1, 0]);
});
