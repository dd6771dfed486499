import path from 'node:path';
import type { FileOpener, FileSaver } from '#main/ports.ts';
import { safeFileName } from '#main/shellCommon/texts.ts';
import type { HandedFiles } from '#main/shellCommon/handedFiles.ts';
import { readShellState, writeShellState, type ShellState } from '#main/shellCommon/preferenceFile.ts';
import type { ElectronApi } from './electronApi.ts';
import type { AppWindows } from './windows.ts';

const filters = {
  csv: [{ name: 'CSV', extensions: ['csv'] }],
  pdf: [{ name: 'PDF', extensions: ['pdf'] }],
  zip: [{ name: 'ZIP', extensions: ['zip'] }],
};

export interface DialogParts {
  readonly electron: Pick<ElectronApi, 'app' | 'dialog'>;
  readonly windows: Pick<AppWindows, 'ownerOf'>;
  /** The workspace's folder, where the last used folders are remembered. */
  readonly folder: string;
}

/** Saves where the user chooses in the system's own dialog; the page never names a path (S40). */
export function dialogSaver({ electron: { app, dialog }, windows, folder }: DialogParts): FileSaver {
  return {
    choose: async (suggestedName, kind, client) => {
      const start = readShellState(folder).saveFolder || app.getPath('downloads');
      const { canceled, filePath } = await dialog.showSaveDialog(windows.ownerOf(client), {
        defaultPath: path.join(start, safeFileName(suggestedName, kind)),
        filters: filters[kind],
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      });
      if (canceled || filePath === '') return null;
      await remember(folder, { saveFolder: path.dirname(filePath) });
      return { name: path.basename(filePath), path: filePath, finish: async () => '' };
    },
  };
}

/** Lets the user choose files to import; they stay in place. */
export function dialogOpener(
  { electron: { app, dialog }, windows, folder }: DialogParts,
  files: HandedFiles,
): FileOpener {
  return {
    choose: async (client) => {
      const { canceled, filePaths } = await dialog.showOpenDialog(windows.ownerOf(client), {
        title: 'Import companies',
        defaultPath: readShellState(folder).openFolder || app.getPath('documents'),
        properties: ['openFile', 'multiSelections'],
      });
      const [first] = filePaths;
      if (canceled || first === undefined) return [];
      await remember(folder, { openFolder: path.dirname(first) });
      return filePaths.map((file) => files.add(path.basename(file), file));
    },
    resolve: (token) => files.opener.resolve(token),
  };
}

/** The next dialog starts where the last one ended up, even after a restart. */
async function remember(folder: string, used: Partial<ShellState>): Promise<void> {
  await writeShellState(folder, { ...readShellState(folder), ...used });
}
