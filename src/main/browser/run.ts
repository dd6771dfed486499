import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import Conf from 'conf';
import { compose } from '#main/compose.ts';
import type { Log, ShellPorts } from '#main/ports.ts';
import { makeFirstSample } from '#main/shellCommon/firstSample.ts';
import { createHandedFiles } from '#main/shellCommon/handedFiles.ts';
import { openWorkspace, StartProblem } from '#main/shellCommon/openWorkspace.ts';
import { openPreferences, settingsName } from '#main/shellCommon/preferenceFile.ts';
import { platformName } from '#main/shellCommon/platform.ts';
import { loadKeytar, openSecretStore } from '#main/shellCommon/secretStore.ts';
import { readShellState, writeShellState } from '#main/shellCommon/shellState.ts';
import type { StartFlags } from '#main/shellCommon/startFlags.ts';
import { systemClock } from '#main/shellCommon/systemClock.ts';
import { freshTemporaryFolder } from '#main/shellCommon/workspaceFolder.ts';
import { AppError } from '#shared/errors.ts';
import { listenFor } from './choosePort.ts';
import { createDownloads } from './downloads.ts';
import { createExternalTickets } from './externalTickets.ts';
import { LaunchKeys } from './launchKeys.ts';
import { openInBrowser, redirectFileMs } from './openBrowser.ts';
import { createPages } from './pages.ts';
import { createRoutes } from './routes.ts';
import { createTabHub } from './tabHub.ts';

/** What the process brings. */
export interface Launch {
  readonly flags: StartFlags;
  /** The project's or package's folder, with `out/` in it. */
  readonly root: string;
  readonly version: string;
  /** Lines for the user on stdout and stderr. */
  readonly print: (line: string) => void;
  readonly tell: (line: string) => void;
}

/** A shell that runs; `stop` ends it cleanly. */
export interface RunningShell {
  readonly url: string;
  /** Tells the user the address, opens it where asked, and makes the first sample; with `--json` the sample comes first. */
  announce(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the browser shell and resolves when its pages can be used. Throws a `StartProblem`. */
export async function runBrowserShell(launch: Launch): Promise<RunningShell> {
  const { flags, root } = launch;
  const rendererRoot = path.join(root, 'out', 'renderer');
  if (!existsSync(path.join(rendererRoot, 'index.html'))) {
    throw new StartProblem('Winnow is not built yet. Run `npm run build` first.', 1);
  }
  const { log, lock } = openWorkspace(flags.workspace);
  try {
    const shell = await openShell(launch, rendererRoot, log);
    return {
      ...shell,
      stop: async () => {
        await shell.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    log.error('start.failed', error);
    if (error instanceof AppError) throw new StartProblem(error.message, 1);
    throw error;
  }
}

async function openShell(launch: Launch, rendererRoot: string, log: Log): Promise<RunningShell> {
  const { flags } = launch;
  const folder = flags.workspace;
  const clock = systemClock();
  const server = await listenFor(flags.port, readShellState(folder).port);
  await writeShellState(folder, { ...readShellState(folder), port: server.port });

  const temporary = freshTemporaryFolder(folder);
  const keys = new LaunchKeys(clock);
  const tabs = createTabHub(keys, clock);
  const tickets = createExternalTickets(tabs);
  const downloads = createDownloads(temporary);
  const files = createHandedFiles(temporary);
  const secrets = await openSecretStore(loadKeytar, log);
  const { preferences, notice } = openPreferences(
    folder,
    (options) => new Conf({ ...options, configName: settingsName }),
    clock.now(),
    log,
  );
  const ports: ShellPorts = {
    info: {
      product: 'Winnow',
      version: launch.version,
      platform: platformName(process.platform),
      capabilities: {
        saveDialog: false,
        openDialog: false,
        tray: false,
        ownWindow: true,
        keychain: secrets.backend === 'keychain',
      },
      notices: notice === '' ? [] : [notice],
    },
    folder,
    clock,
    secrets,
    saver: downloads.saver,
    opener: files.opener,
    external: tickets.external,
    windows: tickets.windows,
    notifier: tabs.notifier,
    preferences,
    log,
  };
  const app = compose(ports, { callbackUrl: () => `http://127.0.0.1:${server.port}/auth` });
  const unsubscribe = app.events.subscribeAll(({ name, payload }) => {
    tabs.publish(name, payload);
  });
  const stop = async (): Promise<void> => {
    unsubscribe();
    tabs.close();
    await Promise.all([app.stop(), server.close()]);
    // Copies of the user's files and the page that held the secret.
    await rm(temporary, { recursive: true, force: true });
    log.info('stopped');
  };
  try {
    await app.start();
  } catch (error) {
    await stop();
    throw error;
  }
  const pages = createPages(rendererRoot, `ws://127.0.0.1:${server.port}`);
  server.serve({
    request: createRoutes({ app, info: ports.info, keys, tabs, pages, files, downloads, tickets, log }),
    upgrade: (request, socket, head) => {
      tabs.upgrade(request, socket, head);
    },
  });
  log.info('started', { port: server.port });
  const url = `http://127.0.0.1:${server.port}/#launch=${keys.newSecret()}`;
  return {
    url,
    stop,
    announce: async () => {
      const makeSample = (): Promise<void> =>
        makeFirstSample(app, folder, flags.sample, sampleProgress(flags.sample, launch.tell));
      if (flags.json) await makeSample();
      launch.print(flags.json ? JSON.stringify({ url }) : greeting(url));
      if (flags.open) await openPage(url, temporary, launch.tell);
      if (!flags.json) await makeSample();
    },
  };
}

function greeting(url: string): string {
  return `Winnow is running. Open this address in your browser:\n\n  ${url}\n\nPress Ctrl-C to stop it.`;
}

async function openPage(url: string, temporary: string, tell: (line: string) => void): Promise<void> {
  const browser = await openInBrowser(url, temporary);
  if (browser.opened) setTimeout(() => void browser.remove(), redirectFileMs).unref();
  else tell('No browser was found to open it in.');
}

/** Says on stderr how far the sample is, in tenths. */
function sampleProgress(companies: number, tell: (line: string) => void): (part: number) => void {
  let told = -1;
  return (part) => {
    const tenths = Math.floor(part * 10);
    if (tenths <= told) return;
    told = tenths;
    tell(`Making ${companies} sample companies: ${tenths * 10} %`);
  };
}
