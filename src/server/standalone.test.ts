import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createServerLog } from './http/log.ts';
import { createStandalone } from './standalone.ts';
import { callback, password, useStandaloneServer } from './testing/standaloneServer.ts';

const server = useStandaloneServer();

describe('limits and logs', () => {
  test('S49 revocation from outside is felt by the next call, on every path', async () => {
    const id = await server().addUser('ann@x.org');
    const token = await server().tokenOf('ann@x.org');
    expect((await server().ask('/api/user_smart_lists/overview/', token)).status).toBe(200);
    await server().workspace.state.users.revokeTokens(id);
    for (const path of [
      '/api/users/me/',
      '/api/user_smart_lists/overview/',
      '/api/latest_companies/preview/',
      '/api/digest/',
    ]) {
      expect((await server().ask(path, token)).status, path).toBe(401);
    }
  });

  test('S48 two users of one server see nothing of each other’s lists', async () => {
    await server().addUser('ann@x.org');
    await server().addUser('bob@x.org');
    const [ann, bob] = [await server().tokenOf('ann@x.org'), await server().tokenOf('bob@x.org')];
    const made = (await (await server().ask('/api/user_smart_lists/', ann, { name: 'Mine', filters: {} })).json()) as {
      id: number;
    };
    expect((await server().ask(`/api/user_smart_lists/${made.id}/`, ann)).status).toBe(200);
    expect((await server().ask(`/api/user_smart_lists/${made.id}/`, bob)).status).toBe(404);
    expect(await (await server().ask('/api/user_smart_lists/overview/', bob)).json()).toMatchObject({ count: 0 });
  });

  test('S18 guessing tokens is slowed down; good ones from elsewhere in the same time are not', async () => {
    await server().addUser('ann@x.org');
    const token = await server().tokenOf('ann@x.org');
    const statuses = new Set<number>();
    for (let i = 0; i < 102; i++) statuses.add((await server().ask('/api/users/me/', `guess${i}`)).status);
    expect([...statuses]).toEqual([401, 429]);
    server().clock += 2000;
    expect((await server().ask('/api/users/me/', token)).status).toBe(200);
  });

  test('S22 a client run wild gets 429 with Retry-After and goes on later', async () => {
    const { state } = server().workspace;
    const log = createServerLog(
      () => undefined,
      () => new Date(),
    );
    let clock = 0;
    let reached = 0;
    const { fetch: fetched, read } = createStandalone({
      api: {
        fetch: () => (reached++, Response.json({})),
        read: (target) => (target === '/api/users/me/' ? async () => ({ status: 200, json: '{}' }) : undefined),
      },
      state,
      origins: () => [],
      signUp: false,
      monotonic: () => clock,
      log,
      requestLog: null,
    });
    const call = async (): Promise<Response> =>
      fetched(new Request('http://x/api/digest/', { headers: { Authorization: 'Bearer good' } }), '1.1.1.1');
    for (let i = 0; i < 20_000; i++) await call();
    const limited = await call();
    expect({ status: limited.status, wait: limited.headers.get('retry-after') }).toEqual({ status: 429, wait: '1' });
    expect(await limited.json()).toMatchObject({ code: 'rate_limited' });
    expect(reached).toBe(20_000);
    const headers = new Headers({ authorization: 'Bearer good' });
    expect(
      await read({ target: '/api/users/me/', headers, headerSize: 50, isWanted: () => true }, '1.1.1.1'),
    ).toMatchObject({
      status: 429,
      headers: { 'Retry-After': '1' },
    });
    clock += 1000;
    expect((await call()).status).toBe(200);
  });

  test('S22 a header or a body that trickles in is cut off', async () => {
    const { port, host } = new URL(server().url);
    for (const start of [
      `GET /api/config HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `,
      `POST /provider/login HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 100\r\n\r\nlogin=`,
    ]) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(start);
      let answer = '';
      for await (const chunk of socket) answer += String(chunk);
      expect(answer).toMatch(/^HTTP\/1\.1 (?:408|403|400) /);
    }
  });

  test('a fault of the sign-in pages is answered and logged like any other', async () => {
    const { state } = server().workspace;
    const lines: string[] = [];
    const log = createServerLog(
      (line) => lines.push(line),
      () => new Date(),
    );
    const { fetch: fetched } = createStandalone({
      api: { fetch: () => Response.json({}) },
      state: {
        accounts: state.accounts,
        users: { ...state.users, byToken: () => Promise.reject(new Error('broken')) },
      },
      origins: () => [],
      signUp: false,
      monotonic: () => 0,
      log,
      requestLog: null,
    });
    const response = await fetched(new Request('http://x/admin?token=secret'), '1.1.1.1');
    expect([response.status, await response.json()]).toMatchObject([500, { code: 'internal' }]);
    expect(lines.join('')).toMatch(/"event":"failed","method":"GET","path":"\/admin","status":500/);
    expect(lines.join('')).not.toContain('secret');
  });

  test('S47 S18 logs say who did what in allow-listed fields, and hold no token, password, address or text', async () => {
    await server().addUser('ann@x.org');
    const token = await server().tokenOf('ann@x.org');
    await server().ask('/api/latest_companies/preview/?text_search=secret+plan', token);
    await server().ask('/api/latest_companies/123456/', token);
    await server().ask('/%2e%2e/weird/ann@x.org', token);
    await server().send('/provider/login', { login: 'ann@x.org', password: 'wrong password' });
    const text = server().logLines.join('');
    for (const secret of [token, password, 'wrong password', 'ann@x.org', 'secret', callback.state, '123456']) {
      expect(text).not.toContain(secret);
    }
    const parsed = server().logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(parsed.map(({ event }) => event)).toEqual(expect.arrayContaining(['signed_in', 'refused', 'request']));
    for (const line of parsed) {
      for (const name of Object.keys(line)) {
        expect(['time', 'level', 'event', 'method', 'path', 'status', 'ms', 'client', 'user']).toContain(name);
      }
    }
    expect(parsed.map(({ path }) => path)).toEqual(expect.arrayContaining(['/api/latest_companies/{id}/', 'other']));
  });
});
