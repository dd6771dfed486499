import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createLog } from '#node/log.ts';
import type { SocketWay } from '#node/loopbackServer.ts';
import { createStandalone } from './standalone.ts';
import { callback, password, useStandaloneServer } from './testing/standaloneServer.ts';

/** For a call that comes from no socket: it is over once it is answered. */
const wayFrom = (address: string): SocketWay => ({
  address,
  isWanted: () => true,
  whenOver: (callback) => callback(),
  belongsTo: () => true,
});

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

  test('S18 guessing tokens is slowed down; good ones are not, from the same address in the same moment', async () => {
    const id = await server().addUser('ann@x.org');
    const token = await server().tokenOf('ann@x.org');
    const statuses: number[] = [];
    for (let i = 0; i < 102; i++) statuses.push((await server().ask('/api/users/me/', `guess${i}`)).status);
    expect(statuses).toEqual([...Array<number>(100).fill(401), 429, 429]);
    for (const path of ['/api/users/me/', '/api/latest_companies/preview/', '/api/digest/', `/api/company`]) {
      expect((await server().ask(path, token)).status, path).not.toBe(429);
    }
    expect((await server().ask('/api/collection/', token, { name: 'Mine' })).status).toBe(201);
    // Calls that need no token are answered without one and, a second later, with a wrong one.
    expect((await fetch(`${server().url}/api/config`)).status).toBe(200);
    expect((await server().ask('/api/config', 'guess')).status).toBe(429);
    server().clock += 1000;
    expect((await server().ask('/api/config', 'guess')).status).toBe(200);
    expect((await server().ask('/api/users/me/', 'guess')).status).toBe(401);
    expect((await server().ask('/api/users/me/', 'guess')).status).toBe(429);
    await server().workspace.state.users.revokeTokens(id);
    expect((await server().ask('/api/users/me/', token)).status).toBe(429);
  });

  test('S18 however the header of a wrong token is spelt, it is counted with the others of its address', async () => {
    await server().addUser('ann@x.org');
    const token = await server().tokenOf('ann@x.org');
    const spellings = [
      (value: string) => `Bearer ${value}`,
      (value: string) => `bearer ${value}`,
      (value: string) => `BEARER  ${value}`,
      (value: string) => `Bearer\t${value}`,
      (value: string) => `bEaReR \t ${value} `,
    ];
    const ask = (Authorization: string, method = 'GET'): Promise<Response> =>
      fetch(`${server().url}/api/users/me/`, { method, headers: { Authorization } });
    for (let i = 0; i < 95; i++) expect((await ask(spellings[i % 5]!(`guess${i}`))).status).toBe(401);
    // Even those that cannot be a token at all.
    for (const odd of ['Basic YTpi', 'Bearer', 'x', `Bearer ${'x'.repeat(5000)}`, 'Bearer a b']) {
      expect((await ask(odd)).status, odd).toBe(401);
    }
    for (const spelt of spellings) {
      expect((await ask(spelt('guess'))).status).toBe(429);
      expect((await ask(spelt(token))).status).toBe(200);
    }
    expect((await ask('Basic YTpi')).status).toBe(429);
  });

  test('S18 S22 the good token of a user is one bucket, however it is spelt and however many there are', async () => {
    const { state } = server().workspace;
    const id = await server().addUser('ann@x.org');
    const tokens = [await state.users.issueToken(id, 'app'), await state.users.issueToken(id, 'app')];
    const { fetch: fetched } = createStandalone({
      api: { fetch: () => Response.json({}) },
      state,
      origins: () => [],
      signUp: false,
      monotonic: () => 0,
      log: createLog(() => undefined),
      requestLog: null,
    });
    const spelt = ['Bearer ', 'bearer ', 'BEARER  ', 'Bearer\t'];
    const call = async (i: number): Promise<number> => {
      const headers = { Authorization: `${spelt[i % 4]}${tokens[i % 2]}` };
      const answered = await fetched(new Request('http://x/api/digest/', { headers }), wayFrom(`1.1.1.${i % 9}`));
      return answered.status;
    };
    let good = 0;
    for (let i = 0; i < 20_100; i++) if ((await call(i)) === 200) good += 1;
    expect(good).toBe(20_000);
  });

  test('S22 a client run wild gets 429 with Retry-After and goes on later', async () => {
    const { state } = server().workspace;
    const log = createLog(() => undefined);
    let clock = 0;
    let reached = 0;
    const { fetch: fetched, quick } = createStandalone({
      api: {
        fetch: () => (reached++, Response.json({})),
        quick: ({ target }) => (target === '/api/users/me/' ? async () => ({ status: 200, json: '{}' }) : undefined),
      },
      state,
      origins: () => [],
      signUp: false,
      monotonic: () => clock,
      log,
      requestLog: null,
    });
    const good = await state.users.issueToken((await state.users.firstUser()).id, 'app');
    const headers = new Headers({ authorization: `Bearer ${good}` });
    const call = async (): Promise<Response> =>
      fetched(new Request('http://x/api/digest/', { headers }), wayFrom('1.1.1.1'));
    for (let i = 0; i < 20_000; i++) await call();
    const limited = await call();
    expect({ status: limited.status, wait: limited.headers.get('retry-after') }).toEqual({ status: 429, wait: '1' });
    expect(await limited.json()).toMatchObject({ code: 'rate_limited' });
    expect(reached).toBe(20_000);
    expect(
      await quick(
        {
          method: 'GET',
          target: '/api/users/me/',
          headers,
          headerSize: 50,
          isWanted: () => true,
          bytes: new ReadableStream<Uint8Array>(),
        },
        wayFrom('1.1.1.1'),
      ),
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
    const log = createLog((line) => lines.push(line));
    const { fetch: fetched } = createStandalone({
      api: { fetch: () => Response.json({}) },
      state: {
        accounts: state.accounts,
        audit: state.audit,
        readOnly: '',
        pending: state.pending,
        attempts: state.attempts,
        users: { ...state.users, byToken: () => Promise.reject(new Error('broken')) },
      },
      origins: () => [],
      signUp: false,
      monotonic: () => 0,
      log,
      requestLog: null,
    });
    const response = await fetched(new Request('http://x/admin?token=secret'), wayFrom('1.1.1.1'));
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
