import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ownArguments = new URL('../../scripts/lib/serverArguments.mjs', import.meta.url).href;
const shiftedClock = new URL('../e2e/visual/shiftedClock.ts', import.meta.url).href;
const dayMs = 86_400_000;

/** How `npm run server` starts Node. */
export interface ServerArguments {
  readonly serverArgumentsFor: (given: readonly string[]) => string[];
  readonly serverEnvironment: Readonly<Record<string, string>>;
}

/** What `npm run server` itself goes by: memory is watched as users have it. */
export async function serverArguments(): Promise<ServerArguments> {
  return (await import(ownArguments)) as ServerArguments;
}

/** What a command of the server's command line came to. */
export interface Outcome {
  /** Its exit code, or null if it was killed. */
  readonly code: number | null;
  readonly said: string;
}

/** The built server on one workspace, which dies and starts again on the same port, a week later each time. */
export class ServerLife {
  readonly file: string;
  /** Starts, kills and commands, for the report. */
  readonly figures = { starts: 0, kills: 0, weeks: 0 };
  readonly #arguments: ServerArguments;
  #child: ChildProcess | null = null;
  #port = 0;
  #log = '';

  constructor(file: string, args: ServerArguments) {
    this.file = file;
    this.#arguments = args;
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.#port)}`;
  }

  get isUp(): boolean {
    return this.#child !== null;
  }

  /** Starts it and waits until it serves. */
  async start(): Promise<void> {
    const child = this.#spawn(['--db', this.file, '--port', String(this.#port), '--json']);
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#log = (this.#log + chunk.toString()).slice(-4000);
    });
    const lines = createInterface({ input: child.stdout ?? process.stdin });
    const ended = once(child, 'exit').then(() => {
      throw new Error(`The server ended by itself: ${this.#log}`);
    });
    const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string];
    ended.catch(() => undefined);
    this.#port = Number(new URL((JSON.parse(line) as { url: string }).url).port);
    this.#child = child;
    child.once('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    this.figures.starts++;
  }

  /** Ends it without a warning, and starts it a week later by its clock. */
  async killAndRestart(): Promise<void> {
    await this.#end('SIGKILL');
    this.figures.kills++;
    this.figures.weeks++;
    await this.start();
  }

  /** Ends it as its administrator would. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Resident memory in megabytes (Linux only). */
  memory(): number {
    const status = readFileSync(`/proc/${String(this.#child?.pid)}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
  }

  /** Runs a command beside it; `killAfter` milliseconds it is killed if it goes on for so long. */
  async command(args: readonly string[], { input = '', killAfter = 0 } = {}): Promise<Outcome> {
    const child = this.#spawn([...args, '--db', this.file]);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += String(chunk)));
    child.stdin?.end(input);
    const timer = killAfter === 0 ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
    const [code] = (await once(child, 'close')) as [number | null];
    clearTimeout(timer);
    return { code, said: said.trim() };
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    const ended = once(child, 'exit');
    child.kill(signal);
    const late = delay(30_000, 'late', { ref: false });
    if ((await Promise.race([ended, late])) !== 'late') return;
    child.kill('SIGKILL');
    throw new Error(`The server did not end within 30 s of ${signal}: ${this.#log}`);
  }

  #spawn(args: readonly string[]): ChildProcess {
    const shift = { WINNOW_E2E_CLOCK_SHIFT: String(this.figures.weeks * 7 * dayMs) };
    return spawn(process.execPath, ['--import', shiftedClock, ...this.#arguments.serverArgumentsFor(args)], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...this.#arguments.serverEnvironment, ...process.env, ...shift },
    });
  }
}
