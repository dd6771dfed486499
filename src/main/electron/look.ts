import type { Preferences } from '#shared/bridge/preferences.ts';
import type { ElectronApi, ShellWindow } from './electronApi.ts';

/** What shows of a window before its page does, and at its edges while it is sized: `--w-bg` of the page's themes. */
const backgrounds = { dark: '#0e1216', light: '#f6f7f9' } as const;

/** The background of a new window. */
export function backgroundOf({ nativeTheme }: Pick<ElectronApi, 'nativeTheme'>): string {
  return nativeTheme.shouldUseDarkColors ? backgrounds.dark : backgrounds.light;
}

/** Title bars, menus and dialogs, which the system draws, look as the page does. */
export function applyTheme({ nativeTheme }: Pick<ElectronApi, 'nativeTheme'>, theme: Preferences['theme']): void {
  nativeTheme.themeSource = theme;
}

/** Keeps a window's background in the theme until it is closed. */
export function keepBackground(electron: Pick<ElectronApi, 'nativeTheme'>, window: ShellWindow): void {
  const draw = (): void => window.setBackgroundColor(backgroundOf(electron));
  electron.nativeTheme.on('updated', draw);
  window.once('closed', () => {
    electron.nativeTheme.off('updated', draw);
  });
}
