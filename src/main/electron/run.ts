import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { beginLocalApi, compose } from '#main/compose.ts';
import type { Log, ShellPorts } from '#main/ports.ts';
import { announce } from '#main/shellCommon/announce.ts';
import { endOnCrash } from '#main/shellCommon/crashes.ts';
import { createEnding, type Ending } from '#main/shellCommon/ending.ts';
import { lastErrorsOf } from '#node/log.ts';
import { createHandedFiles } from '#main/shellCommon/handedFiles.ts';
import { listenForHandover, type HandoverRequest } from '#main/shellCommon/handover.ts';
import { noUpdater } from '#main/shellCommon/noUpdater.ts';
import { openWorkspace, StartProblem } from '#main/shellCommon/openWorkspace.ts';
import { platformName } from '#main/shellCommon/platform.ts';
import { openPreferences, type SettingsFileOptions, type SettingsStore } from '#main/shellCommon/preferenceFile.ts';
import { loadKeytar, openSecretStoreSoon } from '#main/shellCommon/secretStore.ts';
import { openSignInCallback } from '#main/shellCommon/signInCallback.ts';
import type { StartFlags } from '#main/shellCommon/startFlags.ts';
import { systemClock } from '#main/shellCommon/systemClock.ts';
import { freshTemporaryFolder, prepareWorkspaceFolder } from '#main/shellCommon/workspaceFolder.ts';
import { appOrigin, appScheme, largestUpload, serveAppScheme } from './appScheme.ts';
import { openBridgeIpc } from './bridgeIpc.ts';
import { keepCrashDumps } from './crashDumps.ts';
import { createDeepLinks, type DeepLinks } from './deepLinks.ts';
import { dialogOpener, dialogSaver } from './dialogs.ts';
import type { ElectronApi, ElectronApp } from './electronApi.ts';
import { electronUpdater, type UpdaterLibrary } from './electronUpdater.ts';
import { followPreferences } from './followPreferences.ts';
import { guardEverything } from './guards.ts';
import { deepLinkOf } from './launchArguments.ts';
import { keepOpenedLink, type OpenedLink } from './openedLink.ts';
import { electronPdfPrinter } from './pdfPrinter.ts';
import { watchPower } from './powerWatch.ts';
import { endCleanly, quitWithoutWindows } from './quitting.ts';
import { createRouteShower, type RouteShower } from './routeShower.ts';
import { openSystemParts } from './systemParts.ts';
import { systemNotifier } from './systemNotifier.ts';
import { systemProxy } from './systemProxy.ts';
import { createWindows } from './windows.ts';

/** How Windows knows the app and its notifications, also after an update. */
const windowsId = 'app.winnow.desktop';
const windowsToastId = '{7E0F9A5C-2B61-4D7E-9C53-6B1D4E0A8F27}';

/** What the process brings. */
export interface ElectronLaunch {
  readonly electron: ElectronApi;
  readonly flags: StartFlags;
  readonly argv: readonly string[];
  /** The app's folder, with `out/` and `resources/` in it. */
  readonly root: string;
  /** electron-store, which only loads inside Electron. */
  readonly openSettings: (options: SettingsFileOptions) => SettingsStore;
  /** electron-updater, which only loads inside Electron. */
  readonly loadUpdater: () => Promise<UpdaterLibrary>;
  /** Why this package cannot update itself, in a sentence, or `''`. */
  readonly noUpdates: string;
  /** The process, as far as it tells of crashes. */
  readonly crashes: Parameters<typeof endOnCrash>[0];
  /** Lines for the user on stdout and stderr. */
  readonly print: (line: string) => void;
  readonly tell: (line: string) => void;
}

/**
 * Runs the app in Electron; call it before the app is ready. Resolves when the app has started, or at once where another
 * Winnow has taken over. Throws a `StartProblem`.
 */
export async function runElectron(launch: ElectronLaunch): Promise<void> {
  const { electron, flags, argv, print } = launch;
  const { app, protocol } = electron;
  protocol.registerSchemesAsPrivileged([appScheme]);
  // Every window asks for the sandbox anyway. Electron would take `--no-sandbox` back here, which an AppImage is started
  // with where the system lets it have no sandbox, and then nothing is drawn.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  guardEverything(app);
  const openedLink = keepOpenedLink(electron, argv, process.platform);
  // Before Electron looks for another instance: where it cannot make its lock, it says that there is one.
  const prepared = prepareWorkspaceFolder(flags.workspace);
  if (!prepared.ok) throw new StartProblem(prepared.problem, 1);
  // Of the workspace, so that two workspaces can be open at once and nothing of one is in the other.
  const userData = path.join(flags.workspace, 'electron');
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  app.setPath('userData', userData);
  // Electron hands the arguments over to the instance that has the lock; the workspace's own lock is for the browser
  // shell beside it.
  const isOnly = app.requestSingleInstanceLock();
  const handover = async (): Promise<HandoverRequest> => ({ link: await openedLink.ofStart(), open: true });
  const opened = isOnly ? await openWorkspace(flags.workspace, handover) : null;
  if (opened?.kind !== 'owner') {
    if (flags.json) print(JSON.stringify({ url: opened?.reply.url ?? `${appOrigin}/` }));
    app.quit();
    return;
  }
  keepCrashDumps(electron, userData);
  const { log, lock } = opened;
  const ending = createEnding(log);
  ending.add(() => lock.release());
  endCleanly(electron, systemClock(), ending);
  endOnCrash(launch.crashes, log, () => {
    electron.dialog.showErrorBox(
      'Winnow has to close',
      `Something unexpected happened. What you decided is saved; start Winnow again. The details are in ${opened.logFile}.`,
    );
    void ending.run().then(() => app.exit(1));
  });
  try {
    await openShell(launch, { ...opened, openedLink }, ending);
  } catch (error) {
    log.error('start.failed', error);
    await ending.run();
    throw error;
  }
}

interface ShellParts {
  readonly log: Log;
  readonly logFile: string;
  readonly openedLink: OpenedLink;
}

async function openShell(launch: ElectronLaunch, parts: ShellParts, ending: Ending): Promise<void> {
  const { electron, flags, root, print, tell } = launch;
  const { log, openedLink } = parts;
  const folder = flags.workspace;
  const clock = systemClock();
  const localApi = beginLocalApi(folder, ending.add);
  const devTools = !electron.app.isPackaged;
  const windows = createWindows({
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
      app.completeSignIn(link).catch((error: unknown) => log.error('signIn.failed', error));
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

  const temporary = freshTemporaryFolder(folder);
  ending.add(() => rm(temporary, { recursive: true, force: true }));
  const files = createHandedFiles(temporary, largestUpload);
  serveAppScheme(electron.session.defaultSession.protocol, path.join(root, 'out', 'renderer'), files);
  const { preferences, notice } = openPreferences(folder, launch.openSettings, clock.now(), log);
  // electron-store would answer every page where the settings lie (S10).
  electron.ipcMain.removeAllListeners('electron-store-get-data');
  const dialogs = { electron, windows, folder };
  const ports: ShellPorts = {
    info: infoOf(launch, notice),
    folder,
    clock,
    secrets: openSecretStoreSoon(loadKeytar, log),
    saver: dialogSaver(dialogs),
    opener: dialogOpener(dialogs, files),
    printer: electronPdfPrinter({ clock, log, openHidden: () => windows.openHidden() }),
    external: { open: (url) => electron.shell.openExternal(url) },
    openSignInCallback: async () =>
      hasLinks(electron.app, process.platform)
        ? null
        : await openSignInCallback((link) => app.completeSignIn(link), log),
    proxyFor: systemProxy(() => electron.session.defaultSession, clock, log),
    windows: { openRoute: (route) => windows.openRoute(route), pageListens: (client) => routes.pageListens(client) },
    notifier: notifierOf(launch, routes, log),
    preferences,
    log,
    lastErrors: () => lastErrorsOf(parts.logFile),
    updater: launch.noUpdates === '' ? electronUpdater(launch.loadUpdater, log) : noUpdater(launch.noUpdates),
  };
  const app = compose(ports, localApi);
  ending.add(() => app.stop());
  await app.open();
  ending.add(watchPower(electron, app, clock));
  openBridgeIpc({
    ipcMain: electron.ipcMain,
    app,
    files,
    info: (contents) => ({ ...ports.info, notices: [...ports.info.notices, ...windows.takeNotices(contents)] }),
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
  // Before the session, which may have to wait for the keychain, and the user with it for a prompt of the keychain's.
  routes.show();
  opens();
  await app.start();
  links.ready();
  ending.add(openSystemParts({ electron, app, clock, log, root, windows, show: (route) => routes.show(route) }));
  // First of all when it ends, so that no start hands over to an app that is going.
  ending.add(await answerHandovers(folder, routes, links));
  log.info('started', { version: ports.info.version });
  await announce({ app, flags, log, url: `${appOrigin}/`, print, tell, show: async () => undefined });
}

/** What a page is told of this shell. */
function infoOf({ electron, noUpdates }: ElectronLaunch, notice: string): ShellPorts['info'] {
  return {
    product: 'Winnow',
    version: electron.app.getVersion(),
    platform: platformName(process.platform),
    capabilities: {
      saveDialog: true,
      openDialog: true,
      tray: true,
      ownWindow: true,
      filesInPlace: true,
      updates: noUpdates === '',
    },
    largestUpload,
    notices: notice === '' ? [] : [notice],
  };
}

function notifierOf({ electron, root }: ElectronLaunch, routes: RouteShower, log: Log): ShellPorts['notifier'] {
  return systemNotifier({
    Notification: electron.Notification,
    platform: process.platform,
    icon: path.join(root, 'resources', 'icon.png'),
    clock: systemClock(),
    log,
    show: (route) => routes.show(route),
  });
}

/** What the system asks of the app; it may ask before the app can do it. */
function listenToSystem({ app }: Pick<ElectronApi, 'app'>, log: Log, links: DeepLinks, show: () => void): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') log.warn('process.gone', { process: type, reason, exitCode });
  });
  app.on('second-instance', (_event, args) => {
    if (!links.take(deepLinkOf(args))) show();
  });
  // A click in the dock brings windows that can be seen to the front by itself.
  app.on('activate', (_event, hasVisibleWindows) => {
    if (!hasVisibleWindows) show();
  });
}

/** A start in the browser beside this app shows it, and hands over its link. */
async function answerHandovers(folder: string, routes: RouteShower, links: DeepLinks): Promise<() => Promise<void>> {
  return await listenForHandover(folder, async ({ link, open }) => {
    if (!links.take(link) && open) routes.show();
    return { url: `${appOrigin}/`, shown: open };
  });
}

/**
 * Makes an installed app the one for `winnow://`. On Linux its package's desktop file says so. What runs from its source
 * takes nothing away from an app that is installed.
 */
function takeLinks(
  app: Pick<ElectronApp, 'isPackaged' | 'setAsDefaultProtocolClient'>,
  platform: NodeJS.Platform,
): void {
  if (app.isPackaged && platform !== 'linux') app.setAsDefaultProtocolClient('winnow');
}

/** Whether a `winnow://` link certainly comes to this app. On Linux nothing says which of several packages it goes to. */
function hasLinks(
  app: Pick<ElectronApp, 'isPackaged' | 'isDefaultProtocolClient'>,
  platform: NodeJS.Platform,
): boolean {
  return platform !== 'linux' && app.isPackaged && app.isDefaultProtocolClient('winnow');
}
