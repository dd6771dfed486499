import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as electron from 'electron';
import Store from 'electron-store';
import { ownArguments } from './electron/deepLinks.ts';
import { runElectron } from './electron/run.ts';
import { endWithProblem } from './electron/startProblem.ts';
import { settingsName } from './shellCommon/preferenceFile.ts';
import { StartProblem } from './shellCommon/openWorkspace.ts';
import { homeFolder, readStartFlags } from './shellCommon/startFlags.ts';

// Electron's main process. Besides the preload, the only file that imports more than types from electron.

const { app } = electron;

const read = readStartFlags(ownArguments(process.argv.slice(1)), {
  env: process.env,
  platform: process.platform,
  home: homeFolder(),
  cwd: process.cwd(),
});

/** electron-builder writes the source of updates into the package; a package without that file has nowhere to look. */
function noUpdates(): string {
  if (!app.isPackaged) return 'Winnow was started from its source code; update that.';
  const isAddressKnown = existsSync(path.join(process.resourcesPath, 'app-update.yml'));
  return isAddressKnown ? '' : 'This package has no update address; install a newer version over it.';
}

// Closing a terminal closes its output too; failing to write there is no reason to quit.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

if (read.ok) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      app.quit();
    });
  }
  runElectron({
    electron,
    flags: read.flags,
    argv: process.argv,
    root: fileURLToPath(new URL('../../', import.meta.url)),
    openSettings: (options) => new Store({ ...options, name: settingsName }),
    loadUpdater: async () => (await import('electron-updater')).default.autoUpdater,
    noUpdates: noUpdates(),
    crashes: process,
    print: (line) => process.stdout.write(`${line}\n`),
    tell,
  }).catch(async (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    await endWithProblem(electron, message, error instanceof StartProblem ? error.exitCode : 1, tell);
  });
} else {
  void endWithProblem(electron, read.problem, 2, tell);
}
