import path from 'node:path';
import type { FileOpener, FileSaver } from '#main/ports.ts';
import { safeFileName } from '#main/shellCommon/fileName.ts';
import type { HandedFiles } from '#main/shellCommon/handedFiles.ts';
import type { ElectronApi } from './electronApi.ts';
import type { AppWindows } from './windows.ts';

const filters = {
  csv: [{ name: 'CSV', extensions: ['csv'] }],
  pdf: [{ name: 'PDF', extensions: ['pdf'] }],
};

/** Saves where the user says, asked by the system's own dialog; the page never names a path (S40). */
export function dialogSaver(
  { app, dialog }: Pick<ElectronApi, 'app' | 'dialog'>,
  windows: Pick<AppWindows, 'showMain'>,
): FileSaver {
  let lastFolder = '';
  return {
    choose: async (suggestedName, kind) => {
      const { canceled, filePath } = await dialog.showSaveDialog(windows.showMain(), {
        defaultPath: path.join(
          lastFolder === '' ? app.getPath('downloads') : lastFolder,
          safeFileName(suggestedName, kind),
        ),
        filters: filters[kind],
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      });
      if (canceled || filePath === '') return null;
      lastFolder = path.dirname(filePath);
      return { name: path.basename(filePath), path: filePath, finish: async () => '' };
    },
  };
}

/** Lets the user choose files to import; they stay where they are. */
export function dialogOpener(
  { dialog }: Pick<ElectronApi, 'dialog'>,
  windows: Pick<AppWindows, 'showMain'>,
  files: HandedFiles,
): FileOpener {
  return {
    choose: async () => {
      const { canceled, filePaths } = await dialog.showOpenDialog(windows.showMain(), {
        title: 'Import companies',
        properties: ['openFile', 'multiSelections'],
      });
      return canceled ? [] : filePaths.map((file) => files.add(path.basename(file), file));
    },
    resolve: (token) => files.opener.resolve(token),
  };
}
