import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron as electron, chromium, expect } from 'playwright/test';
import type { Launcher } from './launcher.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Starts Electron on the built app, as `npm start` does if there is a display. */
export function electronLauncher(): Launcher {
  return async ({ workspace, sample }) => {
    const app = await electron.launch({
      args: [root, '--workspace', workspace, '--sample', String(sample)],
      cwd: root,
    });
    const page = await app.firstWindow();
    const browser = await chromium.launch({ executablePath: process.env['WINNOW_CHROMIUM'] ?? '' });
    const outside = await browser.newContext();
    let saves = 0;
    return {
      page,
      context: app.context(),
      outside,
      saved: async (action) => {
        saves += 1;
        const target = path.join(workspace, `saved-${saves}`);
        // The system's own dialog cannot be driven; it answers as if the user had chosen this file.
        await app.evaluate(({ dialog }, filePath) => {
          dialog.showSaveDialog = async () => ({ canceled: false, filePath });
        }, target);
        await action();
        await expect.poll(() => existsSync(target)).toBe(true);
        return target;
      },
      opened: async (action) => {
        const opening = app.waitForEvent('window');
        await action();
        return await opening;
      },
      external: async (action) => {
        const opening = app.evaluate(
          ({ shell }) =>
            new Promise<string>((resolve) => {
              shell.openExternal = async (url) => resolve(url);
            }),
        );
        await action();
        const shown = await outside.newPage();
        await shown.goto(await opening);
        return shown;
      },
      chosen: async (files, action) => {
        await app.evaluate(
          ({ dialog }, filePaths) => {
            dialog.showOpenDialog = async () => ({ canceled: false, filePaths });
          },
          [...files],
        );
        await action();
      },
      stop: async () => {
        await app.close();
        await browser.close();
      },
      kill: async () => {
        const child = app.process();
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      },
    };
  };
}
