import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { WebContents } from 'electron';
import { beginLocalApi, compose } from '#main/compose.ts';
import type { Log, ShellPorts } from '#main/ports.ts';
import { announce } from '#main/shellCommon/announce.ts';
import { endOnCrash } from '#main/shellCommon/crashes.ts';
import { createEnding, type Ending } from '#main/shellCommon/ending.ts';
import { lastErrorsOf } from '#main/shellCommon/fileLog.ts';
import { createHandedFiles } from '#main/shellCommon/handedFiles.ts';
import { listenForHandover, type HandoverRequest } from '#main/shellCommon/handover.ts';
import { noUpdater } from '#main/shellCommon/noUpdater.ts';
import { openWorkspace, StartProblem } from '#main/shellCommon/openWorkspace.ts';
import { platformName } from '#main/shellCommon/platform.ts';
import { openPreferences, type SettingsFileOptions, type SettingsStore } from '#main/shellCommon/preferenceFile.ts';
import { loadKeytar, openSecretStore } from '#main/shellCommon/secretStore.ts';
import type { StartFlags } from '#main/shellCommon/startFlags.ts';
import { systemClock } from '#main/shellCommon/systemClock.ts';
import { freshTemporaryFolder, prepareWorkspaceFolder } from '#main/shellCommon/workspaceFolder.ts';
import { appOrigin, appScheme, serveAppScheme } from './appScheme.ts';
import { openBridgeIpc } from './bridgeIpc.ts';
import { createDeepLinks, type DeepLinks } from './deepLinks.ts';
import { dialogOpener, dialogSaver } from './dialogs.ts';
import type { ElectronApi } from './electronApi.ts';
import { electronUpdater, type UpdaterLibrary } from './electronUpdater.ts';
import { guardContents, guardSession } from './guards.ts';
import { followPreferences } from './followPreferences.ts';
import { deepLinkOf } from './launchArguments.ts';
import { keepOpenedLink, type OpenedLink } from './openedLink.ts';
import { electronPdfPrinter } from './pdfPrinter.ts';
import { watchPower } from './powerWatch.ts';
import { endCleanly, quitWithoutWindows } from './quitting.ts';
import { createRouteShower, type RouteShower } from './routeShower.ts';
import { openSystemParts } from './systemParts.ts';
import { systemNotifier } from './systemNotifier.ts';
import { createWindows } from './windows.ts';

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
 * Runs the app in Electron; call it before the app is ready. Resolves when the first window is open, or at once where
 * another Winnow has taken over. Throws a `StartProblem`.
 */
export async function runElectron(launch: ElectronLaunch): Promise<void> {
  const { electron, flags, argv, print } = launch;
  const { app, protocol } = electron;
  protocol.registerSchemesAsPrivileged([appScheme]);
  // Every window asks for the sandbox anyway. Electron would take `--no-sandbox` back here, which an AppImage is started
  // with where the system lets it have no sandbox, and then nothing is drawn.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
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
  const { log, lock } = opened;
  const ending = createEnding(log);
  ending.add(() => lock.release());
  endCleanly(electron, ending);
  endOnCrash(launch.crashes, log, () => {
    electron.dialog.showErrorBox(
      'Winnow has to end',
      `Something unexpected happened. What you decided is saved; start Winnow again. What happened is written in ${opened.logFile}.`,
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

/** What the system asks of the app; it may ask before the app can do it. */
function listenToSystem({ app }: ElectronApi, log: Log, links: DeepLinks, show: () => void): void {
  app.on('web-contents-created', (_event, contents) => {
    guardContents(contents);
  });
  // Also those of windows that print.
  app.on('session-created', guardSession);
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') log.warn('process.gone', { process: type, reason, exitCode });
  });
  app.on('second-instance', (_event, args) => {
    show();
    links.take(deepLinkOf(args));
  });
  app.on('activate', show);
}

async function openShell(
  launch: ElectronLaunch,
  { log, logFile, openedLink }: { readonly log: Log; readonly logFile: string; readonly openedLink: OpenedLink },
  ending: Ending,
): Promise<void> {
  const { electron, flags, root, print, tell } = launch;
  const folder = flags.workspace;
  const clock = systemClock();
  const localApi = beginLocalApi(folder, ending.add);
  const devTools = !electron.app.isPackaged;
  const icon = path.join(root, 'resources', 'icon.png');
  const windows = createWindows({
    electron,
    preload: path.join(root, 'out', 'preload', 'index.cjs'),
    icon,
    folder,
    devTools,
    clock,
    log,
    onLastClosed: quitWithoutWindows(electron, process.platform),
  });
  ending.add(() => windows.settled());
  const routes = createRouteShower(windows);
  let started: ReturnType<typeof compose> | null = null;
  const links = createDeepLinks({
    show: (route) => {
      routes.show(route);
    },
    signIn: (link) => {
      routes.show();
      started?.completeSignIn(link).catch((error: unknown) => {
        log.error('signIn.failed', error);
      });
    },
  });
  listenToSystem(electron, log, links, () => {
    if (started !== null) routes.show();
  });
  openedLink.follow((address) => links.take(address));
  // The others have no such method.
  if (process.platform === 'win32') electron.app.setAppUserModelId('app.winnow.desktop');
  takeLinks(electron, root, process.platform);
  await electron.app.whenReady();

  const temporary = freshTemporaryFolder(folder);
  ending.add(() => rm(temporary, { recursive: true, force: true }));
  const files = createHandedFiles(temporary);
  // Made before anybody could listen for it.
  guardSession(electron.session.defaultSession);
  serveAppScheme(electron.session.defaultSession.protocol, path.join(root, 'out', 'renderer'), files);
  const secrets = await openSecretStore(loadKeytar, log);
  const { preferences, notice } = openPreferences(folder, launch.openSettings, clock.now(), log);
  // electron-store would answer every page where the settings lie (S10).
  electron.ipcMain.removeAllListeners('electron-store-get-data');
  const ports: ShellPorts = {
    info: {
      product: 'Winnow',
      version: electron.app.getVersion(),
      platform: platformName(process.platform),
      capabilities: {
        saveDialog: true,
        openDialog: true,
        tray: true,
        ownWindow: true,
        keychain: secrets.backend === 'keychain',
        updates: launch.noUpdates === '',
      },
      notices: notice === '' ? [] : [notice],
    },
    folder,
    clock,
    secrets,
    saver: dialogSaver(electron, windows),
    opener: dialogOpener(electron, windows, files),
    printer: electronPdfPrinter({ clock, log, openHidden: () => windows.openHidden() }),
    external: { open: (url) => electron.shell.openExternal(url) },
    windows,
    notifier: systemNotifier(electron, icon, (route) => routes.show(route), log),
    preferences,
    log,
    lastErrors: () => lastErrorsOf(logFile),
    updater: launch.noUpdates === '' ? electronUpdater(launch.loadUpdater, log) : noUpdater(launch.noUpdates),
  };
  const app = compose(ports, localApi);
  ending.add(() => app.stop());
  await app.start();
  started = app;
  ending.add(watchPower(electron, app, clock));
  openBridgeIpc({
    ipcMain: electron.ipcMain,
    app,
    info: (contents) => ({ ...ports.info, notices: [...ports.info.notices, ...windows.takeNotices(contents)] }),
    windows: () => windows.contents(),
    onInfo: (contents) => {
      routes.pageLoads(contents);
    },
    onCall: listens(routes, links, (contents) => contents === windows.main()?.webContents),
  });
  ending.add(await followPreferences({ electron, app, log, devTools, command: (id) => routes.run(id) }));
  windows.showMain();
  // Windows has no place for a badge before the window shows.
  ending.add(openSystemParts({ electron, app, clock, log, root, windows, show: (route) => routes.show(route) }));
  // First of all when it ends, so that no start hands over to an app that is going.
  ending.add(
    await listenForHandover(folder, async ({ link, open }) => {
      if (open) routes.show();
      links.take(link);
      return { url: `${appOrigin}/`, shown: open };
    }),
  );
  log.info('started', { version: ports.info.version });
  await announce({ app, flags, log, url: `${appOrigin}/`, print, tell, show: async () => undefined });
}

/** Makes this app the one for `winnow://`. On Linux that is said by the package's desktop file, and asking takes time. */
function takeLinks({ app }: Pick<ElectronApi, 'app'>, root: string, platform: NodeJS.Platform): void {
  if (platform === 'linux') return;
  // Electron's own program alone would not know which app a link is for (Windows).
  if (app.isPackaged) app.setAsDefaultProtocolClient('winnow');
  else app.setAsDefaultProtocolClient('winnow', process.execPath, [path.resolve(root)]);
}

/** A call of the main window means that its page listens, so that links can be followed. */
function listens(
  routes: RouteShower,
  links: DeepLinks,
  isMain: (contents: WebContents) => boolean,
): (contents: WebContents) => void {
  return (contents) => {
    if (!isMain(contents)) return;
    routes.pageListens(contents);
    links.ready();
  };
}
