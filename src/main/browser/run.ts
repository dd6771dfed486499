import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { beginLocalApi, compose } from '#main/compose.ts';
import type { Log, ShellPorts } from '#main/ports.ts';
import { announce } from '#main/shellCommon/announce.ts';
import { createEnding, type Ending } from '#main/shellCommon/ending.ts';
import { proxyFromEnvironment } from '#main/shellCommon/environmentProxy.ts';
import { lastErrorsOf } from '#node/log.ts';
import { createHandedFiles, maxUploadBytes } from '#main/shellCommon/handedFiles.ts';
import { listenForHandover, type HandoverReply, type HandoverRequest } from '#main/shellCommon/handover.ts';
import { noUpdater } from '#main/shellCommon/noUpdater.ts';
import { openWorkspace, StartProblem } from '#main/shellCommon/openWorkspace.ts';
import { openPreferences, settingsName } from '#main/shellCommon/preferenceFile.ts';
import { platformName } from '#main/shellCommon/platform.ts';
import { loadKeytar, openSecretStoreSoon } from '#main/shellCommon/secretStore.ts';
import type { ShellApp } from '#main/shellCommon/shellApp.ts';
import { readShellState, writeShellState } from '#main/shellCommon/shellState.ts';
import type { StartFlags } from '#main/shellCommon/startFlags.ts';
import { systemClock } from '#main/shellCommon/systemClock.ts';
import { freshTemporaryFolder } from '#main/shellCommon/workspaceFolder.ts';
import { parseDeepLink } from '#shared/bridge/deepLink.ts';
import { AppError } from '#shared/errors.ts';
import { listenFor } from './choosePort.ts';
import { createDownloads } from './downloads.ts';
import { createExternalTickets } from './externalTickets.ts';
import { LaunchKeys } from './launchKeys.ts';
import { findBrowser } from './findBrowser.ts';
import { BrowserPdfPrinter } from './pdfPrinter.ts';
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
  readonly log: Log;
  /** Tells the user the address, opens it where asked, and makes the first sample; with `--json` the sample comes first. */
  announce(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the browser shell and resolves when its pages can be used, or with null where another Winnow has the workspace
 * and has shown itself instead. Throws a `StartProblem`.
 */
export async function runBrowserShell(launch: Launch): Promise<RunningShell | null> {
  const { flags, root, print, tell } = launch;
  const rendererRoot = path.join(root, 'out', 'renderer');
  if (!existsSync(path.join(rendererRoot, 'index.html'))) {
    throw new StartProblem('Winnow is not built yet. Run `npm run build` first.', 1);
  }
  const opened = await openWorkspace(flags.workspace, async () => ({ link: '', open: flags.open }));
  if (opened.kind === 'handedOver') {
    print(flags.json ? JSON.stringify({ url: opened.reply.url }) : alreadyRunning(opened.reply.url));
    if (flags.open && !opened.reply.shown) tell(noBrowser);
    return null;
  }
  const { log, lock } = opened;
  const ending = createEnding(log);
  ending.add(() => lock.release());
  try {
    return await openShell(launch, rendererRoot, opened, ending);
  } catch (error) {
    log.error('start.failed', error);
    await ending.run();
    if (error instanceof AppError) throw new StartProblem(error.message, 1);
    throw error;
  }
}

async function openShell(
  launch: Launch,
  rendererRoot: string,
  { log, logFile }: { readonly log: Log; readonly logFile: string },
  ending: Ending,
): Promise<RunningShell> {
  const { flags, print, tell } = launch;
  const folder = flags.workspace;
  const clock = systemClock();
  const localApi = beginLocalApi(folder, ending.add);
  const { promise: ready, resolve: isReady, reject: isNot } = Promise.withResolvers<Handing>();
  // Starts that come meanwhile are waiting for it; where there are none, nobody needs to hear of a failure.
  ready.catch(() => undefined);
  ending.add(() => isNot(new Error('Winnow is ending.')));
  const endHandover = await listenForHandover(folder, async (request) => await answerHandover(request, await ready));
  ending.add(endHandover);
  const server = await listenFor(flags.port, readShellState(folder).port);
  ending.add(() => server.close());
  await writeShellState(folder, { ...readShellState(folder), port: server.port });

  const temporary = freshTemporaryFolder(folder);
  // Copies of the user's files and the page that held the secret.
  ending.add(() => rm(temporary, { recursive: true, force: true }));
  const keys = new LaunchKeys(clock);
  const tabs = createTabHub(keys, clock);
  const tickets = createExternalTickets(tabs);
  const downloads = createDownloads(temporary);
  const files = createHandedFiles(temporary);
  // Loaded while the workspace opens.
  const { default: Conf } = await import('conf');
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
        filesInPlace: false,
        updates: false,
      },
      largestUpload: maxUploadBytes,
      notices: notice === '' ? [] : [notice],
    },
    folder,
    clock,
    secrets: openSecretStoreSoon(loadKeytar, log),
    saver: downloads.saver,
    opener: files.opener,
    printer: new BrowserPdfPrinter({
      clock,
      log,
      temporary,
      find: () => findBrowser(process.platform, process.env),
      isRoot: process.getuid?.() === 0,
    }),
    external: tickets.external,
    openSignInCallback: async () => ({
      url: `http://127.0.0.1:${server.port}/auth`,
      // The shell's own address; it answers nobody but who is waited for.
      close: async () => undefined,
    }),
    proxyFor: async (url) => proxyFromEnvironment(url, process.env),
    windows: tickets.windows,
    notifier: tabs.notifier,
    preferences,
    log,
    lastErrors: () => lastErrorsOf(logFile),
    updater: noUpdater('In the browser, Winnow is updated where it was installed.'),
  };
  const app = compose(ports, localApi);
  ending.add(() => app.stop());
  const unsubscribe = app.events.subscribeAll(({ name, payload }) => {
    tabs.publish(name, payload);
  });
  // First of all when it ends: nobody hands over to a shell that is going, and no tab is answered by half of one.
  ending.add(async () => {
    await endHandover();
    unsubscribe();
    tabs.close();
    await server.close();
  });
  await app.open();
  await app.start();
  const pages = createPages(rendererRoot, `ws://127.0.0.1:${server.port}`);
  server.serve({
    request: createRoutes({ app, info: ports.info, keys, tabs, pages, files, downloads, tickets, log }),
    upgrade: (request, socket, head, way) => tabs.upgrade(request, socket, head, way),
  });
  log.info('started', { port: server.port, version: launch.version });
  const newUrl = (route: string): string => `http://127.0.0.1:${server.port}${route}#launch=${keys.newSecret()}`;
  isReady({ app, newUrl, open: (url) => openPage(url, temporary) });
  const url = newUrl('/');
  return {
    url,
    log,
    stop: () => ending.run(),
    announce: () =>
      announce({
        app,
        flags,
        log,
        url,
        print,
        tell,
        show: async () => {
          if (!flags.json) print(greeting(url));
          if (flags.open && !(await openPage(url, temporary))) tell(noBrowser);
        },
      }),
  };
}

/** What a start that hands over needs of the shell that runs. */
interface Handing {
  readonly app: Pick<ShellApp, 'completeSignIn'>;
  readonly newUrl: (route: string) => string;
  readonly open: (url: string) => Promise<boolean>;
}

/** A start that hands over gets a link of its own, which is opened for it where it asks for that. */
async function answerHandover({ link, open }: HandoverRequest, handing: Handing): Promise<HandoverReply> {
  const asked = parseDeepLink(link);
  if (asked.kind === 'signIn') await handing.app.completeSignIn(asked);
  const url = handing.newUrl(asked.kind === 'open' ? asked.path : '/');
  return { url, shown: open && (await handing.open(url)) };
}

const noBrowser = 'No browser was found to open it in. Open the address yourself.';

function greeting(url: string): string {
  return `Winnow is running. Open this address in your browser:\n\n  ${url}\n\nPress Ctrl-C to stop it.`;
}

function alreadyRunning(url: string): string {
  return url.startsWith('http')
    ? `Winnow is running already. Open this address in your browser:\n\n  ${url}`
    : 'Winnow is running already, in a window of its own.';
}

/** False where there is no browser to open. */
async function openPage(url: string, temporary: string): Promise<boolean> {
  const browser = await openInBrowser(url, temporary);
  if (browser.opened) setTimeout(() => void browser.remove(), redirectFileMs).unref();
  return browser.opened;
}
