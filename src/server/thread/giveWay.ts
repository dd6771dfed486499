import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** How much less pressing long work is than answering people. */
const niceness = 10;

/**
 * Lets searches go before the calling thread and the threads it starts, where the system knows priorities of threads
 * (Linux); elsewhere nothing changes.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (Number.isSafeInteger(thread) && thread > 0) setPriority(thread, niceness);
  } catch {
    // A system that hides its threads or refuses priorities: the work goes on as pressing as before.
  }
}
