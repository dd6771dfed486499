import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { WorkspaceJob } from '#shared/bridge/workspace.ts';
import { endpoints, type EndpointName } from '#shared/api/endpoints.ts';
import { addressOf, type EndpointResponse } from '#shared/api/messages.ts';
import { startHttpServer } from '#server/api/http/httpServer.ts';
import { generateCompanies } from '#server/jobs/sample/generate.ts';
import { openCompanyWriter } from '#server/index/open.ts';
import { openState } from '#server/state/sqlite/file.ts';
import { openLocalApi } from '#server/thread/workerHandle.ts';
import { configWithoutProvider, openWorkspace, type Workspace } from '#server/workspace.ts';
import { indexFolderOf, workspaceFile } from '#server/jobs/copies/workspaceFiles.ts';
import { copyIntoDatabase } from '#server/jobs/teamCopy/intoDatabase.ts';
import type { PostgresAddress } from '#server/postgres/address.ts';
import { TestCluster } from '../../postgres/testCluster.ts';

/** Companies every suite runs on; some belong to weeks that are not released yet. */
const sampleSize = 400;
const today = '2026-11-20';
export const releasedWeek = '2026-W47';

/** Bearer tokens: the workspace's owner, more staff, another user with everything, and one without the export add-on. */
export interface Tokens {
  readonly owner: string;
  readonly staff: string;
  readonly other: string;
  readonly plain: string;
}

/** The API behind one of its transports. */
export interface ApiUnderTest {
  readonly tokens: Tokens;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** A server on a file over a real socket, the workspace of a desktop in its thread, and a team's on PostgreSQL. */
export type Transport = 'http' | 'worker' | 'postgres';

/** Opens a workspace of its own with a small sample and three users, and the API over one transport. */
export async function openApi(transport: Transport): Promise<ApiUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-api-'));
  await fillWithSample(indexFolderOf(workspaceFile(folder)));
  const tokens = await addUsers(workspaceFile(folder));
  const server = await { http: overSocket, worker: overWorker, postgres: onPostgres }[transport](folder);
  return {
    tokens,
    fetch: (path, init) => server.fetch(path, init),
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function fillWithSample(indexFolder: string): Promise<void> {
  const writer = openCompanyWriter(indexFolder);
  await writer.release(releasedWeek, new Date(`${today}T06:00:00Z`));
  const batch = writer.begin('sample');
  for (const record of generateCompanies({ count: sampleSize, seed: 7, today })) batch.add(record);
  await batch.commit();
  writer.close();
}

async function addUsers(file: string): Promise<Tokens> {
  const state = await openState(file);
  const { users } = state;
  const owner = await users.firstUser();
  const staff = await users.add({ email: 'a@example.com', name: 'A', role: 'staff', addons: [] });
  const other = await users.add({ email: 'b@example.com', name: 'B', role: 'analyst', addons: ['export'] });
  const plain = await users.add({ email: 'c@example.com', name: 'C', role: 'analyst', addons: [] });
  const tokens = {
    owner: await users.issueToken(owner.id, 'test'),
    staff: await users.issueToken(staff.id, 'test'),
    other: await users.issueToken(other.id, 'test'),
    plain: await users.issueToken(plain.id, 'test'),
  };
  state.close();
  return tokens;
}

interface Server {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

async function overWorker(folder: string): Promise<Server> {
  const api = await openLocalApi(folder);
  return {
    fetch: (path, init) => api.fetch(new Request(`http://workspace${path}`, init)),
    close: () => api.close(),
  };
}

async function open(file: string, store: PostgresAddress | null): Promise<Workspace> {
  const workspace = await openWorkspace({
    file,
    store,
    config: configWithoutProvider('winnow://auth'),
    now: () => new Date(`${today}T09:00:00Z`),
    onEvent: () => undefined,
    reportError: (error) => {
      throw error;
    },
  });
  await workspace.ready;
  return workspace;
}

/** Moves the workspace into a database, and leaves it to a server that has an empty folder. */
async function onPostgres(folder: string): Promise<Server> {
  const cluster = await TestCluster.start();
  const address = await cluster.newDatabase();
  await copyIntoDatabase(workspaceFile(folder), address, () => undefined);
  await mkdir(join(folder, 'server'));
  const workspace = await open(join(folder, 'server', 'team.db'), address);
  return {
    fetch: async (path, init) => workspace.app.fetch(new Request(`http://workspace${path}`, init)),
    close: async () => {
      workspace.close();
      await cluster.stop();
    },
  };
}

async function overSocket(folder: string): Promise<Server> {
  const workspace = await open(workspaceFile(folder), null);
  const { app } = workspace;
  const server = await startHttpServer({
    fetch: (request) => app.fetch(request),
    quick: (call) => app.quick(call)?.(),
    port: 0,
    publicUrl: null,
  });
  return {
    fetch: (path, init) => fetch(server.url + path, init),
    close: async () => {
      await server.close();
      workspace.close();
    },
  };
}

/** One user's way to make calls: checks every answer against the endpoint's own schema. */
export class Caller {
  readonly #api: ApiUnderTest;
  readonly #token: string;
  /** Calls that have been answered well, for seeing that none was forgotten. */
  readonly answered: Set<EndpointName>;

  constructor(api: ApiUnderTest, token: string, answered = new Set<EndpointName>()) {
    this.#api = api;
    this.#token = token;
    this.answered = answered;
  }

  /** Makes a call and expects it to succeed. */
  async ok<N extends EndpointName>(name: N, input: CallInput = {}): Promise<EndpointResponse<N>> {
    const endpoint = endpoints[name];
    const response = await this.raw(name, input);
    const text = await response.text();
    expect(response.status, `${name}: ${text.slice(0, 300)}`).toBe(endpoint.status);
    this.answered.add(name);
    if (endpoint.response === null) return null as EndpointResponse<N>;
    if (endpoint.response === 'csv') return text as EndpointResponse<N>;
    const value: unknown = JSON.parse(text);
    endpoint.response.parse(value);
    return value as EndpointResponse<N>;
  }

  /** Makes a call and expects this error; answers its `fields`. */
  async fails(name: EndpointName, input: CallInput, status: number, code: string): Promise<Record<string, string>> {
    const response = await this.raw(name, input);
    const body = (await response.json()) as { code: string; detail: string; fields?: Record<string, string> };
    expect({ status: response.status, code: body.code }, `${name}: ${JSON.stringify(body)}`).toEqual({ status, code });
    expect(body.detail).not.toBe('');
    return body.fields ?? {};
  }

  raw(name: EndpointName, { params = {}, query = {}, body, file, headers = {} }: CallInput = {}): Promise<Response> {
    const { method } = endpoints[name];
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const sent = file === undefined ? json : { body: file };
    const kind = file === undefined ? 'application/json' : 'application/octet-stream';
    const type: Record<string, string> = 'body' in sent ? { 'Content-Type': kind } : {};
    return this.#api.fetch(addressOf(endpoints[name], params, query), {
      method,
      headers: { Authorization: `Bearer ${this.#token}`, ...type, ...headers },
      ...sent,
    });
  }
}

export interface CallInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Instead of a body: what a file holds. */
  readonly file?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Waits for the end of the job that runs, and answers it. */
export async function jobEnded(caller: Caller): Promise<WorkspaceJob> {
  for (;;) {
    const { job } = await caller.ok('getWorkspace');
    if (job !== null && job.state !== 'running') return job;
    await sleep(20);
  }
}

/** Filters of a smart list that some of the sample match. */
export function europe(): { include: { regions: string[] } } {
  return { include: { regions: ['Europe'] } };
}

/** The id of a note that nobody has written. */
export const aNote = '0198f0a0-0000-7000-8000-0000000000ff';
