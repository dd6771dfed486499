import { readdirSync, readFileSync } from 'node:fs';
import type { Clock, Log } from '#main/ports.ts';

/** Timers that run only when a test says so. */
export class HandClock implements Pick<Clock, 'after'> {
  readonly #timers = new Map<() => void, number>();

  after(ms: number, callback: () => void): () => void {
    const timer = (): void => callback();
    this.#timers.set(timer, ms);
    return () => this.#timers.delete(timer);
  }

  /** Timers of so many milliseconds that wait. */
  waiting(ms: number): number {
    return [...this.#timers.values()].filter((due) => due === ms).length;
  }

  /** Lets the timers of so many milliseconds run out. */
  pass(ms: number): void {
    for (const [timer, due] of this.#timers) {
      if (due === ms && this.#timers.delete(timer)) timer();
    }
  }
}

/** A log that keeps what it is told. */
export function keepingLog(): Log & { readonly lines: { event: string; fields: unknown }[] } {
  const lines: { event: string; fields: unknown }[] = [];
  const keep = (event: string, fields?: unknown): void => void lines.push({ event, fields });
  return { lines, info: keep, warn: keep, error: (event, _error, fields) => keep(event, fields) };
}

/** Processes, zombies too, that were started with `text` among their arguments. Linux only. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => readProc(pid, 'cmdline').includes(text))
    .map(Number);
}

/** Browsers among `processesWith`, without the helpers of each, which come and go. */
export function browsersWith(text: string): number[] {
  const all = processesWith(text);
  // A helper that was forked a moment ago still has its parent's arguments.
  return all.filter(
    (pid) => !all.includes(parentOf(pid)) && !/--type=|crashpad/.test(readProc(String(pid), 'cmdline')),
  );
}

function parentOf(pid: number): number {
  const stat = readProc(String(pid), 'stat');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Children of this process that have ended and that nobody has asked after. Linux only. */
export function zombies(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => readProc(pid, 'stat'))
    .filter((stat) => {
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return state === 'Z' && parent === String(process.pid);
    });
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}
