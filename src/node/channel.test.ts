import { afterEach, describe, expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { Channel, transferredBytes } from './channel.ts';
import type { TestCalls } from './testing/testThread.ts';

type TestChannel = Channel<TestCalls, string>;

const opened: TestChannel[] = [];
const events: string[] = [];
let exits = 0;

afterEach(async () => {
  for (const channel of opened.splice(0)) await channel.terminate();
  events.length = 0;
  exits = 0;
});

function open(): TestChannel {
  const channel: TestChannel = new Channel(new URL('./testing/testThread.ts', import.meta.url), {
    onEvent: (event) => events.push(event),
    onExit: () => {
      exits += 1;
    },
    lost: (code, cause) => new AppError('connection_lost', `Ended with ${String(code)}.`, { cause }),
  });
  opened.push(channel);
  return channel;
}

async function readAll<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('calls', () => {
  test('are answered in the order in which the thread finishes them, each with its own reply', async () => {
    const channel = open();
    const settled: string[] = [];
    const calls = ['slow', 'quick', 'last'].map(async (name) => settled.push(await channel.call('hold', name)));
    const sums = await Promise.all(Array.from({ length: 50 }, (_, a) => channel.call('add', { a, b: 1 })));
    expect(sums).toEqual(Array.from({ length: 50 }, (_, a) => a + 1));
    for (const name of ['quick', 'last', 'slow']) await channel.call('release', name);
    await Promise.all(calls);
    expect(settled).toEqual(['quick', 'last', 'slow']);
  });

  test('tell errors of ours with code, words and fields, and others with stack, cause and code', async () => {
    const channel = open();
    const known = await channel.call('fail', 'known').catch((error: unknown) => error);
    expect(known).toBeInstanceOf(AppError);
    expect(known).toMatchObject({
      code: 'rate_limited',
      message: 'Wait a moment.',
      retryable: true,
      fields: { name: 'Too long.' },
    });
    const plain = await channel.call('fail', 'plain').catch((error: unknown) => error);
    expect(plain).toBeInstanceOf(TypeError);
    expect(plain).toMatchObject({ message: 'No such thing.', cause: { message: 'The reason.' } });
    expect((plain as Error).stack).toContain('testThread');
    await expect(channel.call('fail', 'system')).rejects.toMatchObject({ code: 'ENOSPC', errno: -28 });
    await expect(channel.call('fail', 'uncloneable')).rejects.toThrow('It has a function.');
    await expect(channel.call('fail', 'not an error')).rejects.toBe('only words');
    await expect(channel.call('uncloneable', null)).rejects.toThrow(/could not be cloned/);
    // After all that the thread still answers.
    expect(await channel.call('add', { a: 1, b: 1 })).toBe(2);
  });

  test('tell what is unexpected as whoever asks wants it told, with the error itself as its cause', async () => {
    const channel: TestChannel = new Channel(new URL('./testing/testThread.ts', import.meta.url), {
      lost: (_code, error) => error,
      unexpected: (error) => AppError.from(error),
    });
    opened.push(channel);
    await expect(channel.call('fail', 'system')).rejects.toMatchObject({ code: 'internal', cause: { code: 'ENOSPC' } });
    await expect(channel.call('fail', 'known')).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('that cannot be sent reject, and leave nothing behind', async () => {
    const channel = open();
    const input = { a: 1, b: (() => 1) as unknown as number };
    await expect(channel.call('add', input)).rejects.toThrow(/could not be cloned/);
    expect(await channel.call('add', { a: 1, b: 2 })).toBe(3);
  });

  test('that are given up reject at once with the reason, and their late replies are dropped', async () => {
    const channel = open();
    const leave = new AbortController();
    const call = channel.call('hold', 'given up', { signal: leave.signal });
    leave.abort(new AppError('cancelled', 'No longer wanted.'));
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    await expect(channel.call('add', { a: 1, b: 1 }, { signal: leave.signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
    await channel.call('release', 'given up');
    expect(await channel.call('add', { a: 2, b: 2 })).toBe(4);
  });

  test('that wait for what a cancel comes to settle with what the thread makes of it', async () => {
    const channel = open();
    const cancel = new AbortController();
    const call = channel.call('untilCancelled', null, { signal: cancel.signal, waits: true });
    expect(await channel.call('cleanUps', null)).toBe(0);
    cancel.abort(new Error('not this one'));
    await expect(call).rejects.toMatchObject({ code: 'cancelled', message: 'Taken back.' });
    expect(await channel.call('cleanUps', null)).toBe(1);
    // One that is cancelled before it begins is asked all the same.
    const late = channel.call('untilCancelled', null, { signal: cancel.signal, waits: true });
    await expect(late).rejects.toMatchObject({ message: 'Taken back.' });
  });

  test('move buffers that are to be transferred, there and back, and copy all others', async () => {
    const channel = open();
    const moved = new Uint8Array(1000).fill(3);
    const back = await channel.call('sendBack', moved, { transfer: [moved.buffer] });
    expect({ here: moved.byteLength, back: back.byteLength, value: back[999] }).toEqual({
      here: 0,
      back: 1000,
      value: 3,
    });
    const copied = new Uint8Array(500);
    await channel.call('sendBack', copied);
    // A piece of something larger is copied, so that the rest stays.
    await channel.call('sendBack', new Uint8Array(64).subarray(0, 8));
    expect(copied.byteLength).toBe(500);
    expect(await channel.call('lengthsLeft', null)).toEqual([0, 0, 64]);
  });
});

describe('streams', () => {
  test('give everything in order, and end', async () => {
    const channel = open();
    expect(await readAll(channel.stream('count', 500))).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
    expect(await readAll(channel.stream('count', 0))).toEqual([]);
    const [two, three] = await Promise.all([
      readAll(channel.stream('count', 2)),
      readAll(channel.stream('count', 3, { window: 32 })),
    ]);
    expect([two, three]).toEqual([
      [1, 2],
      [1, 2, 3],
    ]);
  });

  test.for([1, 2, 32])('are made no further ahead of the reader than their window of %i', async (window) => {
    const channel = open();
    const stream = channel.stream('count', 1000, { window });
    for (let read = 0; read < 20; read++) {
      // A call that is answered has been asked after the credit for the last item.
      for (let turn = 0; turn < 3; turn++) expect(await channel.call('made', null)).toBeLessThanOrEqual(read + window);
      expect(await stream.next()).toEqual({ done: false, value: read + 1 });
    }
    await expect.poll(() => channel.call('made', null)).toBe(20 + window);
    await stream.return?.();
  });

  test('that are left early end the generator in the thread', async () => {
    const channel = open();
    for await (const number of channel.stream('count', 1000)) if (number === 3) break;
    expect(await channel.call('cleanUps', null)).toBe(1);
    expect(await channel.call('made', null)).toBeLessThanOrEqual(4);
  });

  test('that fail tell it behind what came before, once', async () => {
    const stream = open().stream('failAfter', 2, { window: 10 });
    expect([await stream.next(), await stream.next()]).toEqual([
      { done: false, value: 1 },
      { done: false, value: 2 },
    ]);
    await expect(stream.next()).rejects.toMatchObject({ code: 'bad_file', fields: { row: '2' } });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test('that are given up reject with the reason, also what has come but was not read', async () => {
    const channel = open();
    const leave = new AbortController();
    const stream = channel.stream('count', 1000, { signal: leave.signal, window: 4 });
    await stream.next();
    await expect.poll(() => channel.call('made', null)).toBe(5);
    leave.abort(new AppError('cancelled', 'No longer wanted.'));
    await expect(stream.next()).rejects.toMatchObject({ code: 'cancelled' });
    expect(await channel.call('cleanUps', null)).toBe(1);
    expect(() => channel.stream('count', 1, { signal: leave.signal })).toThrow('No longer wanted.');
  });

  test('move their buffers', async () => {
    const channel = open();
    const blocks = await readAll(channel.stream('blocks', [10, 20]));
    expect(blocks.map(({ byteLength }) => byteLength)).toEqual([10, 20]);
    expect(await channel.call('lengthsLeft', null)).toEqual([0, 0]);
  });
});

describe('events', () => {
  test('come in order, and before the reply to the call that was under way', async () => {
    const channel = open();
    await channel.call('say', ['one', 'two', 'three']);
    expect(events).toEqual(['one', 'two', 'three']);
  });
});

describe('when the thread ends', () => {
  test('in the middle of calls and streams, all that wait are rejected, and whatever is asked later', async () => {
    const channel = open();
    const call = channel.call('hold', 'for ever');
    const stream = channel.stream('stuck', null);
    await stream.next();
    const waiting = stream.next();
    const unread = channel.stream('failAfter', 1, { window: 8 });
    const death = channel.call('die', 9);
    for (const lost of [call, waiting, death]) {
      await expect(lost).rejects.toMatchObject({ code: 'connection_lost', message: 'Ended with 9.' });
    }
    // What had come is read first, then its own end.
    expect(await unread.next()).toEqual({ done: false, value: 1 });
    await expect(unread.next()).rejects.toMatchObject({ code: 'bad_file' });
    await expect(channel.call('add', { a: 1, b: 1 })).rejects.toMatchObject({ code: 'connection_lost' });
    expect(() => channel.stream('count', 1)).toThrow('Ended with 9.');
    expect({ exits, code: await channel.exited }).toEqual({ exits: 1, code: 9 });
    await channel.end();
  });

  test('by force, the same', async () => {
    const channel = open();
    const call = channel.call('hold', 'for ever');
    const stream = channel.stream('stuck', null);
    await stream.next();
    const waiting = stream.next();
    const lost = [call, waiting].map((one) => expect(one).rejects.toMatchObject({ code: 'connection_lost' }));
    await channel.terminate();
    await Promise.all(lost);
    expect(exits).toBe(1);
  });

  test('by an error that nobody caught, the error is told as its reason', async () => {
    const channel = open();
    const error: unknown = await channel.call('throwUncaught', 'Broken.').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'connection_lost', cause: { message: 'Broken.' } });
  });

  test('because it was told to, it has cleaned up and left by itself', async () => {
    const channel = open();
    const pending = channel.call('hold', 'for ever');
    const lost = expect(pending).rejects.toMatchObject({ code: 'connection_lost', message: 'Ended with 0.' });
    await channel.end();
    await lost;
    expect({ events, code: await channel.exited }).toEqual({ events: ['leaving'], code: 0 });
  });

  test('or cannot start at all, whoever asked is told', async () => {
    const channel: TestChannel = new Channel(new URL('./testing/noSuchThread.ts', import.meta.url), {
      lost: (_code, error) => error,
    });
    await expect(channel.call('add', { a: 1, b: 1 })).rejects.toThrow(/noSuchThread/);
  });
});

test.each([
  ['nothing', new Uint8Array()],
  ['all of their memory', Uint8Array.of(1, 2, 3)],
  ['a piece of it', new Uint8Array([0, 1, 2, 3, 4]).subarray(1, 4)],
  ['a small Buffer, which lies in a pool', Buffer.concat([Buffer.from([1, 2, 3])])],
  ['a piece of a large Buffer', Buffer.alloc(100_000, 7).subarray(10, 50_000)],
])('bytes that are %s can be transferred, and what shares their memory keeps its own', (_, bytes) => {
  const before = [...bytes];
  const whole = bytes.byteLength === bytes.buffer.byteLength;
  const { value, transfer } = transferredBytes(bytes);
  const [arrived] = structuredClone([value], { transfer: [...transfer] as ArrayBuffer[] });
  expect([...(arrived ?? [])]).toEqual(before);
  if (!whole) expect([...bytes]).toEqual(before);
});
