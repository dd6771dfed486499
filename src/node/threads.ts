import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * Where a thread's entry file is. From source it is TypeScript in `src/server/thread/entries`; in a build the entries
 * are in `out/main`, and this code either there or in `out/main/chunks`. Works inside an asar too, because Electron's
 * `fs` looks into it.
 */
export function threadFile(
  name: 'worker' | 'writerThread' | 'readerThread' | 'followThread' | 'postingsThread' | 'exportThread',
): URL {
  if (import.meta.url.endsWith('.ts')) return new URL(`../server/thread/entries/${name}.ts`, import.meta.url);
  const beside = new URL(`./${name}.js`, import.meta.url);
  return existsSync(fileURLToPath(beside)) ? beside : new URL(`../${name}.js`, import.meta.url);
}

/**
 * Long work gets only what nobody else wants: at 10, halfway there, keys waited for it on two cores (T18 in
 * docs/performance-notes.md). It takes no longer if the system has time.
 */
const niceness = constants.priority.PRIORITY_LOW;

/**
 * Lets searches go before the calling thread and the threads that it starts, if the system has priorities for threads
 * (Linux); elsewhere nothing changes.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  lower(() => [readlinkSync('/proc/thread-self').split('/').at(-1) ?? '']);
}

/** The same for a process that does nothing else: all its threads, including Node's own for GC and compilation. */
export function giveWayAsProcess(): void {
  // Elsewhere the process has one priority.
  lower(() => (process.platform === 'linux' ? readdirSync('/proc/self/task') : [String(process.pid)]));
}

function lower(threads: () => readonly string[]): void {
  try {
    for (const thread of threads().map(Number)) {
      if (Number.isSafeInteger(thread) && thread > 0) setPriority(thread, niceness);
    }
  } catch {
    // A system that hides its threads or refuses priorities: the work continues at normal priority.
  }
}
