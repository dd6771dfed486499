import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Dataset } from '../data/dataset.ts';
import { memoryOf } from './processes.ts';

/** What the child reports about a search: its own time, so that communication between the processes does not count. */
export interface MiniSearchReply {
  readonly milliseconds: number;
  readonly count: number;
}

export type MiniSearchRequest = { readonly words: readonly string[] };
/** Sent once the index is built. */
export type MiniSearchReady = { readonly buildMilliseconds: number };

/** MiniSearch in a process of its own, timed in that process. */
export class MiniSearchPeer {
  readonly name = 'MiniSearch';
  readonly buildMilliseconds: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, ready: MiniSearchReady) {
    this.#child = child;
    this.buildMilliseconds = ready.buildMilliseconds;
  }

  /** Reads the dataset and builds the index. */
  static async load({ file }: Dataset): Promise<MiniSearchPeer> {
    const child = fork(fileURLToPath(new URL('miniSearchProcess.ts', import.meta.url)), [file]);
    const [ready] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error('MiniSearch ended.'))),
    ])) as [MiniSearchReady];
    return new MiniSearchPeer(child, ready);
  }

  async search(words: readonly string[]): Promise<MiniSearchReply> {
    this.#child.send({ words } satisfies MiniSearchRequest);
    const [reply] = (await once(this.#child, 'message')) as [MiniSearchReply];
    return reply;
  }

  /** Resident memory in megabytes. */
  memory(): number {
    return memoryOf(this.#child.pid ?? 0).rss;
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }
}
