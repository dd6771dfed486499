import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { beforeAll, describe, expect, test } from 'vitest';
import buildConfig from '../electron.vite.config.ts';
import { importsOf, resolveImport } from './lib/imports.mjs';
import { packedFolders } from './lib/licences.mjs';
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
    enableCookieEncryption: false,
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
    // A PNG has its width and height at bytes 16 and 20; macOS wants 1024 for each.
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
  // A Windows icon is a list: the count, then sixteen bytes for each, the width first.
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
  // An exact version, and so never an address: what is installed is what the lockfile was written for.
  const versions = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies };
  expect(Object.values(versions).filter((version) => !/^\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?$/.test(version))).toEqual([]);
});

interface Locked {
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Entries that a package has no Node to run with. */
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
    const words = globSync('resources/*/*.{tsv,txt}', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
    expect(words.length).toBeGreaterThan(10);
    expect(words.filter((file) => !isPacked(file))).toEqual([]);
    // The halves of a universal package may differ in native code only; the others belong to the browser shell or the
    // packager.
    for (const file of [
      'node_modules/keytar/bin/darwin-arm64-140/keytar.node',
      'node_modules/keytar/build/Release/obj.target/keytar.node',
      'node_modules/keytar/src/main.cc',
      'out/main/browserShell.js',
      'out/main/cli.js',
      'resources/installer.nsh',
      'resources/README.md',
      'resources/import/README.md',
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
    // At the top level: electron-builder rebuilds the tree, and leaves out by name what it puts there.
    const missing = packed
      .filter((place) => place !== 'node_modules/keytar')
      .flatMap((place) =>
        Object.keys(packages[place]?.dependencies ?? {}).filter((name) => !isThere(`node_modules/${name}`)),
      );
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
    // Electron is part of every package, and only the browser shell prints PDFs with a browser.
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
    expect(threadsIn('a.ts', "new Worker('./other.js'); new Channel(this.#entry, {}); threadFile('cli');")).toEqual([
      "'./other.js'",
      'cli',
    ]);
  });
});

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

/** These pass what they are given on to a `Worker`: only the channel starts threads. */
const starters = new Set(['Worker', 'Channel']);

/** What a source starts threads from: names given to `threadFile`, and files passed to a starter directly. */
function threadsIn(file: string, source: string): string[] {
  const found: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [name] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'threadFile') return;
      found.push(name?.type === 'Literal' ? String(name.value) : 'a name that is not written there');
    },
    NewExpression: ({ callee, arguments: [entry] }) => {
      if (callee.type !== 'Identifier' || !starters.has(callee.name) || entry === undefined) return;
      const text = source.slice(entry.start, entry.end);
      // The entry comes from a call of `threadFile`.
      const isHandedOn = /^(?:this\.#)?entry$/.test(text);
      if (!text.startsWith('threadFile(') && !isHandedOn) found.push(text);
    },
  }).visit(parseSync(file, source).program);
  return found;
}
