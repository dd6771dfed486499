import type { ElectronApi, ShellWindow } from './electronApi.ts';

export interface BadgeParts {
  readonly electron: Pick<ElectronApi, 'app' | 'nativeImage'>;
  readonly platform: NodeJS.Platform;
  /** The mark for Windows, which shows a picture and no number. */
  readonly icon: string;
  readonly main: () => ShellWindow | null;
}

/** Shows how many companies are to be reviewed on the app's icon in the dock or the taskbar, where the system can. */
export function createBadge({ electron, platform, icon, main }: BadgeParts): (unrated: number) => void {
  return (unrated) => {
    if (platform === 'win32') {
      const mark = unrated === 0 ? null : electron.nativeImage.createFromPath(icon);
      main()?.setOverlayIcon(mark, unrated === 0 ? '' : `${unrated} to review`);
    } else {
      electron.app.setBadgeCount(unrated);
    }
  };
}
