import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOutput } from '#server/commandLine/output.ts';
import { serveCommand } from '#server/commandLine/serve.ts';
import { longer } from '#server/testing/propertyRuns.ts';
import { BlinkingWay } from '../../postgres/blinkingWay.ts';
import { freePort } from '../../postgres/pair.ts';
import { TestTeam } from '../../postgres/testTeam.ts';

vi.setConfig({ testTimeout: longer(180_000) });

const team = new TestTeam();
let way: BlinkingWay;
let running: Serving[];

beforeEach(async () => {
  way = await BlinkingWay.to(team.address);
  running = [];
  // A server that starts has something to fetch.
  const first = await team.node('first');
  for (const names of [['Alpha', 'Beta'], ['Gamma']]) {
    const path = team.csv(names.join('-'), names);
    await first.jobs.startImport([{ path, name: 'file.csv', mapping: {} }], { dryRun: false, removeSample: false });
  }
  team.closeAll();
});
afterEach(async () => {
  for (const { stop, ended } of running) {
    stop.abort();
    await ended.catch(() => undefined);
  }
  await way.close();
});

/** A server by the command line's `serve`, in this process. */
class Serving {
  readonly stop = new AbortController();
  readonly url: string;
  readonly ended: Promise<void>;
  stdout = '';
  stderr = '';
  isOver = false;

  constructor(port: number, name: string) {
    this.url = `http://127.0.0.1:${port}`;
    const [stdout, stderr] = [
      { write: (text: string) => (this.stdout += text) },
      { write: (text: string) => (this.stderr += text) },
    ];
    const command = {
      kind: 'serve',
      file: join(team.folder, name, 'team.db'),
      store: way.addressOf(team.address.database),
      port,
      sample: 0,
      publicUrl: null,
      signUp: false,
      oidc: null,
      beginAnew: false,
      log: null,
      metricsTokenFile: null,
      json: true,
    } as const;
    this.ended = serveCommand(command, createOutput({ stdout, stderr }, true), this.stop.signal).finally(() => {
      this.isOver = true;
    });
    running.push(this);
  }

  static async start(name: string): Promise<Serving> {
    return new Serving(await freePort(), name);
  }

  /** What `/readyz` says; null while nothing listens. */
  async readiness(): Promise<{ status: number; reason: string } | null> {
    const response = await fetch(`${this.url}/readyz`).catch(() => null);
    if (response === null) return null;
    return { status: response.status, reason: ((await response.json()) as { reason: string }).reason };
  }

  /** Resolves once it is ready and has printed its token; rejects if it ends before. */
  async ready(): Promise<string> {
    const looking = vi.waitFor(
      async () => {
        if (this.isOver) return;
        expect((await this.readiness())?.status).toBe(200);
        expect(this.stdout).not.toBe('');
      },
      { timeout: 60_000, interval: 20 },
    );
    await Promise.race([looking, this.ended.then(() => looking)]);
    return (JSON.parse(this.stdout) as { token: string }).token;
  }

  async names(token: string): Promise<string[]> {
    const answer = await fetch(`${this.url}/api/latest_companies/preview/`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { items } = (await answer.json()) as { items: { name: string }[] };
    return items.map(({ name }) => name).toSorted();
  }

  async end(): Promise<void> {
    this.stop.abort();
    await this.ended;
  }
}

test('P8 a server that is starting survives that the database blinks, whenever it does', async () => {
  way.expect({ at: () => false, ms: 0 });
  const usual = await Serving.start('usual');
  await usual.ready();
  const steps = way.sent;
  await usual.end();
  // Every step has its turn with WINNOW_PROPERTY_FACTOR from 5 on.
  for (let step = 1; step <= steps; step += Math.max(1, 6 - longer(1))) {
    way.expect({ at: () => way.sent === step, ms: 150 });
    const server = await Serving.start(`server-${step}`);
    const token = await server.ready();
    expect(way.hasBlinked).toBe(true);
    expect(await server.names(token)).toEqual(['Alpha', 'Beta', 'Gamma']);
    await server.end();
    // What is told is told in sentences.
    expect(server.stderr).not.toMatch(/^\s+at |Error/m);
  }
});

test('P8 a server whose first fetch finds no database for longer than any call waits says so, and begins once it is back', async () => {
  way.expect({ at: (data) => data.includes('AS newest FROM company_change'), ms: 12_000 });
  const server = await Serving.start('patient');
  await vi.waitFor(() => expect(server.stderr).toMatch(/^The database cannot be reached: .*\.$/m), { timeout: 30_000 });
  expect(await server.readiness()).toMatchObject({ status: 503 });
  const token = await server.ready();
  expect(await server.names(token)).toEqual(['Alpha', 'Beta', 'Gamma']);
  expect(server.stderr).not.toMatch(/^\s+at |Error/m);
  // Each reason is told once for all connections, and not with every look.
  expect(server.stderr.split('\n').length).toBeLessThan(8);
});

test('P8 a server that waits for its database ends when it is asked to', async () => {
  way.expect({ at: (data) => data.includes('AS newest FROM company_change'), ms: 12_000 });
  const server = await Serving.start('asked');
  await vi.waitFor(() => expect(way.hasBlinked).toBe(true), { timeout: 30_000 });
  expect(await server.readiness()).toMatchObject({ status: 503 });
  await server.end();
});
