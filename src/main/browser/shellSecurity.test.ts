import { readFileSync, readdirSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { keyHeader, tabHeader } from '#shared/bridge/browserWire.ts';
import { startTestShell, type TestShell } from './testing/testShell.ts';

let shell: TestShell;
beforeAll(async () => {
  shell = await startTestShell();
  await shell.signIn();
});
afterAll(() => shell.close());

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
const own = (): string => `127.0.0.1:${shell.port}`;
const get = (headers: string, target = '/'): Promise<string> =>
  shell.raw(`GET ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);

const upgrade = (origin: string): Promise<string> =>
  shell.raw(
    `GET /events HTTP/1.1\r\nHost: ${own()}\r\n${origin}Upgrade: websocket\r\nConnection: Upgrade\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
const expectSafe = (headers: Headers): void => {
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
};
const body = JSON.stringify({ name: 'session.get', input: null });
const send = async (method: string, headers: Record<string, string>, text?: string): Promise<number> => {
  const { key } = await shell.signIn();
  const response = await fetch(`${shell.origin}/rpc`, {
    method,
    headers: { origin: shell.origin, [keyHeader]: key, [tabHeader]: 'test-tab-1', ...headers },
    ...(text === undefined ? {} : { body: text }),
  });
  return response.status;
};
const ask = (headers: Record<string, string>, where: string): Promise<string> =>
  get(
    [`Host: ${own()}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), ''].join('\r\n'),
    where,
  );

describe('S14 the shell listens on 127.0.0.1 only', () => {
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ address }) => address !== '127.0.0.1' && !address.startsWith('fe80'))
    .map(({ address }) => address);

  test.for([...others, '127.0.0.2', '::1'])('S14 a connection to %s is refused', async (address) => {
    const outcome = await new Promise<string>((resolve) => {
      const socket = connect(shell.port, address, () => {
        socket.destroy();
        resolve('connected');
      });
      socket.once('error', () => resolve('refused'));
    });
    expect(outcome).toBe('refused');
  });
});

describe('S15 the Host must be exactly ours', () => {
  test('S15 our own host is served', async () => {
    expect(statusOf(await get(`Host: ${own()}\r\n`))).toBe(200);
  });

  test.for([
    ['a foreign name', (): string => 'Host: evil.test\r\n'],
    ['a foreign name with our port', (): string => `Host: evil.test:${shell.port}\r\n`],
    ['localhost', (): string => `Host: localhost:${shell.port}\r\n`],
    ['an empty one', (): string => 'Host: \r\n'],
    ['none', (): string => ''],
    ['two', (): string => `Host: ${own()}\r\nHost: ${own()}\r\n`],
    ['ours and a foreign one', (): string => `Host: ${own()}\r\nHost: evil.test\r\n`],
    ['a trailing dot', (): string => `Host: 127.0.0.1.:${shell.port}\r\n`],
    ['a wrong port', (): string => 'Host: 127.0.0.1:1\r\n'],
    ['no port', (): string => 'Host: 127.0.0.1\r\n'],
    ['another form of the address', (): string => `Host: 2130706433:${shell.port}\r\n`],
    ['a list', (): string => `Host: ${own()}, evil.test\r\n`],
  ] as const)('S15 %s is refused', async ([, headers]) => {
    const answer = await get(headers());
    expect(statusOf(answer)).toBe(403);
    expect(answer).not.toContain('csp-nonce');
  });

  test('S15 an absolute address is refused', async () => {
    expect(statusOf(await get(`Host: ${own()}\r\n`, `http://${own()}/`))).toBe(403);
  });

  test('S15 a foreign Host is refused before routing also for the socket', async () => {
    const answer = await shell.raw(
      `GET /events HTTP/1.1\r\nHost: evil.test\r\nOrigin: ${shell.origin}\r\n` +
        'Upgrade: websocket\r\nConnection: Upgrade\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    expect(statusOf(answer)).toBe(403);
  });
});

describe('S16 the Origin must be ours', () => {
  test.for([
    ['none', ''],
    ['another port', 'Origin: http://127.0.0.1:1\r\n'],
    ['localhost', 'Origin: http://localhost\r\n'],
    ['null', 'Origin: null\r\n'],
    ['a foreign one', 'Origin: https://evil.test\r\n'],
  ] as const)('S16 a socket with the origin %s is refused', async ([, origin]) => {
    expect(statusOf(await upgrade(origin))).toBe(403);
  });

  test('S16 two origins are refused', async () => {
    expect(statusOf(await upgrade(`Origin: ${shell.origin}\r\nOrigin: ${shell.origin}\r\n`))).toBe(403);
  });

  test.for(['', 'null', 'http://127.0.0.1:1', 'https://evil.test'])(
    'S16 a call from the origin “%s” is refused',
    async (origin) => {
      const line = origin === '' ? '' : `Origin: ${origin}\r\n`;
      const answer = await shell.raw(
        `POST /rpc HTTP/1.1\r\nHost: ${own()}\r\n${line}Content-Type: application/json\r\nContent-Length: 2\r\n` +
          'Connection: close\r\n\r\n{}',
      );
      expect(statusOf(answer)).toBe(403);
    },
  );

  test('S16 a socket without a good key is closed and gets nothing', async () => {
    const { socket, messages } = await shell.openSocket({ key: 'wrong-key', tab: 'tab-without-key' });
    const code = await new Promise((resolve) => {
      socket.once('close', resolve);
    });
    expect(code).toBe(4401);
    expect(messages).toEqual([]);
  });

  test('S16 only /events is a socket', async () => {
    const socket = new WebSocket(`ws://${own()}/rpc`, { origin: shell.origin });
    const failed = await new Promise<string>((resolve) => {
      socket.once('error', (error) => resolve(error.message));
      socket.once('open', () => resolve('opened'));
    });
    expect(failed).toContain('404');
  });
});

describe('S17 the launch secret', () => {
  test('S17 has at least 128 bits and works once', async () => {
    expect(Buffer.from(shell.secret, 'base64url').length).toBeGreaterThanOrEqual(16);
    const again = await shell.post('/session', { secret: shell.secret });
    expect(again.status).toBe(403);
  });

  test('S17 the key it was exchanged for still works after a reload', async () => {
    const { key } = await shell.signIn();
    const again = await shell.post('/session', { key });
    expect(await again.json()).toMatchObject({ key, info: { product: 'Winnow' } });
  });

  test('S17 every launch has another one', async () => {
    const other = await startTestShell();
    expect(other.secret).not.toBe(shell.secret);
    await other.close();
  });

  test('S18 neither secret nor key is in a log, a file of the workspace, the arguments or the title', async () => {
    const { key } = await shell.signIn();
    const files = readdirSync(shell.workspace, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const texts = files.map((one) => readFileSync(path.join(one.parentPath, one.name), 'latin1'));
    expect(texts.length).toBeGreaterThan(3);
    for (const text of [...texts, process.argv.join(' '), process.title]) {
      expect(text.includes(shell.secret) || text.includes(key)).toBe(false);
    }
  });
});

describe('S19 headers', () => {
  test.for([
    '/',
    '/list/search',
    '/assets/main-ab12.js',
    '/assets/missing.js',
    '/download/none',
    '/go/none',
    '/auth',
    '/signed-in',
    '/rpc',
  ])('S19 of GET %s', async (where) => {
    const response = await fetch(shell.origin + where, { redirect: 'manual' });
    expectSafe(response.headers);
    if (where !== '/assets/main-ab12.js') expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test.for(['/session', '/rpc', '/upload', '/nothing'])('S19 of a refused POST %s', async (where) => {
    const response = await shell.post(where, {});
    expect(response.status).toBeGreaterThanOrEqual(400);
    expectSafe(response.headers);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test.for(['GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n', 'no request at all\r\n\r\n', 'OPTIONS / HTTP/1.1\r\n\r\n'])(
    'S19 of a refused request',
    async (bytes) => {
      const answer = (await shell.raw(bytes)).toLowerCase();
      expect(answer).toContain('cross-origin-resource-policy: same-origin');
      expect(answer).toContain('x-content-type-options: nosniff');
      expect(answer).not.toContain('access-control');
    },
  );

  test('S3 the page has the strict policy with a nonce of its own in header and meta tag', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const response = await fetch(`${shell.origin}/company/12`);
        const policy = response.headers.get('content-security-policy') ?? '';
        const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
        expect(policy).toBe(
          `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; ` +
            `font-src 'self'; connect-src 'self' ws://${own()}; object-src 'none'; base-uri 'none'; ` +
            "form-action 'none'; frame-ancestors 'none'",
        );
        expect(await response.text()).toContain(`nonce="${nonce}"`);
        return nonce;
      }),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  });
});

describe('S20 state changes only by POST of JSON with the key', () => {
  test('S20 JSON with the key is answered', async () => {
    expect(await send('POST', { 'content-type': 'application/json' }, body)).toBe(200);
  });

  test.for(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain', 'text/plain;application/json'])(
    'S20 %s is refused',
    async (type) => {
      expect(await send('POST', { 'content-type': type }, body)).toBe(400);
    },
  );

  test.for(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('S20 %s is refused', async (method) => {
    expect(await send(method, { 'content-type': 'application/json' }, body)).toBe(405);
  });

  test('S20 a method override is ignored', async () => {
    const response = await fetch(`${shell.origin}/rpc?_method=POST`, { headers: { 'x-http-method-override': 'POST' } });
    expect(response.headers.get('content-type')).toContain('text/html');
  });

  test('S20 no key, a wrong key and the secret in place of the key are refused', async () => {
    for (const key of ['', 'wrong', shell.secret]) {
      const response = await shell.post('/rpc', { name: 'session.get', input: null }, { [keyHeader]: key });
      expect(response.status).toBe(403);
    }
  });

  test.for(['cross-site', 'same-site'])('S20 Sec-Fetch-Site: %s is refused', async (site) => {
    expect(await send('POST', { 'content-type': 'application/json', 'sec-fetch-site': site }, body)).toBe(403);
  });
});

describe('S21 nothing of ours can be included by another site', () => {
  test.for(['/assets/main-ab12.js', '/', '/signed-in'])(
    'S21 %s is refused as a script, image or frame',
    async (where) => {
      for (const dest of ['script', 'image', 'iframe', 'object', 'empty']) {
        const mode = dest === 'iframe' ? 'navigate' : 'no-cors';
        const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': mode, 'Sec-Fetch-Dest': dest };
        expect(statusOf(await ask(headers, where))).toBe(403);
      }
    },
  );

  test('S21 another site may open the page in a tab', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
    expect(statusOf(await ask(headers, '/'))).toBe(200);
  });

  test('S21 every JSON answer is an object', async () => {
    for (const where of ['/session', '/rpc', '/upload', '/nothing']) {
      expect((await (await shell.post(where, [])).text()).startsWith('{')).toBe(true);
    }
    expect(JSON.stringify(await shell.call('exports.list', null))).toMatch(/^\{"ok":true,"value":\[/);
  });
});
