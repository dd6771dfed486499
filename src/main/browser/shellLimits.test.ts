import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyHeader, tabHeader } from '#shared/bridge/browserWire.ts';
import { listenOnLoopback } from './httpServer.ts';
import { startTestShell, type TestShell } from './testing/testShell.ts';

let shell: TestShell;
beforeAll(async () => {
  shell = await startTestShell();
});
afterAll(() => shell.close());

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

test('S22 a head of more than 16 KB is refused', async () => {
  const long = 'x'.repeat(16_400);
  const answer = await shell.raw(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${shell.port}\r\nX-Long: ${long}\r\n\r\n`);
  expect(statusOf(answer)).toBe(431);
});

test('S22 without a key a body is refused before it is read', async () => {
  const headers =
    `Host: 127.0.0.1:${shell.port}\r\nOrigin: ${shell.origin}\r\nContent-Type: application/json\r\n` +
    'Content-Length: 1000001\r\n';
  // Not one byte of the body is sent: an answer means that the shell did not wait for it.
  expect(statusOf(await shell.raw(`POST /rpc HTTP/1.1\r\n${headers}\r\n`))).toBe(403);
  expect(statusOf(await shell.raw(`POST /upload HTTP/1.1\r\n${headers}\r\n`))).toBe(403);
  expect(statusOf(await shell.raw(`POST /session HTTP/1.1\r\n${headers}\r\n`))).toBe(413);
});

test('S22 a body that grows beyond the limit without saying so is cut off', async () => {
  const chunk = `${(10_000).toString(16)}\r\n${'x'.repeat(10_000)}\r\n`;
  const answer = await shell.raw(
    `POST /session HTTP/1.1\r\nHost: 127.0.0.1:${shell.port}\r\nOrigin: ${shell.origin}\r\n` +
      `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}`,
  );
  expect(statusOf(answer)).toBe(413);
});

test('a decision about 20,000 companies fits into one call', async () => {
  const targets = Array.from({ length: 20_000 }, (_, index) => ({
    entryId: index + 1,
    companyId: index + 1,
    name: `A company with a rather long name ${index}`,
    from: 'None',
    siblings: [],
  }));
  const { key } = await shell.signIn();
  const response = await shell.post(
    '/rpc',
    { name: 'moves.enqueue', input: { to: 'Archive', targets } },
    { [keyHeader]: key, [tabHeader]: 'test-tab-1' },
  );
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ ok: true });
});

test('S22 a message of more than 1 MB closes the socket', async () => {
  const { socket } = await shell.openSocket();
  socket.send('x'.repeat(1_000_001));
  const code = await new Promise((resolve) => {
    socket.once('close', resolve);
  });
  expect(code).toBe(1009);
});

test('S22 a client that sends its head slowly is cut off', async () => {
  const server = await listenOnLoopback(0, { headerBytes: 16_384, sockets: 64, headersMs: 300 });
  const answer = await new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = connect(server.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: 127'));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.once('error', reject);
    socket.once('close', () => {
      resolve(received);
    });
  });
  expect(statusOf(answer)).toBe(408);
  await server.close();
});

test('S22 the 65th connection is dropped', async () => {
  const server = await listenOnLoopback(0);
  const sockets: Socket[] = [];
  const open = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1', () => {
        resolve(socket);
      });
      socket.once('error', reject);
      sockets.push(socket);
    });
  for (let count = 0; count < 64; count += 1) await open();
  const last = await open();
  await new Promise((resolve) => {
    last.once('close', resolve);
  });
  expect(sockets.filter(({ destroyed }) => !destroyed).length).toBe(64);
  for (const socket of sockets) socket.destroy();
  await server.close();
});

const upgradeOf = (port: number, origin: string): string =>
  `GET /events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

/** Sends it and breaks the connection off; resolves when that has arrived. */
async function breakOff(port: number, text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const closed = new Promise((resolve) => {
    socket.once('close', resolve);
  });
  await new Promise((resolve) => socket.write(text, resolve));
  socket.resetAndDestroy();
  await closed;
}

test('S22 a connection that breaks off at its upgrade hurts nobody, refused or waiting for the start', async () => {
  const server = await listenOnLoopback(0);
  const crashes: unknown[] = [];
  const crashed = (error: unknown): void => void crashes.push(error);
  process.on('uncaughtException', crashed);
  try {
    for (const origin of ['http://evil.test', `http://127.0.0.1:${server.port}`]) {
      for (let count = 0; count < 10; count += 1) await breakOff(server.port, upgradeOf(server.port, origin));
    }
    // Requests are answered in the order in which connections break: this one comes behind them all.
    server.serve({
      request: async (_request, response) => void response.end('there'),
      upgrade: (_request, socket) => socket.destroy(),
    });
    expect(await (await fetch(`http://127.0.0.1:${server.port}/`)).text()).toBe('there');
    expect(crashes).toEqual([]);
  } finally {
    process.off('uncaughtException', crashed);
    await server.close();
  }
});

test('S22 refused upgrades whose clients stay do not take the sockets for good', async () => {
  const server = await listenOnLoopback(0);
  server.serve({
    request: async (_request, response) => void response.end('there'),
    upgrade: (_request, socket) => socket.destroy(),
  });
  const refused = Array.from({ length: 64 }, () => {
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write(upgradeOf(server.port, 'http://evil.test'));
    return new Promise<string>((resolve, reject) => {
      socket.once('data', (chunk) => resolve(chunk.toString('latin1')));
      socket.once('error', reject);
    }).then((answer) => ({ socket, answer }));
  });
  const answers = await Promise.all(refused);
  expect(new Set(answers.map(({ answer }) => statusOf(answer)))).toEqual(new Set([403]));
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${server.port}/`).then(
          (reply) => reply.status,
          () => 0,
        ),
      { timeout: 5000 },
    )
    .toBe(200);
  for (const { socket } of answers) socket.destroy();
  await server.close();
});

test('S18 after 20 wrong tries in a minute guesses are locked out, but open pages go on', async () => {
  const other = await startTestShell();
  const { key } = await other.signIn();
  const statuses: number[] = [];
  for (let count = 0; count < 22; count += 1) {
    statuses.push((await other.post('/session', { secret: `guess-${count}` })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 403), 429, 429]);
  expect((await other.post('/session', { key: 'a guess' })).status).toBe(429);
  expect((await other.post('/session', { key })).status).toBe(200);
  await other.close();
});
