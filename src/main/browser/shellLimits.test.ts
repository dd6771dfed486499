import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { listenOnLoopback } from '#node/loopbackServer.ts';
import type { Clock } from '#main/ports.ts';
import { handOver } from '#main/shellCommon/handover.ts';
import { keyHeader, tabHeader } from '#shared/bridge/browserWire.ts';
import { browserEdge, LaunchKeys } from './edge.ts';
import { TabHub } from './tabHub.ts';
import { HandClock } from './testing/printing.ts';
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
  const server = await listenOnLoopback(0, { ...browserEdge, deadlines: { ...browserEdge.deadlines, header: 300 } });
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

const openLine = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

test('S22 of connections without a key 32 are kept, the newest, and there are never more than 64', async () => {
  const other = await startTestShell();
  const { key } = await other.signIn();
  const keyed = await openKeyed(other, key, 40);
  const mute: Socket[] = [];
  for (let count = 0; count < 100; count += 1) mute.push(await openLine(other.port));
  const [open, alive] = [(): number => keyed.filter(isOpen).length, (): number => mute.filter(isOpen).length];
  // One more that asks for a page: all that were to go have gone when it is answered.
  expect((await fetch(other.origin)).status).toBe(200);
  await expect.poll(alive).toBeLessThanOrEqual(32);
  expect(mute.at(-1)?.destroyed).toBe(false);
  expect(open() + alive()).toBeLessThanOrEqual(64);
  for (const socket of [...keyed, ...mute]) socket.destroy();
  await other.close();
});

test('S22 whatever floods it without a key, a page that has one goes on: its calls and its events', async () => {
  const other = await startTestShell();
  const { key } = await other.signIn();
  const events = await other.openSocket({ tab: 'tab-in-a-flood' });
  await events.next();
  const mute: Socket[] = [];
  const { port } = other;
  for (let round = 0; round < 10; round += 1) {
    for (let count = 0; count < 30; count += 1) mute.push(await openLine(port));
    for (const text of ['GET / HTTP/1.1\r\nHost: 127', upgradeOf(port, other.origin)]) mute.at(-1)?.write(text);
    const reply = await other.post(
      '/rpc',
      { name: 'preferences.set', input: { theme: round % 2 === 0 ? 'dark' : 'light' } },
      { [keyHeader]: key, [tabHeader]: 'tab-in-a-flood' },
    );
    expect(await reply.json()).toMatchObject({ ok: true });
    expect(await events.next()).toMatchObject({ type: 'event' });
  }
  expect(events.socket.readyState).toBe(events.socket.OPEN);
  for (const socket of mute) socket.destroy();
  events.socket.terminate();
  await other.close();
});

test('S16 S22 a socket whose page does not say its key is cut, one whose page does is not', async () => {
  const clock = new HandClock();
  const keys = new LaunchKeys(clockOf(clock));
  const opened = keys.exchange(keys.newSecret());
  const key = opened.kind === 'good' ? opened.key : '';
  const hub = new TabHub(keys, clockOf(clock));
  const server = await listenOnLoopback(0, browserEdge);
  server.serve({ request: async () => undefined, upgrade: (...asked) => hub.upgrade(...asked) });
  const origin = `http://127.0.0.1:${server.port}`;
  const open = async (): Promise<WebSocket> => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/events`, { origin });
    await once(socket, 'open');
    return socket;
  };
  const [mute, keyed] = [await open(), await open()];
  const closed = once(mute, 'close');
  keyed.send(JSON.stringify({ key, tab: 'tab-with-a-key', after: 1 }));
  await once(keyed, 'message');
  expect(clock.waiting(5000)).toBe(1);
  clock.pass(5000);
  await closed;
  expect(keyed.readyState).toBe(keyed.OPEN);
  // Nobody answers a ping here but the one that is there.
  keyed.terminate();
  hub.close();
  await server.close();
});

test('S22 a client that takes nothing of its answer is cut off', async () => {
  const server = await listenOnLoopback(0, { ...browserEdge, deadlines: { ...browserEdge.deadlines, stall: 300 } });
  const cut = Promise.withResolvers<void>();
  server.serve({
    request: async (_request, response) => {
      response.once('close', cut.resolve);
      response.end(Buffer.alloc(40_000_000));
    },
    upgrade: (_request, socket) => socket.destroy(),
  });
  const mute = connect(server.port, '127.0.0.1');
  mute.pause();
  mute.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
  await cut.promise;
  mute.destroy();
  await server.close();
});

const upgradeOf = (port: number, origin: string): string =>
  `GET /events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\n` +
  'Connection: Upgrade\r\nUpgrade: websocket\r\n' +
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
  const server = await listenOnLoopback(0, browserEdge);
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
  const server = await listenOnLoopback(0, browserEdge);
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

test('S18 after 20 wrong tries in a minute guesses are locked out; what is right is not: keys and new links', async () => {
  const other = await startTestShell();
  const { key } = await other.signIn();
  const statuses: number[] = [];
  for (let count = 0; count < 22; count += 1) {
    statuses.push((await other.post('/session', { secret: `guess-${count}` })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 403), 429, 429]);
  expect((await other.post('/session', { key: 'a guess' })).status).toBe(429);
  expect((await other.post('/session', { key })).status).toBe(200);
  // A link that was used is as wrong as any other guess; one that a second start asks for opens.
  expect((await other.post('/session', { secret: other.secret })).status).toBe(429);
  const reply = await handOver(other.workspace, { link: '', open: false });
  const secret = new URL(reply?.url ?? '').hash.replace('#launch=', '');
  expect((await other.post('/session', { secret })).status).toBe(200);
  await other.close();
});

test.for([
  ['lists', '['.repeat(20_000) + ']'.repeat(20_000)],
  ['objects', '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)],
  ['both', '[{"a":'.repeat(10_000) + '1' + '}]'.repeat(10_000)],
  ['65 levels', '['.repeat(64) + ']'.repeat(64)],
])('S23 a body of %s nested too deep is refused with 400, and nothing breaks', async ([, deep = '']) => {
  const { key } = await shell.signIn();
  const headers = {
    'content-type': 'application/json',
    origin: shell.origin,
    [keyHeader]: key,
    [tabHeader]: 'test-tab-1',
  };
  const bodies = [
    ['/rpc', `{"name":"preferences.set","input":${deep}}`],
    ['/rpc', `{"name":${deep},"input":null}`],
    ['/rpc', deep],
    ['/rpc', deep.slice(0, -1)],
  ] as const;
  for (const [where, body] of bodies) {
    const response = await fetch(shell.origin + where, { method: 'POST', headers, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'bad_request' });
  }
  const small = await shell.post('/session', { secret: 'x' });
  expect(small.status).toBe(403);
  const session = await fetch(`${shell.origin}/session`, { method: 'POST', headers, body: deep.slice(0, 4000) });
  expect(session.status).toBe(400);
  const { socket } = await connectOnly();
  const closed = once(socket, 'close');
  socket.send(`{"key":"${key}","tab":"test-tab-2","after":${deep}}`);
  expect((await closed)[0]).toBe(4400);
  expect(await shell.call('preferences.get', null)).toMatchObject({ ok: true });
});

const isOpen = ({ destroyed }: Socket): boolean => !destroyed;

/** Connections on which a good key has come. */
async function openKeyed(other: TestShell, good: string, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let opened = 0; opened < count; opened += 1) {
    const socket = await openLine(other.port);
    const body = JSON.stringify({ key: good });
    socket.write(
      `POST /session HTTP/1.1\r\nHost: 127.0.0.1:${other.port}\r\nOrigin: ${other.origin}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await once(socket, 'data');
    sockets.push(socket);
  }
  return sockets;
}

async function connectOnly(): Promise<{ socket: WebSocket }> {
  const socket = new WebSocket(`ws://127.0.0.1:${shell.port}/events`, { origin: shell.origin });
  await once(socket, 'open');
  return { socket };
}

function clockOf(hand: HandClock): Clock {
  return { now: () => new Date(), monotonic: () => 0, after: (ms, callback) => hand.after(ms, callback) };
}
