import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import buildConfig from '../electron.vite.config.ts';
import { importsOf, resolveImport } from './lib/imports.mjs';
import { packedFolders } from './lib/licences.mjs';
import { afterPack, packagerArguments, processorsOf } from './lib/packaging.mjs';
import { ensureBuilt } from './lib/setup.mjs';
import { builder, builderConfig, packs } from './testing/packedFiles.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const quiet = { isEnabled: false, add: (): void => undefined };
const manifest = readJson('package.json') as {
  readonly main: string;
  readonly scripts: Record<string, string>;
  readonly dependencies: Record<string, string>;
  readonly optionalDependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly allowScripts: Record<string, boolean>;
};

const { validateConfiguration } = builder('app-builder-lib/out/util/config/config') as {
  readonly validateConfiguration: (config: object, log: typeof quiet) => Promise<void>;
};
const registry = /^https:\/\/registry\.npmjs\.org\//;
const config = builderConfig;

test('electron-builder takes the configuration, and refuses one with a mistake', async () => {
  await expect(validateConfiguration(config, quiet)).resolves.toBeUndefined();
  await expect(validateConfiguration({ ...config, asarUnpak: [] }, quiet)).rejects.toThrow('asarUnpak');
});

test('S11 every fuse that electron-builder knows is decided, and those that matter are the safe way round', () => {
  const schema = readJson(builder.resolve('app-builder-lib/scheme.json')) as {
    definitions: { FuseOptionsV1: { properties: object } };
  };
  const fuses = config['electronFuses'] as Record<string, boolean>;
  expect(Object.keys(fuses).toSorted()).toEqual(Object.keys(schema.definitions.FuseOptionsV1.properties).toSorted());
  expect(fuses).toMatchObject({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    grantFileProtocolExtraPrivileges: false,
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
  });
});

test('what the configuration names is there: icons, entitlements, the entry, keytar outside the archive', () => {
  const { mac, win, linux, asarUnpack, protocols, electronVersion } = config as unknown as {
    mac: { icon: string; entitlements: string; hardenedRuntime: boolean };
    win: { icon: string };
    linux: { icon: string };
    asarUnpack: string[];
    protocols: { schemes: string[] }[];
    electronVersion: string;
  };
  for (const { icon } of [mac, win, linux]) {
    // Width and height of a PNG stand at bytes 16 and 20; macOS wants 1024 of each.
    const png = readFileSync(path.join(root, icon));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1024, 1024]);
  }
  const entitlements = readFileSync(path.join(root, mac.entitlements), 'utf8');
  expect(mac.hardenedRuntime).toBe(true);
  expect([...entitlements.matchAll(/<key>(?<key>.*)<\/key>/g)].map((match) => match.groups?.['key'])).toEqual([
    'com.apple.security.cs.allow-jit',
  ]);
  expect(asarUnpack).toContain('node_modules/keytar/**');
  expect(protocols.flatMap(({ schemes }) => schemes)).toEqual(['winnow']);
  expect(manifest.devDependencies['electron']).toBe(electronVersion);
});

test('each picture is there in every size that a system asks for, so that none is scaled, and is packed', () => {
  const resources = path.join(root, 'resources');
  const sizeOf = (name: string): number[] => {
    const png = readFileSync(path.join(resources, name));
    expect(png.toString('latin1', 1, 4)).toBe('PNG');
    return [png.readUInt32BE(16), png.readUInt32BE(20)];
  };
  const tray = readdirSync(resources).filter((name) => /^tray(?:Template)?(?:@[\d.]+x)?\.png$/.test(name));
  for (const name of tray) {
    const scale = Number(/@(?<scale>[\d.]+)x/.exec(name)?.groups?.['scale'] ?? 1);
    expect(sizeOf(name), name).toEqual([16 * scale, 16 * scale]);
  }
  const sizes = tray.filter((name) => !name.includes('Template')).map((name) => sizeOf(name)[0] ?? 0);
  expect(sizes.toSorted((a, b) => a - b)).toEqual([16, 20, 24, 32, 40, 48, 64]);
  // An icon of Windows is a list: how many, then sixteen bytes for each, the width first.
  const icon = readFileSync(path.join(resources, 'tray.ico'));
  const widths = Array.from({ length: icon.readUInt16LE(4) }, (_, index) => icon.readUInt8(6 + 16 * index));
  expect(widths).toEqual([16, 20, 24, 32, 40, 48, 64]);
  expect(sizeOf('window.png')).toEqual([256, 256]);
  const isPacked = packs(config);
  for (const name of [...tray, 'tray.ico', 'window.png']) expect(isPacked(`resources/${name}`), name).toBe(true);
});

test('Linux knows the app’s windows, badge and links by the name of its desktop file', () => {
  const { linux } = config as unknown as { linux: { syncDesktopName: boolean; executableName: string } };
  const { desktopName } = readJson('package.json') as { desktopName: string };
  expect(linux.syncDesktopName).toBe(true);
  expect(desktopName).toBe(`${linux.executableName}.desktop`);
});

test('removing the app from Windows takes the links back that it has taken, an update does not', () => {
  const { nsis } = config as unknown as { nsis: { include: string } };
  const script = readFileSync(path.join(root, nsis.include), 'utf8');
  expect(script).toMatch(
    /!macro customUnInstall\s+\$\{ifNot\} \$\{isUpdated\}\s+DeleteRegKey HKCU "Software\\Classes\\winnow"/,
  );
  const template = readFileSync(builder.resolve('app-builder-lib/templates/nsis/uninstaller.nsh'), 'utf8');
  expect(template).toContain('!insertmacro customUnInstall\n');
});

test('S13 every package comes from the registry, and those that run a script at install are decided one by one', () => {
  const { packages } = readJson('package-lock.json') as {
    packages: Record<string, { resolved?: string; hasInstallScript?: boolean; optional?: boolean }>;
  };
  const entries = Object.entries(packages).filter(([name]) => name !== '');
  expect(entries.length).toBeGreaterThan(100);
  for (const [, { resolved }] of entries) if (resolved !== undefined) expect(resolved).toMatch(registry);
  const scripted = entries.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([name]) => name);
  const undecided = scripted.filter(
    (name) => manifest.allowScripts[name.replace(/^.*node_modules\//, '')] === undefined,
  );
  expect(undecided).toEqual([]);
  // An exact version, so never an address: what is installed is what the lockfile was written for.
  const versions = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies };
  expect(Object.values(versions).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

interface Locked {
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

describe('the module for the keychain', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'winnow-pack-'));
  const module = path.join(folder, 'app.asar.unpacked/node_modules/keytar/build/Release/keytar.node');
  const context = (arch: number) => ({ appOutDir: folder, arch, packager: { getResourcesDir: (dir: string) => dir } });
  const [x64, arm64, universal] = [1, 3, 4];
  beforeAll(() => mkdirSync(path.dirname(module), { recursive: true }));
  afterAll(() => rmSync(folder, { recursive: true }));

  const header = (...parts: readonly (readonly [at: number, bytes: string])[]): Buffer => {
    const head = Buffer.alloc(512);
    for (const [at, bytes] of parts) head.write(bytes, at, 'hex');
    return head;
  };
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
    const hook = (await resolveFunction('module', config['afterPack'], 'afterPack', root)) as typeof afterPack;
    expect(() => hook(context(1))).toThrow('keytar was not built');
    const own = path.join(root, 'node_modules/keytar/build/Release/keytar.node');
    if (existsSync(own)) expect(processorsOf(own)).toEqual([process.arch]);
  });
});

test('packages look for updates where the environment says, a folder for each processor, and nowhere else', () => {
  expect(config['publish']).toBeNull();
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
  const from = (config['extraResources'] as { from: string }[]).map(({ from: file }) => file);
  expect(from).toEqual(expect.arrayContaining(['LICENSE', 'out/renderer/licences.txt']));
  expect(packs(config)('out/renderer/licences.txt')).toBe(true);
  // Electron and Chromium come with theirs, which electron-builder keeps.
  const framework = readFileSync(builder.resolve('app-builder-lib/out/electron/ElectronFramework'), 'utf8');
  expect(framework).toContain('LICENSE.electron.txt');
  expect(framework).toContain('LICENSES.chromium.html');
});

/** What a package has no Node to run with. */
const withNodeOnly: ReadonlySet<string> = new Set(['browserShell', 'cli']);

describe('what the build makes', () => {
  beforeAll(() => {
    ensureBuilt();
  }, 600_000);
  const { main, preload } = buildConfig as unknown as Record<'main' | 'preload', BuildOfOne>;
  const entries = Object.keys(main.build.rollupOptions.input).filter((name) => !withNodeOnly.has(name));
  const built = [
    ...entries.map((name) => `out/main/${main.build.rollupOptions.output.entryFileNames.replace('[name]', name)}`),
    `out/main/${main.build.rollupOptions.output.chunkFileNames?.replace('[name]-[hash]', 'shared-abc') ?? ''}`,
    ...Object.keys(preload.build.rollupOptions.input).map(
      (name) => `out/preload/${preload.build.rollupOptions.output.entryFileNames.replace('[name]', name)}`,
    ),
    'out/renderer/index.html',
    'out/renderer/assets/index-abc.js',
  ];

  test('is packed: both entries of Electron, every thread, the chunks and the page, but no source maps', () => {
    expect(built.length).toBeGreaterThan(8);
    expect(built).toContain(manifest.main.replace(/^\.\//, ''));
    const isPacked = packs(config);
    expect(built.filter((file) => !isPacked(file))).toEqual([]);
    expect(isPacked('resources/icon.png')).toBe(true);
    // The halves of a universal package may differ in native code only; the rest is of the browser shell or the packager.
    for (const file of [
      'node_modules/keytar/bin/darwin-arm64-140/keytar.node',
      'node_modules/keytar/build/Release/obj.target/keytar.node',
      'node_modules/keytar/src/main.cc',
      'out/main/browserShell.js',
      'out/main/cli.js',
      'resources/installer.nsh',
    ]) {
      expect(isPacked(file), file).toBe(false);
    }
    expect(isPacked('node_modules/keytar/build/Release/keytar.node')).toBe(true);
    for (const file of [
      'out/main/worker.js.map',
      'out/renderer/assets/index-abc.js.gz',
      'out/.stamp',
      'src/main/index.ts',
      'tests/faults/main.ts',
      '.env',
    ]) {
      expect(isPacked(file), file).toBe(false);
    }
    const without = packs({ ...config, files: [{ filter: [...config.files[0].filter, '!out/main/readerThread.js'] }] });
    expect(built.filter((file) => !without(file))).toEqual(['out/main/readerThread.js']);
  });

  test('finds beside it, in the package, every package that it imports by name, with what those need; no other is there', () => {
    const { packages } = readJson('package-lock.json') as { packages: Record<string, Locked> };
    const isPacked = packs(config);
    const isThere = (place: string): boolean => isPacked(`${place}/package.json`);
    // A tool is never packed: electron-builder takes `dependencies` and `optionalDependencies` only.
    const places = Object.keys(packages).filter((place) => place !== '' && packages[place]?.dev !== true);
    const packed = places.filter(isThere);
    const licensed = packedFolders(root).map((folder) => path.relative(root, folder).replaceAll('\\', '/'));
    expect(new Set(packed)).toEqual(new Set([...licensed, 'node_modules/keytar']));
    // At the top: electron-builder lays the tree anew, and leaves out by name what it puts there.
    const missing = packed
      .filter((place) => place !== 'node_modules/keytar')
      .flatMap((place) => Object.keys(packages[place]?.dependencies ?? {}).filter((name) => !isThere(`node_modules/${name}`)));
    expect(missing).toEqual([]);
    const imported = new Set(
      globSync('out/main/**/*.js', { cwd: root })
        .filter((file) => isPacked(file.replaceAll('\\', '/')) && !file.endsWith('browserShell.js'))
        .flatMap((file) => importsOf(file, readFileSync(path.join(root, file), 'utf8')))
        .flatMap(({ specifier }) => {
          const target = resolveImport(specifier, 'out/main/index.js');
          return target.kind === 'package' ? [target.name] : [];
        }),
    );
    // Electron brings itself, and a PDF is printed by a browser in the browser shell only.
    for (const name of ['electron', 'puppeteer-core']) expect(imported.delete(name), name).toBe(true);
    const named = [...Object.keys(manifest.dependencies), 'keytar'];
    // The typeface is read as files.
    expect([...imported, '@fontsource-variable/inter'].toSorted()).toEqual(named.toSorted());
  });

  test('finds in the package what a report reads of the typeface', () => {
    const typeface = 'node_modules/@fontsource-variable/inter';
    const read = [
      ...globSync(`${typeface}/files/*-wght-normal.woff2`, { cwd: root }).map((file) => file.replaceAll('\\', '/')),
      `${typeface}/unicode.json`,
      `${typeface}/package.json`,
    ];
    expect(read.length).toBeGreaterThan(5);
    const isPacked = packs(config);
    expect(read.filter((file) => !isPacked(file))).toEqual([]);
    expect(isPacked(`${typeface}/files/inter-latin-wght-italic.woff2`)).toBe(false);
    expect(isPacked(`${typeface}/files/inter-latin-opsz-normal.woff2`)).toBe(false);
  });

  test('has every file that a thread is started from, and no thread is started from anything else', () => {
    const started = globSync('src/{main,server,node}/**/*.ts', { cwd: root })
      .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
      .flatMap((file) => threadsIn(file, readFileSync(path.join(root, file), 'utf8')));
    expect(started.length).toBeGreaterThan(3);
    for (const name of started) expect(entries).toContain(name);
    expect(threadsIn('a.ts', "new Worker('./other.js'); new Worker(options.entry); threadFile('cli');")).toEqual([
      "'./other.js'",
      'cli',
    ]);
  });
});

describe('workflows', () => {
  const folder = path.join(root, '.github', 'workflows');
  const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));

  test('there are some, with no permission but what a job names', () => {
    expect(files.length).toBeGreaterThan(0);
    for (const { text } of files) expect(text).toMatch(/^permissions: \{\}$/m);
  });

  test('every action is pinned by the hash of a commit', () => {
    const used = files.flatMap(({ text }) =>
      [...text.matchAll(/uses: (?<action>\S+)/g)].map((m) => m.groups?.['action']),
    );
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  });

  test.skipIf(process.platform === 'win32')('a secret that is not there is none for the packager', async () => {
    const [, step = ''] = /- name: Package\n(.*?)\n {6}- /s.exec(textOf(files, 'package.yml')) ?? [];
    const [, script = ''] = /run: \|\n(.*?)\n {8}env:/s.exec(step) ?? [];
    const secrets = [...step.matchAll(/^ {10}(?<name>\w+): \$\{\{ secrets\./gm)].map((m) => m.groups?.['name'] ?? '');
    expect(secrets).toContain('CSC_LINK');
    const shown = script.replace(/npm run package.*/, 'env');
    const given = Object.fromEntries(secrets.map((name) => [name, name === 'APPLE_API_KEY' ? 'the key' : '']));
    const temporary = mkdtempSync(path.join(tmpdir(), 'winnow-runner-'));
    const env = { PATH: process.env['PATH'], RUNNER_TEMP: temporary, ...given };
    const seen = execFileSync('bash', ['--norc', '-eo', 'pipefail', '-c', shown], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }).split('\n');
    // Apple's tool is given the path of the key's file.
    const keyFile = path.join(temporary, 'notary.p8');
    expect(seen.filter((line) => secrets.includes(line.split('=', 1)[0] ?? ''))).toEqual([`APPLE_API_KEY=${keyFile}`]);
    expect(readFileSync(keyFile, 'utf8')).toBe('the key\n');
    rmSync(temporary, { recursive: true });
    // Why: the certificate of an empty value would be the project's folder.
    const { importCertificate } = builder('app-builder-lib/out/codeSign/codesign') as {
      readonly importCertificate: (link: string, temporary: object, folder: string) => Promise<string>;
    };
    await expect(importCertificate('', {}, root)).rejects.toThrow('not a file');
  });

  test('every system is packaged, and started under the oldest Node, on both kinds of processor', () => {
    const linesOf = (file: string, pattern: RegExp) => [...textOf(files, file).matchAll(pattern)].map(([, found]) => found);
    expect(linesOf('package.yml', /flags: (.+)/g).toSorted()).toEqual([
      '--linux --arm64',
      '--linux --x64',
      '--mac',
      '--win --arm64',
      '--win --x64',
    ]);
    // macOS has one package for both.
    expect(JSON.stringify((config['mac'] as { target: unknown }).target)).toBe(
      JSON.stringify(['dmg', 'zip'].map((target) => ({ target, arch: 'universal' }))),
    );
    const [older = ''] = /\n {2}older-node:.*/s.exec(textOf(files, 'test.yml')) ?? [];
    const [, systems = ''] = /os: \[(.*)\]/.exec(older) ?? [];
    expect(systems.split(', ')).toHaveLength(6);
    expect(older).toContain('node-version: 20\n');
  });

  test('on Ubuntu programs may make their sandbox before one is started, and nothing is started without', () => {
    const text = textOf(files, 'test.yml');
    const allowed = text.indexOf('sysctl -w kernel.apparmor_restrict_unprivileged_userns=0');
    expect(allowed).toBeGreaterThan(0);
    for (const start of ['run: npm test', 'run: xvfb-run']) expect(text.indexOf(start), start).toBeGreaterThan(allowed);
    expect(text).not.toContain('no-sandbox');
    // What is bundled is a devDependency, and shipped.
    expect(text).toContain('npm audit --audit-level=high');
  });

  test('every npm script they run exists', () => {
    const run = files.flatMap(({ text }) =>
      [...text.matchAll(/npm run (?<name>[\w:]+)/g)].map((m) => m.groups?.['name']),
    );
    expect(run.length).toBeGreaterThan(0);
    for (const name of run) expect(Object.keys(manifest.scripts)).toContain(name);
  });
});

function textOf(files: readonly { readonly name: string; readonly text: string }[], name: string): string {
  return files.find((file) => file.name === name)?.text ?? '';
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(path.resolve(root, file), 'utf8'));
}

interface BuildOfOne {
  readonly build: {
    readonly rollupOptions: {
      readonly input: Record<string, string>;
      readonly output: { readonly entryFileNames: string; readonly chunkFileNames?: string };
    };
  };
}

/** What a source starts threads from: names given to `threadFile`, and files named to a `Worker` itself. */
function threadsIn(file: string, source: string): string[] {
  const found: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [name] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'threadFile') return;
      found.push(name?.type === 'Literal' ? String(name.value) : 'a name that is not written there');
    },
    NewExpression: ({ callee, arguments: [entry] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'Worker' || entry === undefined) return;
      const text = source.slice(entry.start, entry.end);
      // The entry is handed on from a call of `threadFile`.
      if (!text.startsWith('threadFile(') && text !== 'options.entry') found.push(text);
    },
  }).visit(parseSync(file, source).program);
  return found;
}
