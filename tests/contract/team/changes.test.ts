import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startHttpServer, type HttpServer } from '#server/api/http/httpServer.ts';
import { isStillSignedIn } from '#server/api/call.ts';
import { ChangeFeed } from '#server/api/changeFeed.ts';
import { streamChanges } from '#server/api/changes.ts';
import { changeOf } from '#server/api/routes/changeOf.ts';
import { createStandalone } from '#server/standalone.ts';
import type { SealedEvent, State } from '#server/state/port.ts';
import { openState } from '#server/state/sqlite/file.ts';
import { configWithoutProvider, openWorkspace, type Workspace } from '#server/workspace.ts';
import { createLog } from '#node/log.ts';
import { AppError } from '#shared/errors.ts';
import { teamChangeSchema, type TeamChange } from '#shared/domain/team.ts';

const now = '2026-11-27T10:00:00.000Z';

let folder: string;
let workspace: Workspace;
let server: HttpServer;
const tokens = { ann: '', bob: '' };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-changes-'));
  workspace = await openWorkspace({
    file: join(folder, 'team.db'),
    config: configWithoutProvider(''),
    now: () => new Date(),
    onEvent: () => undefined,
    reportError: (error) => {
      throw error;
    },
  });
  await workspace.jobs.startSample(50);
  const { users } = workspace.state;
  tokens.ann = await users.issueToken((await users.firstUser()).id, 'test');
  const bob = await users.add({ email: 'bob@x.example', name: 'Bob', role: 'analyst', addons: [] });
  tokens.bob = await users.issueToken(bob.id, 'test');
  const standalone = createStandalone({
    api: workspace.app,
    state: workspace.state,
    origins: () => [],
    signUp: false,
    monotonic: () => performance.now(),
    requestLog: null,
    log: createLog(() => undefined),
  });
  server = await startHttpServer({ ...standalone, port: 0, publicUrl: null });
});
afterEach(async () => {
  await server.close();
  workspace.close();
  rmSync(folder, { recursive: true });
});

/** What a listener is sent, as it comes: changes with their places. */
class Listener {
  readonly changes: TeamChange[] = [];
  readonly #ended = new AbortController();
  lastId = '';
  isOver = false;

  static async open(token: string, headers: Record<string, string> = {}, query = ''): Promise<Listener> {
    const listener = new Listener();
    const response = await fetch(`${server.url}/api/changes/${query}`, {
      headers: { Authorization: `Bearer ${token}`, ...headers },
      signal: listener.#ended.signal,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store');
    void listener.#read(response);
    return listener;
  }

  close(): void {
    this.#ended.abort();
  }

  async #read(response: Response): Promise<void> {
    let rest = '';
    try {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        rest += chunk;
        const events = rest.split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events) this.#take(event);
      }
    } catch {
      // Closed by the test.
    }
    this.isOver = true;
  }

  #take(event: string): void {
    const fields = new Map(event.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
    this.lastId = fields.get('id') ?? this.lastId;
    if (fields.has('event')) return;
    const data = fields.get('data');
    if (data !== undefined) this.changes.push(teamChangeSchema.parse(JSON.parse(data)));
  }
}

async function call(token: string, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(server.url + path, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status, `${method} ${path}`).toBeLessThan(300);
  return (response.status === 204 ? {} : await response.json()) as Record<string, unknown>;
}

async function archive(token: string, companyId: number): Promise<void> {
  const picked = await call(token, 'POST', '/api/user_smart_lists_inbox/', { company_id: companyId });
  const entry = `/api/user_smart_lists_inbox/${String(picked['inboxEntryId'])}/`;
  await call(token, 'PATCH', entry, { tag_archive: true });
}

describe('what others do', () => {
  test('is heard within a second, and after a break from where one was', async () => {
    const bob = await Listener.open(tokens.bob);
    await expect.poll(() => bob.lastId).not.toBe('');
    const begun = performance.now();
    await archive(tokens.ann, 1);
    await expect.poll(() => bob.changes.length, { interval: 10, timeout: 5000 }).toBe(1);
    // Bounded generously: the look is every 300 ms, and other tests may run beside this one.
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(bob.changes).toMatchObject([{ kind: 'decided', company_id: 1, to: 'Archive' }]);
    bob.close();
    await archive(tokens.ann, 2);
    await archive(tokens.ann, 3);
    const again = await Listener.open(tokens.bob, { 'Last-Event-ID': bob.lastId });
    await expect.poll(() => again.changes.map(({ company_id: id }) => id), { timeout: 5000 }).toEqual([2, 3]);
    again.close();
    const fromFirst = await Listener.open(tokens.bob, {}, `?since=${bob.lastId}`);
    await expect.poll(() => fromFirst.changes.length, { timeout: 5000 }).toBe(2);
    fromFirst.close();
  });

  test('N9 is heard no more once the token has ended', async () => {
    const bob = await Listener.open(tokens.bob);
    await expect.poll(() => bob.lastId).not.toBe('');
    const { users } = workspace.state;
    await users.revokeToken(tokens.bob);
    await archive(tokens.ann, 1);
    await expect.poll(() => bob.isOver, { timeout: 5000 }).toBe(true);
    expect(bob.changes).toEqual([]);
    const refused = await fetch(`${server.url}/api/changes/`, { headers: { Authorization: `Bearer ${tokens.bob}` } });
    expect(refused.status).toBe(401);
    await refused.text();
  });
});

describe('P3 many who listen', () => {
  test.each([1, 30])(
    '%s of them cost the store the same, and each hears everything once and in order',
    async (count) => {
      const { state } = workspace;
      const asked = { after: 0, members: 0 };
      const audit = new Proxy(state.audit, {
        get: (target, name) =>
          name === 'after' ? (...of: [number, number]) => counted('after', target.after(...of)) : bound(target, name),
      });
      const team = new Proxy(state.team, {
        get: (target, name) => (name === 'members' ? () => counted('members', target.members()) : bound(target, name)),
      });
      const counted = <T>(what: keyof typeof asked, result: T): T => {
        asked[what] += 1;
        return result;
      };
      const feed = new ChangeFeed({ audit, team });
      const user = (await state.users.byToken(tokens.bob))!;
      const app = new Hono();
      app.get('/', (context) => streamChanges(context, feed, { user, stillMay: async () => true }));
      await archive(tokens.ann, 9);
      const ended = new AbortController();
      const texts = Array.from({ length: count }, () => ({ text: '' }));
      for (const heard of texts) {
        const response = await app.request('/', { signal: ended.signal });
        void (async () => {
          for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) heard.text += chunk;
        })();
      }
      await expect.poll(() => texts.every(({ text }) => text.includes('event: ready'))).toBe(true);
      Object.assign(asked, { after: 0, members: 0 });
      for (const company of [1, 2, 3]) await archive(tokens.ann, company);
      await expect
        .poll(() => texts.map(({ text }) => companies(text)), { timeout: 10_000 })
        .toEqual(texts.map(() => [1, 2, 3]));
      // At most one look for each of the three.
      expect(asked.after).toBeLessThanOrEqual(3);
      expect(asked.members).toBeLessThanOrEqual(3);
      ended.abort();
    },
  );

  test('hear only what happens from then on, however much nobody has listened to before', async () => {
    for (const company of [1, 2, 3]) await archive(tokens.ann, company);
    const bob = await Listener.open(tokens.bob);
    await expect.poll(() => bob.lastId, { timeout: 5000 }).not.toBe('');
    await archive(tokens.ann, 4);
    await expect.poll(() => bob.changes.length, { timeout: 5000 }).toBeGreaterThan(0);
    expect(bob.changes.map(({ company_id: id }) => id)).toEqual([4]);
    bob.close();
  });

  test('S48 hear what is theirs alone beside what is everybody’s, and nobody else does', async () => {
    const [ann, bob] = [await Listener.open(tokens.ann), await Listener.open(tokens.bob)];
    await expect.poll(() => [ann.lastId, bob.lastId].includes(''), { timeout: 5000 }).toBe(false);
    const note = '/api/latest_companies/5/notes/3f2504e0-4f89-41d3-9a0c-0305e82c3301/';
    await archive(tokens.ann, 1);
    await call(tokens.ann, 'PUT', note, { text: 'A secret' });
    await archive(tokens.ann, 2);
    await expect
      .poll(() => [ann, bob].map(({ changes }) => changes.at(-1)?.company_id), { timeout: 5000 })
      .toEqual([2, 2]);
    expect(ann.changes.map(({ kind, company_id: id }) => [kind, id])).toEqual([
      ['decided', 1],
      ['note', 5],
      ['decided', 2],
    ]);
    expect(bob.changes.map(({ kind, company_id: id }) => [kind, id])).toEqual([
      ['decided', 1],
      ['decided', 2],
    ]);
    for (const listener of [ann, bob]) listener.close();
  });
});

/** The companies that a stream has told of, in their order. */
function companies(text: string): number[] {
  return [...text.matchAll(/"company_id":(\d+)/g)].map(([, id]) => Number(id));
}

function bound(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name);
  return typeof value === 'function' ? (value as (...of: unknown[]) => unknown).bind(target) : value;
}

/** A stream with a heartbeat of 10 ms, read until it ends. */
async function heard(token: string, meanwhile: () => Promise<unknown>): Promise<string> {
  const headers = new Headers({ authorization: `Bearer ${token}` });
  const { state } = workspace;
  const user = await state.users.byToken(token);
  if (user === undefined) throw new Error('The token is no good.');
  const feed = new ChangeFeed(state);
  const app = new Hono();
  const stillMay = (): Promise<boolean> => isStillSignedIn({ state }, headers);
  app.get('/', (context) => streamChanges(context, feed, { user, stillMay }, 10));
  const response = await app.request('/');
  let text = '';
  let isDone = false;
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (isDone || !text.includes(': still here')) continue;
    isDone = true;
    await meanwhile();
  }
  return text;
}

describe('P10 a stream that is quiet', () => {
  /** Ends Bob's token in a way of its own, as another process on the same file does it. */
  const ends: readonly [string, (other: State, bob: number, owner: number) => Promise<unknown>][] = [
    ['its token was ended by another process', (other) => other.users.revokeToken(tokens.bob)],
    ['the account was closed by another process', (other, bob, owner) => other.team.close(owner, bob, owner, now)],
    ['the account was removed by another process', (other, bob) => other.accounts.remove(bob)],
    ['the password was changed by another process', (other, bob) => other.accounts.setPassword(bob, 'hash')],
  ];

  test.each(ends)('ends within a heartbeat once %s, and says so', async (_, end) => {
    const [owner, bob] = (await workspace.state.accounts.list()).map(({ id }) => id);
    const other = await openState(join(folder, 'team.db'));
    try {
      expect(await heard(tokens.bob, () => end(other, bob!, owner!))).toMatch(/event: ended\ndata: \n\n$/);
    } finally {
      other.close();
    }
  });

  test('ends within a heartbeat once its token has expired, and says so', async () => {
    const { users } = workspace.state;
    const [, bob] = await workspace.state.accounts.list();
    const soon = new Date(Date.now() + 150).toISOString();
    const token = await users.issueToken(bob!.id, 'test', soon);
    expect(await heard(token, async () => undefined)).toMatch(/event: ended\ndata: \n\n$/);
  });

  test('goes on while the store cannot say', async () => {
    const away = { users: { byToken: async () => Promise.reject(new AppError('unavailable', 'Away.')) } };
    const headers = new Headers({ authorization: `Bearer ${tokens.bob}` });
    expect(await isStillSignedIn({ state: { ...workspace.state, ...away } as never }, headers)).toBe(true);
    expect(await isStillSignedIn({ state: workspace.state }, new Headers())).toBe(false);
  });
});

function people(id: number) {
  return { id, name: `User ${id}` };
}

describe('of an event', () => {
  const event: SealedEvent = {
    place: 7,
    hash: '',
    seq: 9,
    userId: 1,
    at: '',
    kind: 'note',
    companyId: 5,
    smartListId: 3,
    from: 'None',
    to: 'None',
    reason: 0,
    note: 'A secret',
    noteId: 'a',
    isForTeam: false,
  };
  test('S48 nobody hears of another’s private note, or of an assignment between two others', () => {
    expect(changeOf(event, { id: 2 }, people)).toBeNull();
    expect(changeOf(event, { id: 1 }, people)).toMatchObject({ kind: 'note' });
    expect(JSON.stringify(changeOf({ ...event, isForTeam: true }, { id: 2 }, people))).not.toContain('secret');
    const assigned = { ...event, kind: 'assigned' as const, note: '{"to":2,"note":"A secret"}' };
    expect(changeOf(assigned, { id: 3 }, people)).toBeNull();
    expect(changeOf(assigned, { id: 2 }, people)).toMatchObject({ kind: 'assigned' });
    expect(JSON.stringify(changeOf(assigned, { id: 2 }, people))).not.toContain('secret');
  });

  test('that says nothing to others, like a sign-in or an export, nothing is told', () => {
    for (const kind of ['sign_in', 'export', 'backup'] as const) {
      expect(changeOf({ ...event, kind }, { id: 2 }, people)).toBeNull();
    }
  });
});
