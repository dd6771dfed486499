import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import type { SocketWay } from '#node/loopbackServer.ts';
import { AppError } from '#shared/errors.ts';
import { startHttpServer, type HttpServer, type SocketCall } from './httpServer.ts';

const servers: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(port = 0): Promise<HttpServer> {
  const server = await startHttpServer({ fetch: () => Response.json({ reached: true }), port, publicUrl: null });
  servers.push(server);
  return server;
}

/** Sends bytes as they are and returns the answer. */
async function rawAnswer(server: HttpServer, text: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.end(text);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

/** The same, but returns the status line. */
async function rawStatus(server: HttpServer, text: string): Promise<string> {
  return (await rawAnswer(server, text)).split('\r\n')[0] ?? '';
}

describe('the standalone server on its socket', () => {
  test('answers and says that it is well', async () => {
    const server = await start();
    expect(await (await fetch(`${server.url}/api/config`)).json()).toEqual({ reached: true });
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' });
  });

  test('S15 a foreign Host is refused before anything else', async () => {
    const server = await start();
    const own = new URL(server.url).host;
    for (const head of [
      'GET /api/config HTTP/1.1\r\nHost: evil.test',
      'GET /healthz HTTP/1.1\r\nHost: localhost',
      'GET /api/config HTTP/1.1\r\nHost: ',
      `GET /api/config HTTP/1.1\r\nHost: ${own}.`,
      `GET http://evil.test/api/config HTTP/1.1\r\nHost: ${own}`,
    ]) {
      expect(await rawStatus(server, `${head}\r\nConnection: close\r\n\r\n`), head).toMatch(/ 403 /);
    }
    expect(await rawStatus(server, `GET / HTTP/1.1\r\nHost: ${own}\r\nConnection: close\r\n\r\n`)).toMatch(/ 200 /);
  });

  test('S19 headers of every answer, refusals too', async () => {
    const server = await start();
    for (const headers of [{}, { Origin: 'https://evil.test' }]) {
      const response = await fetch(`${server.url}/api/config`, { headers: headers as Record<string, string> });
      expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      await response.body?.cancel();
    }
  });

  test('S14 it listens on the loopback interface only', async () => {
    const server = await start();
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((entry) => entry?.family === 'IPv4' && !entry.internal);
    // A machine without a network has no other address to try.
    if (outside === undefined) return;
    await expect(fetch(`http://${outside.address}:${new URL(server.url).port}/healthz`)).rejects.toThrow(TypeError);
  });

  test('S22 a header over 16 KB is refused', async () => {
    const server = await start();
    const response = await fetch(`${server.url}/api/config`, { headers: { 'X-Long': 'y'.repeat(17_000) } });
    expect(response.status).toBe(431);
    expect(await response.json()).toMatchObject({ code: 'payload_too_large' });
  });

  test('what is no HTTP is answered with an error in JSON, too', async () => {
    const { port } = new URL((await start()).url);
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('GET / HTTP/1.1\nnot a header\r\n\r\n'));
      socket.on('data', (chunk) => (text += String(chunk)));
      socket.on('end', () => resolve(text)).on('error', reject);
    });
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(head).toContain('Content-Type: application/json');
    expect(JSON.parse(body)).toMatchObject({ code: 'bad_request' });
  });

  test.for([
    ['S15 no Host', 'GET /api/config HTTP/1.1', '', 403],
    ['a path with a backslash', String.raw`GET /\evil.test/api/config HTTP/1.1`, 'own', 400],
    ['an Expect that nobody knows', 'GET /api/config HTTP/1.1\r\nExpect: 999-wonder', 'own', 417],
    ['another method for the health', 'DELETE /healthz HTTP/1.1', 'own', 405],
  ] as const)(
    'S19 %s is answered with an error in JSON and the headers of every answer',
    async ([, head, host, status]) => {
      const server = await start();
      const named = host === '' ? '' : `Host: ${new URL(server.url).host}\r\n`;
      const answer = await rawAnswer(server, `${head}\r\n${named}Connection: close\r\n\r\n`);
      expect(answer).toMatch(new RegExp(String.raw`^HTTP/1\.1 ${status} `));
      expect(answer).toMatch(/\r\ncontent-type: application\/json\r\n/i);
      expect(answer).toMatch(/\r\ncross-origin-resource-policy: same-origin\r\n/i);
      expect(answer).toMatch(/\r\ncache-control: no-store\r\n/i);
      expect(answer).toMatch(/\{"code":"\w+","detail":"[^"]/);
    },
  );

  test('the health is told to whoever asks with a query of their own, too', async () => {
    const server = await start();
    expect(await (await fetch(`${server.url}/healthz?at=1`)).json()).toEqual({ status: 'ok' });
  });

  test('F29 what is being answered is finished at a stop, and nothing new is taken', async () => {
    const started = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const slow = async (): Promise<Response> => {
      started.resolve();
      await held.promise;
      return Response.json({ done: true });
    };
    const server = await startHttpServer({ fetch: slow, port: 0, publicUrl: null });
    const answer = fetch(`${server.url}/api/config`);
    await started.promise;
    const closing = server.close();
    await expect(fetch(`${server.url}/api/config`)).rejects.toThrow(TypeError);
    held.resolve();
    expect(await (await answer).json()).toEqual({ done: true });
    await closing;
  });

  test('behind a proxy an address is what the proxy itself has seen, else that of the socket', async () => {
    const seen: string[] = [];
    const note = (_: Request, { address }: SocketWay): Response => {
      seen.push(address);
      return Response.json({});
    };
    for (const publicUrl of [null, new URL('https://winnow.example.com')]) {
      const server = await startHttpServer({ fetch: note, port: 0, publicUrl });
      servers.push(server);
      for (const forwarded of ['6.6.6.6, 1.2.3.4', '6.6.6.6, ', '7'.repeat(101)]) {
        await (await fetch(server.url, { headers: { 'X-Forwarded-For': forwarded } })).json();
      }
    }
    const own = '127.0.0.1';
    // What a proxy says is remembered, but not whole books of it.
    expect(seen).toEqual([own, own, own, '1.2.3.4', own, '7'.repeat(100)]);
  });

  test('S19 what is answered by the shorter way is told from the rest, and looks like any other answer', async () => {
    const calls: SocketCall[] = [];
    const server = await startHttpServer({
      fetch: () => Response.json({ by: 'fetch' }),
      quick: (call) => {
        if (call.method !== 'GET') return undefined;
        calls.push(call);
        if (call.target.startsWith('/short')) {
          return Promise.resolve({ status: 200, json: '{"by":"ø"}', headers: { 'X-Week': '47' } });
        }
        if (call.target === '/denied') return Promise.reject(new AppError('unauthenticated', 'Sign in first.'));
        return call.target === '/broken' ? Promise.reject(new Error('inside')) : undefined;
      },
      port: 0,
      publicUrl: null,
    });
    servers.push(server);
    const ask = async (path: string, init?: RequestInit): Promise<{ answer: Response; body: unknown }> => {
      const answer = await fetch(server.url + path, init);
      return { answer, body: await answer.json() };
    };
    const short = await ask('/short?page=1', { headers: { 'X-One': 'a', Cookie: 'b' } });
    expect(short.body).toEqual({ by: 'ø' });
    expect(short.answer.headers.get('x-week')).toBe('47');
    expect(short.answer.headers.get('content-length')).toBe('11');
    expect(short.answer.headers.get('content-type')).toBe('application/json');
    const other = await ask('/other');
    expect(other.body).toEqual({ by: 'fetch' });
    const ofEvery = ['cache-control', 'x-content-type-options', 'referrer-policy', 'content-security-policy'];
    const policies = ['cross-origin-resource-policy', 'cross-origin-opener-policy'];
    for (const name of [...ofEvery, ...policies]) {
      expect([name, short.answer.headers.get(name)]).toEqual([name, other.answer.headers.get(name)]);
      expect(other.answer.headers.get(name)).not.toBeNull();
    }
    const denied = await ask('/denied');
    expect([denied.answer.status, denied.answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(denied.body).toEqual({ code: 'unauthenticated', detail: 'Sign in first.' });
    const broken = await ask('/broken');
    expect([broken.answer.status, broken.answer.headers.get('www-authenticate')]).toEqual([500, null]);
    expect(broken.body).toMatchObject({ code: 'internal' });
    // It may leave a call to the longer way, and is refused to anyone the gate refuses.
    const count = calls.length;
    expect((await ask('/short', { method: 'POST', body: '{}' })).body).toEqual({ by: 'fetch' });
    expect((await ask('/short', { headers: { Origin: 'https://evil.test' } })).answer.status).toBe(403);
    expect(calls).toHaveLength(count);
    const [first] = calls;
    expect(['x-one', 'cookie', 'x-two'].map((name) => first?.headers.get(name))).toEqual(['a', 'b', null]);
  });

  test('S22 the size of a header is what came: the address, and each name and value with what parts them', async () => {
    const sizes: number[] = [];
    const server = await startHttpServer({
      fetch: () => Response.json({}),
      quick: (call) => {
        sizes.push(call.headerSize);
        return undefined;
      },
      port: 0,
      publicUrl: null,
    });
    servers.push(server);
    const own = new URL(server.url).host;
    const head = `GET /a?b=c HTTP/1.1\r\nHost: ${own}\r\nX-One: 12345\r\nConnection: close\r\n\r\n`;
    expect(await rawStatus(server, head)).toMatch(/ 200 /);
    // Without the rest of the first line and the end of the last one.
    expect(sizes).toEqual([head.length - 'GET  HTTP/1.1\r\n'.length - '\r\n'.length]);
  });

  test('F29 a stop waits for no answer that never comes', async () => {
    const started = Promise.withResolvers<void>();
    const server = await startHttpServer({
      fetch: async () => {
        started.resolve();
        return new Promise<never>(() => undefined);
      },
      port: 0,
      publicUrl: null,
    });
    const asked = expect(fetch(server.url)).rejects.toThrow(TypeError);
    await started.promise;
    await server.close();
    await asked;
  });

  test('a port in use is told in one line', async () => {
    const server = await start();
    const { port } = new URL(server.url);
    await expect(start(Number(port))).rejects.toThrow(`Port ${port} is in use.`);
  });

  test('S22 a client that takes nothing of its answer is cut off, one that takes it slowly is not', async () => {
    const gone = Promise.withResolvers<void>();
    const body = Buffer.alloc(40_000_000, 'x');
    const server = await startHttpServer({
      fetch: (_request, way) => {
        way.whenOver(gone.resolve);
        return new Response(body);
      },
      port: 0,
      publicUrl: null,
      deadlines: { stall: 1500 },
    });
    servers.push(server);
    const { port, host } = new URL(server.url);
    const mute = connect(Number(port), '127.0.0.1');
    mute.pause();
    mute.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    await gone.promise;
    mute.destroy();
    const slow = connect(Number(port), '127.0.0.1');
    slow.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    let taken = 0;
    let pauses = 0;
    for await (const chunk of slow) {
      taken += (chunk as Buffer).length;
      // Ten pauses, each shorter than the deadline, but longer in total.
      if (taken > (pauses + 1) * 3_500_000 && pauses < 10) {
        pauses += 1;
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    }
    expect(taken).toBeGreaterThan(body.length);
  });

  test('S22 an answer that takes long to make is waited for', async () => {
    const server = await startHttpServer({
      fetch: async () => {
        await new Promise((resolve) => setTimeout(resolve, 700));
        return Response.json({ done: true });
      },
      port: 0,
      publicUrl: null,
      deadlines: { stall: 200 },
    });
    servers.push(server);
    expect(await (await fetch(server.url)).json()).toEqual({ done: true });
  });

  test('S22 connections that say nothing take at most half of all, and keep nobody out', async () => {
    const server = await start();
    const { port } = new URL(server.url);
    const mute = await Promise.all(
      Array.from({ length: 300 }, async () => {
        const socket = connect(Number(port), '127.0.0.1');
        socket.on('error', () => undefined);
        await once(socket, 'connect');
        return socket;
      }),
    );
    expect(await (await fetch(`${server.url}/api/config`)).json()).toEqual({ reached: true });
    // 256 are strangers, and the last of them asks.
    await expect.poll(() => mute.filter((socket) => !socket.destroyed).length).toBeLessThanOrEqual(255);
    expect(mute.at(-1)?.destroyed).toBe(false);
    for (const socket of mute) socket.destroy();
  });

  test('S22 a user has 64 connections, the newest, and all users together have 512', async () => {
    const server = await startHttpServer({
      fetch: (request, way) => Response.json({ has: way.belongsTo(request.headers.get('x-user') ?? '') }),
      port: 0,
      publicUrl: null,
    });
    servers.push(server);
    const { port, host } = new URL(server.url);
    const all: { user: number; socket: Socket }[] = [];
    const open = async (user: number): Promise<void> => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nX-User: user ${user}\r\n\r\n`);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(String(answer)).toContain('200 OK');
      socket.resume();
      all.push({ user, socket });
    };
    for (let count = 0; count < 70; count += 1) await open(0);
    const alive = (users: readonly number[]): number =>
      all.filter(({ user, socket }) => users.includes(user) && !socket.destroyed).length;
    await expect.poll(() => alive([0])).toBe(64);
    expect(all.slice(0, 6).every(({ socket }) => socket.destroyed)).toBe(true);
    const users = Array.from({ length: 10 }, (_, user) => user);
    for (const user of users.slice(1)) for (let count = 0; count < 64; count += 1) await open(user);
    await expect.poll(() => alive(users)).toBeLessThanOrEqual(512);
    // Nobody has lost more than their share of what had to go.
    for (const user of users) expect(alive([user])).toBeGreaterThan(40);
    for (const { socket } of all) socket.destroy();
  });

  test('S22 a call that is over is told so, also one that waited behind another when its connection broke', async () => {
    let begun = 0;
    let over = 0;
    const both = Promise.withResolvers<void>();
    const server = await startHttpServer({
      fetch: async (_request, way) => {
        begun += 1;
        way.whenOver(() => (over += 1));
        if (begun === 2) both.resolve();
        await new Promise<never>(() => undefined);
        return Response.json({});
      },
      port: 0,
      publicUrl: null,
    });
    servers.push(server);
    const { port, host } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    const get = `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    socket.write(get + get);
    await both.promise;
    socket.destroy();
    await expect.poll(() => over).toBe(2);
  });
});
