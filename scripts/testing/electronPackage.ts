import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A test's files, all of which are removed at its end. */
export interface Files {
  /** An `electron` package as npm installs it, without its binary, in its own folder. */
  readonly electronPackage: () => string;
  /** Executable files, in a folder of their own. */
  readonly filesIn: (files: Readonly<Record<string, string>>) => string;
  readonly remove: () => void;
}

/** Makes a temporary folder for them. */
export function temporaryFiles(): Files {
  const temporary = mkdtempSync(path.join(tmpdir(), 'winnow-electron-'));
  let folders = 0;
  return {
    electronPackage() {
      const modules = path.join(temporary, `p${++folders}`, 'node_modules');
      const packageFolder = path.join(modules, 'electron');
      mkdirSync(packageFolder, { recursive: true });
      for (const name of ['package.json', 'install.js', 'index.js', 'checksums.json']) {
        cpSync(path.join(root, 'node_modules', 'electron', name), path.join(packageFolder, name));
      }
      for (const name of ['@electron', '@electron-internal']) {
        symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name), 'junction');
      }
      return packageFolder;
    },
    filesIn(files) {
      const folder = path.join(temporary, `f${++folders}`);
      for (const [name, text] of Object.entries(files)) {
        const file = path.join(folder, name);
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, text, { mode: 0o755 });
      }
      return folder;
    },
    remove() {
      rmSync(temporary, { recursive: true });
    },
  };
}
