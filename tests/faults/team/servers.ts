import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../postgres/pair.ts';

const cli = fileURLToPath(new URL('../../../src/server/commandLine/cli.ts', import.meta.url));

const compiled = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));

/** How long a server may take until it is ready, in milliseconds. */
const patienceMs = 180_000;

/** One server of a team, in a process that can be killed and started again on the same port. */
export class TeamServer {
  readonly port: number;
  readonly #args: readonly string[];
  #child: ChildProcess | undefined;
  #isReady = false;
  #said = '';

  private constructor(port: number, args: readonly string[]) {
    this.port = port;
    this.#args = args;
  }

  /** Starts one behind a proxy; its index is in a folder of its own. */
  static async start(store: string, folder: string, name: string, proxy: number): Promise<TeamServer> {
    const port = await freePort();
    const place = ['--store', store, '--db', join(folder, name, 'team.db'), '--port', String(port)];
    const args = [...place, '--public-url', `http://127.0.0.1:${String(proxy)}`, '--json'];
    const server = new TeamServer(port, args);
    await server.start();
    return server;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resolves when it is ready, as a balancer would notice. */
  async start(): Promise<void> {
    // Compiled once, they start in half the time.
    const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
    const child = spawn(process.execPath, [cli, ...this.#args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child = child;
    this.#said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#said = (this.#said + text).slice(-4000)));
    const until = performance.now() + patienceMs;
    while (!(await this.#answersReady())) {
      if (child.exitCode !== null || performance.now() > until) throw new Error(`It is not ready: ${this.#said}`);
      if (this.#child !== child) return;
      await sleep(50);
    }
    this.#isReady = this.#child === child && child.signalCode === null;
  }

  /** Ends it by SIGKILL. */
  async kill(): Promise<void> {
    this.#isReady = false;
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async #answersReady(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(3000) });
      if (answer.status === 200) return true;
      this.#said = await answer.text();
    } catch {
      // It does not listen yet.
    }
    return false;
  }
}
