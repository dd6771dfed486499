import type { ElectronApi } from './electronApi.ts';

/** How long a failed start waits for Electron to be able to show a window, in milliseconds. */
const readyMs = 10_000;

/**
 * Says why Winnow does not start, and ends it. A user who started it from an icon sees no terminal, so a package shows
 * a dialog; on Linux Electron can only do that once it is ready, and would write to the terminal before.
 */
export async function endWithProblem(
  { app, dialog }: Pick<ElectronApi, 'app' | 'dialog'>,
  message: string,
  exitCode: number,
  tell: (line: string) => void,
): Promise<void> {
  tell(message);
  if (app.isPackaged) {
    await Promise.race([app.whenReady(), new Promise((resolve) => setTimeout(resolve, readyMs))]);
    dialog.showErrorBox('Winnow', message);
  }
  app.exit(exitCode);
}
