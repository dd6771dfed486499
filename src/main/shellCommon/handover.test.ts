import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { handOver, listenForHandover, type HandoverRequest } from './handover.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'winnow-hand-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const request: HandoverRequest = { link: 'winnow://open/company/7', open: true };
const reply = { url: 'http://127.0.0.1:1/', shown: true };

/** Where the owner listens. */
function addressIn(workspace: string): string {
  const { address } = JSON.parse(readFileSync(path.join(workspace, 'handover.json'), 'utf8')) as { address: string };
  return address;
}

/** Sends bytes and resolves with what comes back until the other side closes. */
function sendRaw(address: string, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(address, () => socket.write(bytes));
    socket.on('data', (chunk) => (received += chunk.toString()));
    // Being cut off is an answer too.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
  });
}

test('F20 a second start tells the owner what it was asked for and gets its address', async () => {
  const asked: HandoverRequest[] = [];
  const end = await listenForHandover(folder, async (one) => {
    asked.push(one);
    return reply;
  });
  expect(await handOver(folder, request)).toEqual(reply);
  expect(asked).toEqual([request]);
  await end();
  expect(readdirSync(folder)).toEqual([]);
});

test('F20 starts that come at once are all answered, also those that come before the owner is ready', async () => {
  const { promise: ready, resolve: isReady } = Promise.withResolvers<undefined>();
  let count = 0;
  const end = await listenForHandover(folder, async () => {
    await ready;
    count += 1;
    return { ...reply, url: `http://127.0.0.1:1/${count}` };
  });
  const answers = [1, 2, 3, 4, 5].map(() => handOver(folder, request));
  isReady(undefined);
  const urls = (await Promise.all(answers)).map((one) => one?.url);
  expect(new Set(urls).size).toBe(5);
  await end();
});

test('F20 nobody answers where nobody listens, nor where a killed owner has left its files', async () => {
  expect(await handOver(folder, request)).toBeNull();
  writeFileSync(
    path.join(folder, 'handover.json'),
    JSON.stringify({ address: path.join(folder, 'handover.sock'), folder: '' }),
  );
  writeFileSync(path.join(folder, 'handover.sock'), '');
  expect(await handOver(folder, request)).toBeNull();
  // The next owner clears them away.
  const end = await listenForHandover(folder, async () => reply);
  expect(await handOver(folder, request)).toEqual(reply);
  await end();
});

test.for(['{"address": 1}', 'no json', '', '{"address":"/nowhere/at/all","folder":""}'])(
  'F20 an address file with %j is no owner',
  async (text) => {
    writeFileSync(path.join(folder, 'handover.json'), text);
    expect(await handOver(folder, request)).toBeNull();
  },
);

test('F20 an owner that is ending closes without an answer', async () => {
  const end = await listenForHandover(folder, () => Promise.reject(new Error('ending')));
  expect(await handOver(folder, request)).toBeNull();
  await end();
  await end();
});

test('what is no request is not answered, and the owner goes on', async () => {
  const end = await listenForHandover(folder, async () => reply);
  for (const bytes of ['\n', 'x\n', '{"link":1,"open":true}\n', '{"link":"","open":true,"more":1}\n']) {
    expect(await sendRaw(addressIn(folder), bytes)).toBe('');
  }
  expect(await sendRaw(addressIn(folder), 'x'.repeat(20_000))).toBe('');
  expect(await handOver(folder, request)).toEqual(reply);
  await end();
});

test.skipIf(process.platform === 'win32')(
  'S46 only the user reaches the address, wherever the workspace lies',
  async () => {
    const deep = path.join(folder, 'a'.repeat(100), 'b'.repeat(100));
    mkdirSync(deep, { recursive: true });
    const end = await listenForHandover(deep, async () => reply);
    expect(await handOver(deep, request)).toEqual(reply);
    expect(statSync(path.join(deep, 'handover.json')).mode & 0o777).toBe(0o600);
    const own = path.dirname(addressIn(deep));
    expect(statSync(own).mode & 0o777).toBe(0o700);
    await end();
    expect(existsSync(own)).toBe(false);
  },
);
