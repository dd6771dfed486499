import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApi } from './electronApi.ts';

/** As many dumps as are kept; each is about a megabyte. */
const mostKept = 5;

/**
 * Keeps dumps of crashes in the workspace, for the user to hand on; nothing is sent anywhere. Call it before the app is
 * ready, so that every process is watched from its start. A dump holds stacks, not what is in the heap.
 */
export function keepCrashDumps(
  { app, crashReporter }: Pick<ElectronApi, 'app' | 'crashReporter'>,
  userData: string,
): void {
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
