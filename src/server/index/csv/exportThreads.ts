import { availableParallelism } from 'node:os';
import { Channel } from '#node/channel.ts';
import { AppError } from '#shared/errors.ts';
import { threadFile } from '../../../node/threads.ts';
import type { RowList, RowSource } from './rowWriter.ts';

/**
 * Room for what is made for a moment, in megabytes; a server may be started with hardly any
 * (scripts/lib/serverArguments.mjs).
 */
const youngMegabytes = 8;

/** How long a thread waits for another export, in milliseconds: it has learnt to write them quickly by then. */
const idleMs = 30_000;

/** What a thread that writes exports can be asked. It may have several open, each known by the number it gave. */
export interface ExportCalls {
  open(source: RowSource): Promise<number>;
  write(part: { readonly writer: number; readonly rows: RowList }): Promise<Uint8Array>;
  close(writer: number): Promise<void>;
}

/** A thread that writes exports beside the one that answers searches. */
class ExportThread {
  readonly #channel: Channel<ExportCalls>;
  /** Exports that it writes. */
  writers = 0;
  idle: NodeJS.Timeout | undefined;

  constructor(onEnd: (thread: ExportThread) => void) {
    this.#channel = new Channel<ExportCalls>(threadFile('exportThread'), {
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
      lost: (_code, error) => error ?? new AppError('unavailable', 'The export was ended.'),
      onExit: () => {
        clearTimeout(this.idle);
        onEnd(this);
      },
    });
    // It never keeps a server from ending.
    this.#channel.keepsProcess(false);
  }

  /** Opens the files of an export. Throws `storage_*`. */
  open(source: RowSource): Promise<number> {
    return this.#channel.call('open', source);
  }

  /** The CSV of some rows. */
  write(writer: number, rows: RowList): Promise<Uint8Array> {
    return this.#channel.call('write', { writer, rows });
  }

  /** Closes the files of an export. */
  close(writer: number): void {
    // A thread that has ended has closed them.
    this.#channel.call('close', writer).catch(() => undefined);
  }

  /** Lets it finish what it was asked for and leave by itself. Whoever ends meanwhile waits for that. */
  end(): void {
    this.#channel.keepsProcess(true);
    void this.#channel.end();
  }
}

/** Some threads that write one export, each with its files opened. */
export interface ExportWriters {
  /** The CSV of some rows, by the `turn`th of the threads. */
  write(turn: number, rows: RowList): Promise<Uint8Array>;
  readonly threads: number;
  close(): void;
}

/** Threads that write exports. They are started by the first export and end when none has come for a while. */
export class ExportThreads {
  readonly #threads: ExportThread[] = [];
  readonly #most = Math.min(2, availableParallelism());

  /** Opens an export in all threads. Throws `storage_*`. */
  async open(source: RowSource): Promise<ExportWriters> {
    while (this.#threads.length < this.#most) {
      this.#threads.push(new ExportThread((thread) => this.#forget(thread)));
    }
    const threads = [...this.#threads];
    for (const thread of threads) this.#use(thread);
    const opened = await Promise.allSettled(threads.map((thread) => thread.open(source)));
    const writers = opened.map((result) => (result.status === 'fulfilled' ? result.value : 0));
    const close = (): void => {
      for (const [turn, thread] of threads.entries()) {
        thread.close(writers[turn] ?? 0);
        this.#leave(thread);
      }
    };
    const failed = opened.find((result) => result.status === 'rejected');
    if (failed !== undefined) {
      close();
      throw failed.reason;
    }
    return {
      threads: threads.length,
      write: (turn, rows) => threads[turn % threads.length]!.write(writers[turn % threads.length]!, rows),
      close,
    };
  }

  /** Ends them; what is asked for later fails. */
  close(): void {
    for (const thread of this.#threads.splice(0)) thread.end();
  }

  #use(thread: ExportThread): void {
    thread.writers += 1;
    clearTimeout(thread.idle);
  }

  #leave(thread: ExportThread): void {
    thread.writers -= 1;
    if (thread.writers > 0 || !this.#threads.includes(thread)) return;
    thread.idle = setTimeout(() => {
      this.#forget(thread);
      thread.end();
    }, idleMs).unref();
  }

  #forget(thread: ExportThread): void {
    const at = this.#threads.indexOf(thread);
    if (at !== -1) this.#threads.splice(at, 1);
  }
}
