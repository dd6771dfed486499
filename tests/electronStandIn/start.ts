import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { launch, type Browser } from 'puppeteer-core';
import type { Acts } from './driver.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const register = new URL('register.ts', import.meta.url).href;

export interface StandInOptions {
  /** Winnow's own arguments. */
  readonly args: readonly string[];
  /** The system that the shell believes it is on; the real one if left out. */
  readonly platform?: NodeJS.Platform;
  /** The folder with `out/`, `resources/` and `package.json`; the project if left out. */
  readonly appRoot?: string;
  readonly isPackaged?: boolean;
  readonly env?: NodeJS.ProcessEnv;
}

/** The built app on the stand-in, in its own process, and a Chromium for its windows. */
export interface StandIn {
  readonly child: ChildProcess;
  /** The address of Chromium's protocol. */
  readonly endpoint: string;
  /** Acts in place of the user or the system; see `Acts`. */
  ask<N extends keyof Acts>(name: N, ...args: Parameters<Acts[N]>): Promise<Awaited<ReturnType<Acts[N]>>>;
  /** The first line on stdout: with `--json` it says that the app is ready. */
  readonly firstLine: Promise<string>;
  /** What it has written to stderr. */
  log(): string;
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>;
  /** Ends whatever is left. */
  stop(): Promise<void>;
}

const switches = [
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  '--lang=en-GB',
];

/** Starts it. Resolves once Chromium is running; windows appear when the app opens them. */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const { args, platform, appRoot = root, isPackaged = false, env = {} } = options;
  const browser = await startChromium();
  const child = spawn(process.execPath, ['--import', register, `${appRoot}/out/main/index.js`, ...args], {
    cwd: appRoot,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      STANDIN_ROOT: appRoot,
      STANDIN_CHROMIUM: browser.wsEndpoint(),
      ...(isPackaged ? { STANDIN_PACKAGED: '1' } : {}),
      ...(platform === undefined ? {} : { STANDIN_PLATFORM: platform }),
      ...env,
    },
  });
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const ended = once(child, 'exit').then(async ([code]) => {
    // Without its process a window closes, as Electron's would.
    await browser.close().catch(() => undefined);
    return code as number | null;
  });
  const firstLine = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout ?? process.stdin }).once('line', resolve);
    ended.then((code) => reject(new Error(`Winnow ended with ${String(code)}.\n${log}`))).catch(reject);
  });
  firstLine.catch(() => undefined);
  return {
    child,
    endpoint: browser.wsEndpoint(),
    ask: asker(child),
    firstLine,
    log: () => log,
    ended,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}

async function startChromium(): Promise<Browser> {
  return await launch({
    executablePath: process.env['WINNOW_CHROMIUM'] ?? '/usr/bin/chromium',
    args: [...switches, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    defaultViewport: null,
    targetFilter: () => false,
    waitForInitialPage: false,
    handleSIGINT: false,
  });
}

function asker(child: ChildProcess): StandIn['ask'] {
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let last = 0;
  child.on('message', (reply: { id: number; value?: unknown; error?: string }) => {
    const one = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.error === undefined) one?.resolve(reply.value as never);
    else one?.reject(new Error(reply.error));
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('Winnow has ended.'));
  });
  return <N extends keyof Acts>(name: N, ...args: Parameters<Acts[N]>) =>
    new Promise<Awaited<ReturnType<Acts[N]>>>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      child.send({ id: last, name, args });
    });
}
