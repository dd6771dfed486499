import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/errors.ts';
import { threadFile } from '../system/threadFile.ts';
import type { FromExport, ToExport } from './exportMessages.ts';
import type { RowList, RowSource } from './rowWriter.ts';

/** Room for what is made for a moment, in megabytes; a server may be started with hardly any (scripts/lib/serverArguments.mjs). */
const youngMegabytes = 8;

/** How long a thread waits for another export, in milliseconds: it has learnt to write them quickly by then. */
const idleMs = 30_000;

interface Waiting {
  readonly resolve: (csv: Uint8Array | null) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread that writes exports beside the one that answers searches. */
class ExportThread {
  readonly #thread = new Worker(threadFile('exportThread'), {
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
  });
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #lastWriter = 0;
  /** Why it can no longer be asked. */
  #ended: unknown = null;
  /** Exports that it writes. */
  writers = 0;
  idle: NodeJS.Timeout | undefined;

  constructor(onEnd: (thread: ExportThread) => void) {
    // It never keeps a server from ending.
    this.#thread.unref();
    const end = (error: unknown): void => {
      this.#ended ??= error;
      clearTimeout(this.idle);
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
      onEnd(this);
    };
    this.#thread.on('message', (message: FromExport) => {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.kind === 'done') waiting?.resolve(message.csv);
      else waiting?.reject(AppError.fromWire(message.error));
    });
    this.#thread.on('error', end);
    this.#thread.on('exit', () => end(new AppError('unavailable', 'The export was ended.')));
  }

  /** Opens the files of an export. Throws `storage_*`. */
  async open(source: RowSource): Promise<number> {
    const writer = ++this.#lastWriter;
    await this.#ask((id) => ({ kind: 'open', id, writer, source }));
    return writer;
  }

  /** The CSV of some rows. */
  write(writer: number, rows: RowList): Promise<Uint8Array | null> {
    return this.#ask((id) => ({ kind: 'write', id, writer, rows }));
  }

  /** Closes the files of an export. */
  close(writer: number): void {
    this.#post({ kind: 'close', writer });
  }

  /** Lets it finish what it was asked for and leave by itself. Whoever ends meanwhile waits for that. */
  end(): void {
    this.#thread.ref();
    this.#post({ kind: 'end' });
  }

  #ask(message: (id: number) => ToExport): Promise<Uint8Array | null> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== null) {
        reject(this.#ended);
        return;
      }
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject });
      this.#post(message(id));
    });
  }

  #post(message: ToExport): void {
    this.#thread.postMessage(message, []);
  }
}

/** Some threads that write one export, each with its files opened. */
export interface ExportWriters {
  /** The CSV of some rows, by the `turn`th of the threads. */
  write(turn: number, rows: RowList): Promise<Uint8Array | null>;
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
