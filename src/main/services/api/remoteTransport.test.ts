import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type Server } from 'node:https';
import { createServer as createPlainServer, type Server as PlainServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../testing/fakeClock.ts';
import { sendJson, TestServer } from '../testing/httpServer.ts';
import { plainUser } from '../testing/records.ts';
import { selfSigned, type SelfSigned } from '../testing/selfSigned.ts';
import { ApiClient } from './apiClient.ts';
import { createRemoteTransport } from './remoteTransport.ts';
import { exchangeCode } from './tokenExchange.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
});

/** A server behind that certificate, and what it was asked. */
async function serveWith({ key, cert }: SelfSigned): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    asked.push(`${String(request.url)} ${String(request.headers.authorization)}`);
    sendJson(response, 200, plainUser);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

function clientOf(origin: string): ApiClient {
  return new ApiClient({
    transport: createRemoteTransport(),
    origin,
    token: 'the-token',
    jar: { csrf: '' },
    clock: new FakeClock(),
    onDenied: () => undefined,
    onReached: () => undefined,
  });
}

describe('S26 certificates', () => {
  it('S26 of a server that signed its own are refused before anything is sent, also where Node is told not to look', async () => {
    const certificate = selfSigned();
    const { origin, asked } = await serveWith(certificate);
    const untrusted = { code: 'connection_lost', message: expect.stringContaining('not trusted') as string };
    for (const setting of [undefined, '0']) {
      if (setting !== undefined) process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = setting;
      await expect(clientOf(origin).request('getMe')).rejects.toMatchObject(untrusted);
      const code = { code: 'c', verifier: 'v', redirect: 'winnow://auth' };
      const exchange = exchangeCode(createRemoteTransport(), new FakeClock(), new URL(origin), code);
      await expect(exchange).rejects.toMatchObject(untrusted);
    }
    expect(asked).toEqual([]);

    // The server itself is fine: who trusts its certificate gets an answer.
    const status = await new Promise((resolve, reject) => {
      get(`${origin}/plain`, { ca: certificate.cert }, (response) => resolve(response.resume().statusCode)).on(
        'error',
        reject,
      );
    });
    expect({ status, asked }).toEqual({ status: 200, asked: ['/plain undefined'] });
  });

  it('S26 that have ended are refused as well', async () => {
    const { origin, asked } = await serveWith(selfSigned(new Date(Date.now() - 86_400_000)));
    await expect(clientOf(origin).request('getMe')).rejects.toMatchObject({ code: 'connection_lost' });
    expect(asked).toEqual([]);
  });

  it('S26 of an authority that this computer trusts are good, as of a company’s own', async () => {
    const certificate = selfSigned();
    const { origin, asked } = await serveWith(certificate);
    const folder = mkdtempSync(path.join(tmpdir(), 'winnow-ca-'));
    const file = path.join(folder, 'company.pem');
    writeFileSync(file, certificate.cert);
    const ask = async (env: NodeJS.ProcessEnv): Promise<string> => {
      const code = `
        const { createRemoteTransport } = await import('#main/services/api/remoteTransport.ts');
        const answering = createRemoteTransport().fetch(new Request('${origin}/here'));
        const answer = await answering.catch((error) => ({ status: error.code }));
        process.stdout.write(String(answer.status));
        process.exit(0);`;
      const args = ['--input-type=module', '--eval', code];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } });
      return stdout;
    };
    expect(await ask({ SSL_CERT_FILE: file })).toBe('200');
    expect(await ask({ SSL_CERT_FILE: path.join(folder, 'none.pem') })).toMatch(/SELF_SIGNED|UNABLE/);
    expect(asked).toEqual(['/here undefined']);
    rmSync(folder, { recursive: true });
  });
});

describe('a proxy', () => {
  let proxy: PlainServer;
  let asked: string[];
  let address: string;
  beforeEach(async () => {
    asked = [];
    proxy = createPlainServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      sendJson(response, 200, plainUser);
    });
    // Lets nobody through: that it was asked is what counts.
    proxy.on('connect', (request, socket) => {
      asked.push(`CONNECT ${request.url} ${String(request.headers.authorization)}`);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    proxy.closeAllConnections();
    proxy.close();
  });

  it('is asked for a server elsewhere, and opens the way to one behind https without seeing the bearer', async () => {
    const transport = createRemoteTransport({ proxyFor: async () => address });
    const headers = { authorization: 'Bearer the-token' };
    expect((await transport.fetch(new Request('http://winnow.example/api/config'))).status).toBe(200);
    await expect(transport.fetch(new Request('https://winnow.example/api/users/me/', { headers }))).rejects.toThrow();
    expect(asked).toEqual(['GET http://winnow.example/api/config', 'CONNECT winnow.example:443 undefined']);
  });

  it('is never asked for this computer', async () => {
    const server = await TestServer.start((_, response) => sendJson(response, 200, plainUser));
    const transport = createRemoteTransport({ proxyFor: async () => address });
    expect((await transport.fetch(new Request(server.origin))).status).toBe(200);
    expect(asked).toEqual([]);
    await server.stop();
  });
});

it('S26 a redirect to another origin is not followed, by no method and no status', async () => {
  const stranger = await TestServer.start((_, response) => sendJson(response, 200, plainUser));
  for (const status of [301, 302, 303, 307, 308]) {
    const server = await TestServer.start((_, response) => {
      response.writeHead(status, { location: `${stranger.origin}/api/users/me/` }).end();
    });
    const client = clientOf(server.origin);
    await expect(client.request('getMe')).rejects.toMatchObject({ code: 'bad_reply' });
    const move = { params: { id: 1 }, body: { tag_watchlist: true } };
    await expect(client.request('moveEntry', move)).rejects.toMatchObject({ code: 'bad_reply' });
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer the-token', 'Bearer the-token']);
    await server.stop();
  }
  expect(stranger.seen).toEqual([]);
  await stranger.stop();
});

describe('answers', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await TestServer.start((_, response) => sendJson(response, 200, plainUser));
  });
  afterEach(async () => {
    await server.stop();
  });
  const fetchFrom = (path = '/', init?: RequestInit): Promise<Response> =>
    createRemoteTransport().fetch(new Request(server.origin + path, init));

  it('come with status, headers and body, whatever their length', async () => {
    const long = 'line after line\n'.repeat(20_000);
    for (const body of ['', 'short', long]) {
      for (const length of [{}, { 'content-length': String(body.length) }]) {
        server.answerOnce((_, response) => {
          response.writeHead(404, { ...length, 'set-cookie': ['a=1', 'b=2'] }).end(body);
        });
        const response = await fetchFrom();
        expect({ status: response.status, cookies: response.headers.getSetCookie() }).toEqual({
          status: 404,
          cookies: ['a=1', 'b=2'],
        });
        expect(await response.text()).toBe(body);
      }
    }
  });

  it('are unpacked', async () => {
    const text = 'line after line\n'.repeat(20_000);
    server.answerWith(({ headers }, response) => {
      expect(headers['accept-encoding']).toBe('gzip');
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text));
    });
    expect(await (await fetchFrom()).text()).toBe(text);
  });

  it('that break off are errors, packed or not, with a length or without one', async () => {
    const packed = gzipSync(Buffer.alloc(3000, 'abc'));
    for (const [headers, part] of [
      [{ 'content-length': '500' }, 'half'],
      [{}, 'half'],
      [{ 'content-encoding': 'gzip' }, packed.subarray(0, 20)],
    ] as const) {
      server.answerOnce((_, response) => {
        response.writeHead(200, headers);
        response.write(part, () => response.destroy());
      });
      await expect(fetchFrom().then((response) => response.text())).rejects.toThrow();
    }
  });

  it('end for the server when their reader gives them up, or their signal aborts', async () => {
    const giveUp: ((response: Response, controller: AbortController) => unknown)[] = [
      (response) => response.body?.cancel(),
      (_, controller) => controller.abort(),
    ];
    for (const give of giveUp) {
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      server.answerOnce((_, response) => {
        response.once('close', resolve);
        response.writeHead(200);
        response.write('the first of many');
      });
      const controller = new AbortController();
      const response = await fetchFrom('/', { signal: controller.signal });
      const reading = give === giveUp[1] ? expect(response.text()).rejects.toThrow() : undefined;
      await give(response, controller);
      await Promise.all([closed, reading]);
    }
  });

  it('with a status that HTTP does not know are none of a Winnow server’s', async () => {
    server.answerWith((_, response) => {
      response.writeHead(799).end('?');
    });
    await expect(fetchFrom()).rejects.toMatchObject({ code: 'bad_reply', status: 799 });
  });

  it('come over one connection, one after the other', async () => {
    const ports = new Set<number | undefined>();
    server.answerWith((_, response) => {
      ports.add(response.socket?.remotePort);
      response.end('{}');
    });
    const transport = createRemoteTransport();
    const body = JSON.stringify({ tag_watchlist: true });
    for (const init of [{}, { method: 'PATCH', body }, {}]) {
      await (await transport.fetch(new Request(server.origin, init))).text();
    }
    expect(ports.size).toBe(1);
    expect(server.seen.map(({ method, body: sent }) => [method, sent])).toEqual([
      ['GET', ''],
      ['PATCH', body],
      ['GET', ''],
    ]);
  });

  it('without a body leave their connection to the next call', async () => {
    const ports = new Set<number | undefined>();
    server.answerWith((_, response) => {
      ports.add(response.socket?.remotePort);
      response.writeHead(204).end();
    });
    const transport = createRemoteTransport();
    for (let call = 0; call < 3; call++) {
      expect((await transport.fetch(new Request(server.origin, { method: 'DELETE' }))).status).toBe(204);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(ports.size).toBe(1);
  });
});

describe('kept connections', () => {
  let server: TestServer;
  let ports: (number | undefined)[];
  beforeEach(async () => {
    ports = [];
    server = await TestServer.start((_, response) => {
      ports.push(response.socket?.remotePort);
      response.end('{}');
    });
  });
  afterEach(async () => {
    await server.stop();
  });
  const close = (response: ServerResponse): void => {
    ports.push(response.socket?.remotePort);
    response.socket?.destroy();
  };

  it('that the server closes as a call goes out fail no question, and nothing is done twice', async () => {
    const transport = createRemoteTransport();
    const ask = async (init?: RequestInit): Promise<string> =>
      (await transport.fetch(new Request(server.origin, init))).text();
    await ask();
    server.answerOnce((_, response) => close(response));
    expect(await ask()).toBe('{}');
    expect(server.seen).toHaveLength(3);

    // What would be done twice is not, nor a move, with which the queue waits (I7).
    for (const init of [
      { method: 'POST', body: '{}' },
      { method: 'PATCH', body: '{}', headers: { 'idempotency-key': 'k' } },
    ]) {
      server.seen.length = 0;
      server.answerOnce((_, response) => close(response));
      await expect(ask(init)).rejects.toMatchObject({ code: 'ECONNRESET' });
      expect(server.seen).toHaveLength(1);
      await ask();
    }
    // A server that closes new connections too is not asked for ever.
    server.seen.length = 0;
    server.answerWith((_, response) => close(response));
    await expect(ask()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(server.seen).toHaveLength(2);
  });

  it('are not used after a while, as after the computer slept', async () => {
    let now = 0;
    const transport = createRemoteTransport({ now: () => now });
    for (const wait of [0, 10_000, 16_000, 1000]) {
      now += wait;
      await (await transport.fetch(new Request(server.origin))).text();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(ports.map((port) => ports.indexOf(port))).toEqual([0, 0, 2, 2]);
  });
});
