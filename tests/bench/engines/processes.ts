import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A program we started; its starter ends it. */
export interface Program {
  readonly pid: number;
  /** The first line it writes to stdout. */
  firstLine(): Promise<string>;
  /** Waits for its end; throws with the end of its stderr unless it exits with 0. */
  finished(): Promise<void>;
  /** Ends it: asks first, and kills it after ten seconds. */
  stop(): Promise<void>;
}

const patience = 10_000;

/** Starts a program; its stderr is shown only if it fails. */
export function startProgram(command: string, args: readonly string[], options: SpawnOptions = {}): Program {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-2000);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code));
  });
  ended.catch(() => undefined);
  const failure = (): Error => new Error(`${command} failed: ${stderr.trim()}`);
  return {
    pid: child.pid ?? 0,
    firstLine: () =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (stdout.includes('\n')) resolve(stdout.slice(0, stdout.indexOf('\n')));
        };
        child.stdout?.on('data', look);
        look();
        void ended.then(() => reject(failure()), reject);
      }),
    finished: async () => {
      if ((await ended) !== 0) throw failure();
    },
    stop: () => stop(child, ended),
  };
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), patience);
  await ended.catch(() => undefined);
  clearTimeout(timer);
}

/** Runs a program to its end. */
export async function runProgram(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<void> {
  await startProgram(command, args, options).finished();
}

/** Memory of a process in megabytes: resident, its proportional share of it, and the peak (Linux only). */
export function memoryOf(pid: number): { readonly rss: number; readonly pss: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return {
    rss: megabytesIn(status, 'VmRSS'),
    peak: megabytesIn(status, 'VmHWM'),
    pss: megabytesIn(rollup, 'Pss'),
  };
}

/** The processor time of a process so far, in seconds (Linux only); of those that it has started and that ended. */
export function processorSeconds(pid: number | 'self', whose: 'own' | 'children' = 'own'): number {
  // The name, in brackets, may have blanks.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const first = whose === 'own' ? 11 : 13;
  return (Number(fields[first]) + Number(fields[first + 1])) / 100;
}

function megabytesIn(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) / 1024;
}
