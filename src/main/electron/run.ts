import path from 'node:path';
import type { WebContents } from 'electron';
import { compose } from '#main/compose.ts';
import type { Log, ShellPorts } from '#main/ports.ts';
import { makeFirstSample } from '#main/shellCommon/firstSample.ts';
import { createHandedFiles } from '#main/shellCommon/handedFiles.ts';
import { openWorkspace } from '#main/shellCommon/openWorkspace.ts';
import { platformName } from '#main/shellCommon/platform.ts';
import { openPreferences, type SettingsFileOptions, type SettingsStore } from '#main/shellCommon/preferenceFile.ts';
import { loadKeytar, openSecretStore } from '#main/shellCommon/secretStore.ts';
import type { ShellApp } from '#main/shellCommon/shellApp.ts';
import type { StartFlags } from '#main/shellCommon/startFlags.ts';
import { systemClock } from '#main/shellCommon/systemClock.ts';
import { freshTemporaryFolder } from '#main/shellCommon/workspaceFolder.ts';
import { appMenu } from './appMenu.ts';
import { appOrigin, appScheme, serveAppScheme } from './appScheme.ts';
import { openBridgeIpc } from './bridgeIpc.ts';
import { createDeepLinks, type DeepLinks } from './deepLinks.ts';
import { dialogOpener, dialogSaver } from './dialogs.ts';
import type { ElectronApi } from './electronApi.ts';
import { guardContents, guardSession } from './guards.ts';
import { deepLinkOf } from './launchArguments.ts';
import { systemNotifier } from './systemNotifier.ts';
import { openTray } from './tray.ts';
import { createWindows, type AppWindows } from './windows.ts';

/** What the process brings. */
export interface ElectronLaunch {
  readonly electron: ElectronApi;
  readonly flags: StartFlags;
  readonly argv: readonly string[];
  /** The app's folder, with `out/` and `resources/` in it. */
  readonly root: string;
  /** electron-store, which only loads inside Electron. */
  readonly openSettings: (options: SettingsFileOptions) => SettingsStore;
  readonly print: (line: string) => void;
}

/** The longest that quitting may take, in milliseconds (F29). */
const quitMs = 2000;

/**
 * Runs the app in Electron; call it before the app is ready. Resolves when the first window is open, or at once where
 * another Winnow has taken over. Throws a `StartProblem`.
 */
export async function runElectron(launch: ElectronLaunch): Promise<void> {
  const { electron, flags, argv } = launch;
  const { app, protocol } = electron;
  protocol.registerSchemesAsPrivileged([appScheme]);
  app.enableSandbox();
  // Of the workspace, so that two workspaces can be open at once and nothing of one is in the other.
  app.setPath('userData', path.join(flags.workspace, 'electron'));
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  const { log, lock } = openWorkspace(flags.workspace);
  app.on('web-contents-created', (_event, contents) => {
    guardContents(contents);
  });
  // Also those of windows that print.
  app.on('session-created', guardSession);
  app.setAsDefaultProtocolClient('winnow');
  let windows: AppWindows | null = null;
  let shell: ShellApp | null = null;
  const links = createDeepLinks({
    show: (route) => showRoute(windows, route),
    signIn: (link) => {
      shell?.completeSignIn(link).catch((error: unknown) => {
        log.error('signIn.failed', error);
      });
      windows?.showMain();
    },
  });
  app.on('open-url', (event, address) => {
    event.preventDefault();
    links.take(address);
  });
  app.on('second-instance', (_event, args) => {
    windows?.showMain();
    links.take(deepLinkOf(args));
  });
  links.take(deepLinkOf(argv));
  await app.whenReady();
  const opened = await openShell(launch, log, links, () => {
    lock.release();
  });
  windows = opened.windows;
  shell = opened.app;
}

async function openShell(
  { electron, flags, root, openSettings, print }: ElectronLaunch,
  log: Log,
  links: DeepLinks,
  release: () => void,
): Promise<{ windows: AppWindows; app: ShellApp }> {
  const folder = flags.workspace;
  const clock = systemClock();
  const files = createHandedFiles(freshTemporaryFolder(folder));
  const devTools = !electron.app.isPackaged;
  const icon = path.join(root, 'resources', 'icon.png');
  // Made before anybody could listen for it.
  guardSession(electron.session.defaultSession);
  serveAppScheme(electron.session.defaultSession.protocol, path.join(root, 'out', 'renderer'), files);

  const windows = createWindows({
    electron,
    preload: path.join(root, 'out', 'preload', 'index.cjs'),
    icon,
    folder,
    devTools,
    onError: (error) => {
      log.error('window.failed', error);
    },
  });
  const secrets = await openSecretStore(loadKeytar, log);
  const { preferences, notice } = openPreferences(folder, openSettings, clock.now(), log);
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
      },
      notices: notice === '' ? [] : [notice],
    },
    folder,
    clock,
    secrets,
    saver: dialogSaver(electron, windows),
    opener: dialogOpener(electron, windows, files),
    external: { open: (url) => electron.shell.openExternal(url) },
    windows,
    notifier: systemNotifier(electron, icon, (route) => showRoute(windows, route)),
    preferences,
    log,
  };
  const app = compose(ports);
  await app.start();
  openBridgeIpc({
    ipcMain: electron.ipcMain,
    app,
    info: ports.info,
    windows: () => windows.contents(),
    onCall: readyOnce(windows, links),
  });
  const send = (name: string, payload: unknown): void => {
    windows.main()?.webContents.send('winnow:event', name, payload);
  };
  electron.Menu.setApplicationMenu(
    electron.Menu.buildFromTemplate(
      appMenu(process.platform, devTools, (id) => {
        send('command', { id });
      }),
    ),
  );
  const show = (route?: string): void => {
    if (route === undefined) windows.showMain();
    else showRoute(windows, route);
  };
  const quit = (): void => electron.app.quit();
  const trayIcon = path.join(root, 'resources', process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png');
  const closeTray = openTray({ electron, app, clock, log, icon: trayIcon, show, quit });
  endCleanly(electron, async () => {
    closeTray();
    await app.stop();
    release();
  });
  electron.app.on('activate', () => {
    windows.showMain();
  });
  windows.showMain();
  log.info('started');
  const sample = makeFirstSample(app, folder, flags.sample, () => undefined);
  if (flags.json) {
    await sample;
    print(JSON.stringify({ url: `${appOrigin}/` }));
  } else {
    sample.catch((error: unknown) => {
      log.error('sample.failed', error);
    });
  }
  return { windows, app };
}

/** Shows a route in the main window: in a new one by its address, in an open one by an event. */
function showRoute(windows: AppWindows | null, route: string): void {
  const open = windows?.main() ?? null;
  windows?.showMain(route);
  open?.webContents.send('winnow:event', 'navigate', { path: route });
}

/** The main window's first call means that it listens, so links can be followed. */
function readyOnce(windows: AppWindows, links: DeepLinks): (contents: WebContents) => void {
  let isReady = false;
  return (contents) => {
    if (isReady || contents !== windows.main()?.webContents) return;
    isReady = true;
    links.ready();
  };
}

/** Waits with quitting until the work has ended, but not longer than two seconds. */
function endCleanly({ app }: Pick<ElectronApi, 'app'>, stop: () => Promise<void>): void {
  let ending = false;
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (ending) return;
    ending = true;
    setTimeout(() => {
      app.exit(0);
    }, quitMs);
    stop()
      .catch(() => undefined)
      .finally(() => {
        app.exit(0);
      });
  });
  app.on('window-all-closed', () => {
    // On macOS an app stays until it is quit; elsewhere the tray is no place to look for one that seems closed.
    if (process.platform !== 'darwin') app.quit();
  });
}
