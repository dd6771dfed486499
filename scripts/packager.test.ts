import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { afterPack, packagerArguments, processorsOf } from './lib/packaging.mjs';
import { builder, builderConfig, packs } from './testing/packedFiles.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The start of a file, byte by byte. */
function header(...parts: readonly (readonly [at: number, bytes: string])[]): Buffer {
  const head = Buffer.alloc(512);
  for (const [at, bytes] of parts) head.write(bytes, at, 'hex');
  return head;
}

describe('the module for the keychain', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'winnow-pack-'));
  const module = path.join(folder, 'app.asar.unpacked/node_modules/keytar/build/Release/keytar.node');
  const context = (arch: number) => ({ appOutDir: folder, arch, packager: { getResourcesDir: (dir: string) => dir } });
  const [x64, arm64, universal] = [1, 3, 4];
  beforeAll(() => mkdirSync(path.dirname(module), { recursive: true }));
  afterAll(() => rmSync(folder, { recursive: true }));

  const elf = (machine: string) => header([0, '7f454c46'], [18, machine]);
  const windows = (machine: string) => header([0, '4d5a'], [60, '80000000'], [128, `50450000${machine}`]);
  const fat = header([0, 'cafebabe00000002'], [8, '01000007'], [28, '0100000c']);

  test.each([
    ['Linux, x64', elf('3e00'), ['x64']],
    ['Linux, ARM', elf('b700'), ['arm64']],
    ['Windows, x64', windows('6486'), ['x64']],
    ['Windows, ARM', windows('64aa'), ['arm64']],
    ['macOS, Intel', header([0, 'cffaedfe07000001']), ['x64']],
    ['macOS, Apple', header([0, 'cffaedfe0c000001']), ['arm64']],
    ['macOS, both', fat, ['x64', 'arm64']],
    ['something else', Buffer.from('not a module'), []],
  ])('is for the processor of its package, or there is none: %s', (_, bytes, known) => {
    writeFileSync(module, bytes);
    expect(processorsOf(module)).toEqual(known);
    for (const [arch, wanted] of [
      [x64, ['x64']],
      [arm64, ['arm64']],
      [universal, ['x64', 'arm64']],
    ] as const) {
      if (wanted.every((name) => known.includes(name))) expect(() => afterPack(context(arch ?? 0))).not.toThrow();
      else expect(() => afterPack(context(arch ?? 0))).toThrow(`the package for ${wanted.join(' and ')}`);
    }
  });

  test('is there, or there is no package; electron-builder calls the check by the name it has', async () => {
    rmSync(module, { force: true });
    expect(() => afterPack(context(1))).toThrow('keytar was not built');
    const { resolveFunction } = builder('app-builder-lib/out/util/resolve') as {
      readonly resolveFunction: (type: string, hook: unknown, name: string, folder: string) => Promise<unknown>;
    };
    const hook = (await resolveFunction('module', builderConfig['afterPack'], 'afterPack', root)) as typeof afterPack;
    expect(() => hook(context(1))).toThrow('keytar was not built');
    const own = path.join(root, 'node_modules/keytar/build/Release/keytar.node');
    if (existsSync(own)) expect(processorsOf(own)).toEqual([process.arch]);
  });
});

test('packages look for updates where the environment says, a folder for each processor, and nowhere else', () => {
  expect(builderConfig['publish']).toBeNull();
  const all = { WINNOW_UPDATES_URL: 'https://dl.example/winnow/', WINNOW_HOMEPAGE: 'https://winnow.example' };
  expect(packagerArguments(['--win', '--arm64'], all, 'win32')).toEqual({
    args: [
      '--win',
      '--arm64',
      '--publish',
      'never',
      '-c.publish.provider=generic',
      '-c.publish.url=https://dl.example/winnow/${os}-${arch}',
      '-c.extraMetadata.homepage=https://winnow.example',
    ],
    notes: [],
  });
  const none = packagerArguments(['--linux', '--arm64'], {}, 'linux');
  expect(none.args).toEqual(['--linux', 'AppImage', '--arm64', '--publish', 'never']);
  expect(none.notes).toEqual([
    expect.stringContaining('WINNOW_UPDATES_URL is not set'),
    expect.stringContaining('WINNOW_HOMEPAGE is not set: no .deb'),
  ]);
  expect(packagerArguments([], {}, 'linux').args.slice(0, 2)).toEqual(['--linux', 'AppImage']);
  expect(packagerArguments(['--linux', 'dir'], {}, 'linux').args.slice(0, 2)).toEqual(['--linux', 'dir']);
  expect(packagerArguments(['--mac'], {}, 'darwin').notes).toHaveLength(1);
});

test('a package holds Winnow’s own licence and those of all that is in it', () => {
  const from = (builderConfig['extraResources'] as { from: string }[]).map(({ from: file }) => file);
  expect(from).toEqual(expect.arrayContaining(['LICENSE', 'out/licences.txt']));
  // The packager leaves out of the archive what it puts beside it, so the page has its own copy.
  expect(from).not.toContain('out/renderer/licences.txt');
  expect(packs(builderConfig)('out/renderer/licences.txt')).toBe(true);
  // Electron and Chromium come with their own, which electron-builder keeps.
  const framework = readFileSync(builder.resolve('app-builder-lib/out/electron/ElectronFramework'), 'utf8');
  expect(framework).toContain('LICENSE.electron.txt');
  expect(framework).toContain('LICENSES.chromium.html');
});
