import type * as Electron from 'electron';

/**
 * The parts of the electron module that the shell uses. They are handed in, so that this folder loads without Electron
 * (a plain `require('electron')` in Node starts a download) and tests can put a double in their place.
 */
export type ElectronApi = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
  | 'dialog'
  | 'ipcMain'
  | 'Menu'
  | 'nativeImage'
  | 'nativeTheme'
  | 'Notification'
  | 'powerMonitor'
  | 'protocol'
  | 'screen'
  | 'session'
  | 'shell'
  | 'Tray'
>;
