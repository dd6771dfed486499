import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright/test';
import type { Launcher } from './launcher.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const shiftedClock = new URL('../visual/shiftedClock.ts', import.meta.url).href;

/** Starts the browser shell as `npm start -- --browser --no-open --json` does and opens its address. */
export function browserShellLauncher(context: BrowserContext): Launcher {
  return async ({ workspace, sample, now }) => {
    const { child, url } = await start(workspace, sample, now === undefined ? {} : clockOf(now));
    const page = await context.newPage();
    await page.goto(url);
    return {
      page,
      context,
      outside: context,
      saved: async (action) => {
        const downloading = page.waitForEvent('download');
        await action();
        return (await downloading).path();
      },
      opened: (action) => popupOf(context, action),
      external: (action) => popupOf(context, action),
      chosen: async (files, action) => {
        const choosing = page.waitForEvent('filechooser');
        await action();
        await (await choosing).setFiles([...files]);
      },
      stop: () => end(child, 'SIGTERM'),
      kill: () => end(child, 'SIGKILL'),
    };
  };
}

/** The tab that `action` opens, of the app or of another site: a browser does not distinguish them. */
async function popupOf(context: BrowserContext, action: () => Promise<void>): Promise<Page> {
  const opening = context.waitForEvent('page');
  await action();
  return await opening;
}

/** The environment that makes a process believe it is `now`, in UTC. */
function clockOf(now: string): NodeJS.ProcessEnv {
  const shift = Date.parse(now) - Date.now();
  return { NODE_OPTIONS: `--import ${shiftedClock}`, WINNOW_E2E_CLOCK_SHIFT: String(shift), TZ: 'UTC' };
}

async function start(
  workspace: string,
  sample: number,
  env: NodeJS.ProcessEnv,
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(
    process.execPath,
    ['out/main/browserShell.js', '--no-open', '--json', '--workspace', workspace, '--sample', String(sample)],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
  );
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const lines = createInterface({ input: child.stdout });
  const started = new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    child.once('exit', (code) => {
      reject(new Error(`The browser shell ended with code ${String(code)} before it was ready:\n${log}`));
    });
  });
  const { url } = JSON.parse(await started) as { url: string };
  return { child, url };
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
