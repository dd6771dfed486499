import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { builder, builderConfig } from '../../scripts/testing/packedFiles.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const { build, Platform, Arch } = (await import('electron-builder')) as unknown as {
  readonly build: (options: object) => Promise<unknown>;
  readonly Platform: { readonly LINUX: { createTarget(target: string, arch: number): unknown } };
  readonly Arch: { readonly x64: number };
};
const { extractAll } = builder('@electron/asar') as { extractAll: (archive: string, to: string) => void };

/** Where Electron's binary keeps its fuses: behind this text come a version, their number, and one character each. */
const fuseMark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const fuseCount = 9;

export interface PackedApp {
  /** The folder with what is in the archive. */
  readonly root: string;
  /** The fuses as electron-builder has set them, a character each: `1` is on, `0` off. */
  readonly fuses: string;
}

/**
 * Packs the built app as electron-builder does for Linux, with an empty program in the place of Electron's binary, and
 * takes the archive apart again.
 */
export async function packApp(folder: string): Promise<PackedApp> {
  const dist = path.join(folder, 'dist');
  mkdirSync(path.join(dist, 'resources'), { recursive: true });
  const fuses = Buffer.concat([Buffer.from(fuseMark), Buffer.from([1, fuseCount]), Buffer.from('1'.repeat(fuseCount))]);
  writeFileSync(path.join(dist, 'electron'), fuses, { mode: 0o755 });
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version']) writeFileSync(path.join(dist, name), '');
  const output = path.join(folder, 'packed');
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir', Arch.x64),
    publish: 'never',
    config: {
      ...builderConfig,
      electronDist: dist,
      npmRebuild: false,
      directories: { ...(builderConfig['directories'] as object), output },
    },
  });
  const unpacked = path.join(output, 'linux-unpacked');
  const app = path.join(folder, 'app');
  extractAll(path.join(unpacked, 'resources', 'app.asar'), app);
  const program = readFileSync(path.join(unpacked, 'winnow'), 'latin1');
  return { root: app, fuses: program.slice(program.indexOf(fuseMark) + fuseMark.length + 2) };
}
