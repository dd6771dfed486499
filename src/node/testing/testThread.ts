import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '#shared/errors.ts';
import { ThreadEnd, Transferred, transferredBytes } from '../channel.ts';

/** What the thread of the channel's tests can be asked. */
export interface TestCalls {
  add(numbers: { readonly a: number; readonly b: number }): Promise<number>;
  /** Answers when `release` is asked for this name. */
  hold(name: string): Promise<string>;
  release(name: string): Promise<void>;
  fail(how: 'known' | 'plain' | 'system' | 'uncloneable' | 'not an error'): Promise<never>;
  /** Answers with what cannot cross. */
  uncloneable(input: null): Promise<unknown>;
  /** Rejects as cancelled once it is, having cleaned up. */
  untilCancelled(input: null): Promise<never>;
  /** How often something was cleaned up. */
  cleanUps(input: null): Promise<number>;
  /** Its own length, and that of the buffer as it is left here after it went back. */
  sendBack(bytes: Uint8Array): Promise<Uint8Array>;
  lengthsLeft(input: null): Promise<number[]>;
  say(words: readonly string[]): Promise<void>;
  die(code: number): Promise<never>;
  throwUncaught(message: string): Promise<never>;
  count(to: number): AsyncIterable<number>;
  failAfter(items: number): AsyncIterable<number>;
  blocks(sizes: readonly number[]): AsyncIterable<Uint8Array>;
  /** The first item comes, the next one never. */
  stuck(input: null): AsyncIterable<number>;
  /** How many items `count` has made. */
  made(input: null): Promise<number>;
}

const thread = new ThreadEnd<TestCalls, string>();
const held = new Map<string, () => void>();
const sent: ArrayBufferLike[] = [];
let cleanUps = 0;
let made = 0;

thread.serve(
  {
    add: async ({ a, b }) => a + b,
    hold: async (name) => {
      await new Promise<void>((resolve) => {
        held.set(name, resolve);
      });
      return name;
    },
    release: async (name) => held.get(name)?.(),
    fail: async (how) => {
      throw faultOf(how);
    },
    uncloneable: async () => () => 1,
    untilCancelled: async (_input, { signal }) => {
      while (!signal.aborted) await nextTurn();
      cleanUps += 1;
      throw new AppError('cancelled', 'Taken back.');
    },
    cleanUps: async () => cleanUps,
    sendBack: async (bytes) => {
      sent.push(bytes.buffer);
      return transferredBytes(bytes);
    },
    lengthsLeft: async () => sent.map(({ byteLength }) => byteLength),
    say: async (words) => {
      for (const word of words) thread.emit(word);
    },
    die: async (code) => process.exit(code),
    throwUncaught: async (message) => {
      setImmediate(() => {
        throw new Error(message);
      });
      return await new Promise<never>(() => undefined);
    },
    count: async function* (to) {
      try {
        for (let number = 1; number <= to; number++) {
          made = number;
          yield number;
        }
      } finally {
        cleanUps += 1;
      }
    },
    failAfter: async function* (items) {
      for (let number = 1; number <= items; number++) yield number;
      throw new AppError('bad_file', 'The rest cannot be read.', { fields: { row: String(items) } });
    },
    blocks: async function* (sizes) {
      for (const size of sizes) {
        const block = new Uint8Array(size).fill(7);
        sent.push(block.buffer);
        yield new Transferred(block, [block.buffer]);
      }
    },
    stuck: async function* () {
      yield 1;
      await new Promise(() => undefined);
    },
    made: async () => made,
  },
  () => thread.emit('leaving'),
);

function faultOf(how: string): unknown {
  const fields = { name: 'Too long.' };
  switch (how) {
    case 'known':
      return new AppError('rate_limited', 'Wait a moment.', { fields });
    case 'plain':
      return new TypeError('No such thing.', { cause: new Error('The reason.') });
    case 'system':
      return Object.assign(new Error('No space left.'), { code: 'ENOSPC', errno: -28 });
    case 'uncloneable':
      return new Error('It has a function.', { cause: () => 1 });
    default:
      return 'only words';
  }
}
