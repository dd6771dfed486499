import type { ElectronApi } from '../../src/main/electron/electronApi.ts';
import { app } from './app.ts';
import { StandInWindow as BrowserWindow } from './browserWindow.ts';
import { chromium } from './chromium.ts';
import { pages } from './contents.ts';
import { listenToTest } from './driver.ts';
import { ipcMain } from './ipc.ts';
import { protocol, sessionOf } from './sessions.ts';
import { life, need } from './state.ts';
import {
  crashReporter,
  dialog,
  nativeImage,
  nativeTheme,
  powerMonitor,
  screen,
  shell,
  StandInMenu as Menu,
  StandInNotification as Notification,
  StandInTray as Tray,
} from './system.ts';

// What `import … from 'electron'` gives under register.ts: see README.md.

const session = {
  get defaultSession() {
    need(life.ready, 'Session can only be received when app is ready');
    return sessionOf('', app);
  },
};

/** The members that `ElectronApi` names; the real module is checked against the same list. */
const electron = {
  app,
  BrowserWindow,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  nativeImage: nativeImage as unknown as ElectronApi['nativeImage'],
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  Tray,
} satisfies ElectronApi;

export {
  app,
  BrowserWindow,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  Tray,
};
// electron-store and electron-updater import all of it.
// oxlint-disable-next-line import/no-default-export
export default electron;

/** How long a new page may be held, in milliseconds. */
const heldMs = 1000;

Object.defineProperty(process, 'resourcesPath', { value: app.getAppPath() });
listenToTest();

// Chromium first, so that `ready` comes after the app's own file has run, as in Electron.
const { root } = await chromium();
// The window's handler decides about pages that a page opens itself.
root.on('Target.targetCreated', ({ targetInfo: { type, openerId, targetId, url } }) => {
  const opener = type === 'page' && openerId !== undefined ? pages.get(openerId) : undefined;
  if (opener?.decideOpening(url) !== 'deny') return;
  // Not at once: the test driver holds a new page until it has looked at it, and a page closed while held never lets go
  // of its opener.
  setTimeout(() => void root.send('Target.closeTarget', { targetId }).catch(() => undefined), heldMs);
});
await root.send('Target.setDiscoverTargets', { discover: true });
setTimeout(() => app.becomeReady(), 10);
