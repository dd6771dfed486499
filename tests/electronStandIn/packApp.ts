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

/** Marks the fuses in Electron's binary: it is followed by a version, their number, and one character each. */
const fuseMark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const fuseCount = 9;

export interface PackedApp {
  /** The folder with the archive's contents. */
  readonly root: string;
  /** The fuses as electron-builder has set them, one character each: `1` is on, `0` off. */
  readonly fuses: string;
}

/**
 * Packs the built app as electron-builder does for Linux, with an empty program in place of Electron's binary, and
 * unpacks the archive.
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
