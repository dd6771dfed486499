import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Clock, Log, ShellPorts } from '#main/ports.ts';
import { endOnCrash } from '#main/shellCommon/system.ts';
import type { HandedFiles } from '#main/shellCommon/handedFiles.ts';
import { listenForHandover } from '#main/shellCommon/handover.ts';
import { noUpdater, type ShellApp } from '#main/shellCommon/shellApp.ts';
import { StartProblem, prepareWorkspaceFolder } from '#main/shellCommon/openWorkspace.ts';
import type { SettingsFileOptions, SettingsStore } from '#main/shellCommon/preferenceFile.ts';
import { openSignInCallback } from '#main/shellCommon/signInCallback.ts';
import type { StartFlags } from '#main/shellCommon/startFlags.ts';
import { startShell, type OpenedShell, type ShellParts } from '#main/startShell.ts';
import type { ShellInfo } from '#shared/bridge/contract.ts';
import type { Ending } from '#main/shellCommon/ending.ts';
import { appOrigin, appScheme, largestUpload, serveAppScheme } from './appScheme.ts';
import { guardEverything } from './guards.ts';
import { openBridgeIpc, createRouteShower, type RouteShower } from './bridgeIpc.ts';
import { createDeepLinks, type DeepLinks, deepLinkOf, keepOpenedLink, type OpenedLink } from './deepLinks.ts';
import { dialogOpener, dialogSaver } from './dialogs.ts';
import type { ElectronApi, ElectronApp } from './electronApi.ts';
import { electronUpdater, type UpdaterLibrary } from './electronUpdater.ts';
import { followPreferences } from './appMenu.ts';
import { electronPdfPrinter } from './pdfPrinter.ts';
import { watchPower, systemProxy } from './system.ts';
import { openSystemParts } from './systemParts.ts';
import { systemNotifier } from './systemNotifier.ts';
import { AppWindows } from './windows.ts';

/** How Windows identifies the app and its notifications, even after an update. */
const windowsId = 'app.winnow.desktop';
const windowsToastId = '{7E0F9A5C-2B61-4D7E-9C53-6B1D4E0A8F27}';

/** What the process brings. */
export interface ElectronLaunch {
  readonly electron: ElectronApi;
  readonly flags: StartFlags;
  readonly argv: readonly string[];
  /** The app's folder, which contains `out/` and `resources/`. */
  readonly root: string;
  /** electron-store, which only loads inside Electron. */
  readonly openSettings: (options: SettingsFileOptions) => SettingsStore;
  /** electron-updater, which only loads inside Electron. */
  readonly loadUpdater: () => Promise<UpdaterLibrary>;
  /** Why this package cannot update itself, in a sentence, or `''`. */
  readonly noUpdates: string;
  /** The process, as a source of crashes. */
  readonly crashes: Parameters<typeof endOnCrash>[0];
  /** Lines for the user on stdout and stderr. */
  readonly print: (line: string) => void;
  readonly tell: (line: string) => void;
}

/**
 * Runs the app in Electron; call it before the app is ready. Resolves when the app has started, or at once if another
 * Winnow has taken over. Throws a `StartProblem`.
 */
export async function runElectron(launch: ElectronLaunch): Promise<void> {
  const { electron, flags, argv, print, tell } = launch;
  const { app, protocol } = electron;
  protocol.registerSchemesAsPrivileged([appScheme]);
  // Every window asks for the sandbox anyway. This call would override `--no-sandbox`, which an AppImage gets if the
  // system allows it no sandbox, and then nothing would be drawn.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  guardEverything(app);
  const openedLink = keepOpenedLink(electron, argv, process.platform);
  // Before Electron looks for another instance: if it cannot create its lock, it claims that there is one.
  const prepared = prepareWorkspaceFolder(flags.workspace);
  if (!prepared.ok) throw new StartProblem(prepared.problem, 1);
  // Per workspace, so that two workspaces can be open at once without sharing anything.
  const userData = path.join(flags.workspace, 'electron');
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  app.setPath('userData', userData);
  const handedOver = (url: string): void => {
    if (flags.json) print(JSON.stringify({ url }));
    app.quit();
  };
  // Electron passes the arguments to the instance that has the lock; the workspace's own lock is for a browser shell
  // beside it.
  if (!app.requestSingleInstanceLock()) {
    handedOver(`${appOrigin}/`);
    return;
  }
  const shell = await startShell({
    flags,
    version: app.getVersion(),
    capabilities: { ...capabilities, updates: launch.noUpdates === '' },
    largestUpload,
    print,
    tell,
    request: async () => ({ link: await openedLink.ofStart(), open: true }),
    handedOver: ({ url }) => handedOver(url),
    owns: (parts) => ownWorkspace(launch, userData, parts),
    open: (parts) => openShell(launch, openedLink, parts),
  });
  try {
    await shell?.announce();
  } catch (error) {
    shell?.log.error('start.failed', error);
    await shell?.stop();
    throw error;
  }
}

/** This shell's capabilities: an app of its own in the system. */
const capabilities = { saveDialog: true, openDialog: true, tray: true, ownWindow: true, filesInPlace: true } as const;

/** From here on the app ends cleanly, whatever ends it. */
function ownWorkspace({ electron, crashes }: ElectronLaunch, userData: string, parts: ShellParts): void {
  const { clock, ending, log, logFile } = parts;
  keepCrashDumps(electron, userData);
  endCleanly(electron, clock, ending);
  endOnCrash(crashes, log, () => {
    electron.dialog.showErrorBox(
      'Winnow has to close',
      `Something unexpected happened. Your decisions are saved; restart Winnow. Details are in ${logFile}.`,
    );
    void ending.run().then(() => electron.app.exit(1));
  });
}

async function openShell(launch: ElectronLaunch, openedLink: OpenedLink, parts: ShellParts): Promise<OpenedShell> {
  const { electron, flags, root } = launch;
  const { clock, completeSignIn, ending, log } = parts;
  const folder = flags.workspace;
  const devTools = !electron.app.isPackaged;
  const windows = new AppWindows({
    electron,
    preload: path.join(root, 'out', 'preload', 'index.cjs'),
    icon: path.join(root, 'resources', 'window.png'),
    folder,
    devTools,
    clock,
    log,
    onLastClosed: quitWithoutWindows(electron, process.platform),
    onPageGone: (contents) => routes.pageLoads(contents),
  });
  ending.add(() => windows.settled());
  const routes = createRouteShower(windows);
  const links = createDeepLinks({
    show: (route) => routes.show(route),
    signIn: (link) => {
      routes.show();
      completeSignIn(link).catch((error: unknown) => log.error('signIn.failed', error));
    },
  });
  const { promise: isOpen, resolve: opens } = Promise.withResolvers<void>();
  listenToSystem(electron, log, links, () => void isOpen.then(() => routes.show()));
  openedLink.follow((address) => links.take(address));
  if (process.platform === 'win32') {
    electron.app.setAppUserModelId(windowsId);
    electron.app.setToastActivatorCLSID(windowsToastId);
  }
  takeLinks(electron.app, process.platform);
  await electron.app.whenReady();
  const shown: Shown = { launch, parts, windows, routes, devTools };
  return {
    openSettings: (options) => {
      const settings = launch.openSettings(options);
      // electron-store would tell every page where the settings are.
      electron.ipcMain.removeAllListeners('electron-store-get-data');
      return settings;
    },
    ports: (_temporary, files) => portsOf(shown, files),
    opened: async (app, info, files) => {
      await openBridge(shown, files, app, info);
      // Before the session, which may have to wait for the keychain, and the user for the keychain's prompt.
      routes.show();
      opens();
    },
    started: async (app) => {
      links.ready();
      ending.add(openSystemParts({ electron, app, clock, log, root, windows, show: (route) => routes.show(route) }));
      // The first thing to end, so that no start hands over to an app that is closing.
      ending.add(await answerHandovers(folder, routes, links));
    },
    url: () => `${appOrigin}/`,
  };
}

/** What the steps of the start share. */
interface Shown {
  readonly launch: ElectronLaunch;
  readonly parts: ShellParts;
  readonly windows: AppWindows;
  readonly routes: RouteShower;
  readonly devTools: boolean;
}

function portsOf({ launch, parts, windows, routes }: Shown, files: HandedFiles): ReturnType<OpenedShell['ports']> {
  const { electron, flags, root, noUpdates } = launch;
  const { clock, completeSignIn, log } = parts;
  serveAppScheme(electron.session.defaultSession.protocol, path.join(root, 'out', 'renderer'), files);
  const dialogs = { electron, windows, folder: flags.workspace };
  return {
    saver: dialogSaver(dialogs),
    opener: dialogOpener(dialogs, files),
    printer: electronPdfPrinter({ clock, log, openHidden: () => windows.openHidden() }),
    external: { open: (url) => electron.shell.openExternal(url) },
    openSignInCallback: async () =>
      hasLinks(electron.app, process.platform) ? null : await openSignInCallback(completeSignIn, log),
    proxyFor: systemProxy(() => electron.session.defaultSession, clock, log),
    windows: { openRoute: (route) => windows.openRoute(route), pageListens: (client) => routes.pageListens(client) },
    notifier: notifierOf(launch, routes, parts),
    updater: noUpdates === '' ? electronUpdater(launch.loadUpdater, log) : noUpdater(noUpdates),
  };
}

/** Connects the pages to their bridge, and the app to the system and the settings. */
async function openBridge(shown: Shown, files: HandedFiles, app: ShellApp, info: ShellInfo): Promise<void> {
  const { launch, parts, windows, routes, devTools } = shown;
  const { electron } = launch;
  const { clock, ending, log } = parts;
  ending.add(watchPower(electron, app, clock));
  openBridgeIpc({
    ipcMain: electron.ipcMain,
    app,
    files,
    info: (contents) => ({ ...info, notices: [...info.notices, ...windows.takeNotices(contents)] }),
    windows: () => windows.contents(),
  });
  ending.add(
    await followPreferences({
      electron,
      app,
      log,
      devTools,
      command: (id) => routes.run(id),
      closeSecondary: (window) => void windows.closeSecondary(window),
    }),
  );
}

function notifierOf(
  { electron, root }: ElectronLaunch,
  routes: RouteShower,
  { clock, log }: ShellParts,
): ShellPorts['notifier'] {
  return systemNotifier({
    Notification: electron.Notification,
    platform: process.platform,
    icon: path.join(root, 'resources', 'icon.png'),
    clock,
    log,
    show: (route) => routes.show(route),
  });
}

/** Requests from the system; they may come before the app can act on them. */
function listenToSystem({ app }: Pick<ElectronApi, 'app'>, log: Log, links: DeepLinks, show: () => void): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') log.warn('process.gone', { process: type, reason, exitCode });
  });
  app.on('second-instance', (_event, args) => {
    if (!links.take(deepLinkOf(args))) show();
  });
  // A click in the dock brings visible windows to the front on its own.
  app.on('activate', (_event, hasVisibleWindows) => {
    if (!hasVisibleWindows) show();
  });
}

/** A start in the browser, while this app runs, shows the app and hands over its link. */
async function answerHandovers(folder: string, routes: RouteShower, links: DeepLinks): Promise<() => Promise<void>> {
  return await listenForHandover(folder, async ({ link, open }) => {
    if (!links.take(link) && open) routes.show();
    return { url: `${appOrigin}/`, shown: open };
  });
}

/**
 * Registers an installed app for `winnow://`. On Linux its package's desktop file does that. An app running from source
 * takes nothing away from an installed one.
 */
function takeLinks(
  app: Pick<ElectronApp, 'isPackaged' | 'setAsDefaultProtocolClient'>,
  platform: NodeJS.Platform,
): void {
  if (app.isPackaged && platform !== 'linux') app.setAsDefaultProtocolClient('winnow');
}

/** Whether a `winnow://` link certainly reaches this app. On Linux nothing says which of several packages gets it. */
function hasLinks(
  app: Pick<ElectronApp, 'isPackaged' | 'isDefaultProtocolClient'>,
  platform: NodeJS.Platform,
): boolean {
  return platform !== 'linux' && app.isPackaged && app.isDefaultProtocolClient('winnow');
}

/** Number of dumps kept; each is about a megabyte. */
const mostKept = 5;

/**
 * Keeps crash dumps in the workspace, for the user to pass on; nothing is sent anywhere. Call it before the app is
 * ready, so that every process is watched from its start. A dump contains stacks, not the heap.
 */
function keepCrashDumps({ app, crashReporter }: Pick<ElectronApi, 'app' | 'crashReporter'>, userData: string): void {
  const folder = path.join(userData, 'crashes');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  app.setPath('crashDumps', folder);
  removeOldDumps(folder);
  crashReporter.start({ uploadToServer: false });
}

function removeOldDumps(folder: string): void {
  const dumps = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.dmp'))
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, at: statSync(file).mtimeMs }))
    .toSorted((a, b) => b.at - a.at);
  for (const { file } of dumps.slice(mostKept)) rmSync(file, { force: true });
}

/** This long after the system has announced a shutdown, it has happened or will not, in milliseconds awake. */
const shutdownMs = 60_000;

/** Delays quitting until the work has ended, but not longer than two seconds (F29). */
function endCleanly(
  { app, powerMonitor }: Pick<ElectronApi, 'app' | 'powerMonitor'>,
  clock: Pick<Clock, 'after'>,
  ending: Ending,
): void {
  let systemEnds = false;
  let forget: (() => void) | null = null;
  // Another app with unsaved work may still stop the shutdown; nothing is closed before this app is, and if the
  // computer carries on, a later quit waits for the work like any other.
  void app.whenReady().then(() =>
    powerMonitor.on('shutdown', () => {
      systemEnds = true;
      forget?.();
      forget = clock.after(shutdownMs, () => {
        systemEnds = false;
      });
    }),
  );
  app.on('before-quit', (event) => {
    // Starting Winnow while it ends gives a new one, which waits for the workspace, and not this one.
    app.releaseSingleInstanceLock();
    const ended = ending.run();
    forget?.();
    // macOS would blame a waiting app for blocking the shutdown; everything reported as saved is on disk.
    if (systemEnds) return;
    event.preventDefault();
    void ended.then(() => app.exit(0));
  });
  // Without a listener Electron quits, on macOS too, and counts hidden windows: `quitWithoutWindows` does not.
  app.on('window-all-closed', () => undefined);
}

/** What happens when the last visible window is closed. */
function quitWithoutWindows({ app }: Pick<ElectronApi, 'app'>, platform: NodeJS.Platform): () => void {
  return () => {
    // On macOS an app stays until it is quit; elsewhere nobody looks in the tray for an app that seems closed.
    if (platform !== 'darwin') app.quit();
  };
}
