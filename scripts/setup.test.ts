import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importsOf } from './lib/imports.mjs';
import { installedNode, isAtLeast, leastNode, nodePackage, whyNotUnder, whyTooOld } from './lib/node.mjs';
import { npmCommand } from './lib/npm.mjs';
import { isInstalled } from './lib/setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const systems = (['linux', 'darwin', 'win32'] as const).flatMap((platform) =>
  ['x64', 'arm64'].map((arch) => ({ platform, arch })),
);

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly os?: string | string[];
  readonly cpu?: string | string[];
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
}
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

describe.each(systems)('a Node for $platform on $arch', ({ platform, arch }) => {
  const name = nodePackage(platform, arch);
  const locked = packages[`node_modules/${name}`];

  // If the registry lacks an optional package in that version, npm silently drops it from the lockfile.
  test('is in the lockfile, for that system only, and nothing runs when it is installed', () => {
    const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      readonly optionalDependencies: Readonly<Record<string, string>>;
    };
    expect(manifest.optionalDependencies[name]).toBe(locked?.version);
    expect(locked).toMatchObject({ optional: true, os: platform, cpu: arch });
    expect(locked?.integrity).toMatch(/^sha512-/);
    expect(locked?.hasInstallScript).toBeUndefined();
    expect(locked?.bin).toEqual({ node: platform === 'win32' ? 'bin/node.exe' : 'bin/node' });
  });

  test('is new enough for Winnow, so that an older one of the caller’s is enough to start', () => {
    expect(isAtLeast(locked?.version ?? '0.0.0', leastNode)).toBe(true);
    expect(whyTooOld('v20.20.2', locked?.version ?? null, { platform, arch })).toBe('');
  });
});

test('no Node that is not one of the six is asked of npm, and the one that developers and CI use is new enough', () => {
  const known = new Set(systems.map(({ platform, arch }) => `node_modules/${nodePackage(platform, arch)}`));
  const bringNode = Object.entries(packages).filter(([, { bin }]) => bin?.['node'] !== undefined);
  expect(bringNode.map(([name]) => name).filter((name) => !known.has(name))).toEqual([]);
  expect(isAtLeast(readFileSync(path.join(root, '.nvmrc'), 'utf8').trim(), leastNode)).toBe(true);
});

test('the types of an optional package that sources import are the project’s own, so that they read without it', () => {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  const sources = globSync('{src,tests,scripts}/**/*.{ts,tsx}', { cwd: root });
  const imported = new Set(
    sources
      .flatMap((file) => importsOf(path.join(root, file)))
      .map(({ specifier }) => specifier)
      .filter((name) => manifest.optionalDependencies[name] !== undefined),
  );
  expect([...imported]).toEqual(['keytar']);
  for (const name of imported) {
    expect(readFileSync(path.join(root, 'types', `${name}.d.ts`), 'utf8')).toContain(`declare module '${name}' {`);
    for (const config of ['tsconfig.node.json', 'tsconfig.tests.json']) {
      const { include } = JSON.parse(readFileSync(path.join(root, config), 'utf8')) as { readonly include: string[] };
      expect(include).toContain(`types/${name}.d.ts`);
    }
  }
});

test('versions are compared number by number', () => {
  expect(isAtLeast('v24.0.0', '24.0.0')).toBe(true);
  expect(isAtLeast('v24.21.0', '24.9.1')).toBe(true);
  expect(isAtLeast('v26.0.0', '24.9.1')).toBe(true);
  expect(isAtLeast('v24.8.9', '24.9.1')).toBe(false);
  expect(isAtLeast('v9.99.99', '24.0.0')).toBe(false);
});

test.each([
  ['v24.0.0', null, ''],
  ['v22.23.3', '24.21.0', ''],
  [
    'v22.23.3',
    null,
    /^Winnow needs Node 24 or newer, and this is Node 22\.23\.3; npm has none for linux on riscv64: get it from \S+\.$/,
  ],
  [
    'v18.20.8',
    '24.21.0',
    /^Winnow needs Node 24 or newer, and this is Node 18\.20\.8, which is too old even to install one: get it from \S+\.$/,
  ],
])('Node %s where npm offers %s: one sentence or none', (version, offered, said) => {
  const sentence = whyTooOld(version, offered, { platform: 'linux', arch: 'riscv64' });
  if (said === '') expect(sentence).toBe('');
  else expect(sentence).toMatch(said);
});

/** A project folder with what setup reads in one. */
function projectFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'winnow-setup-'));
  mkdirSync(path.join(folder, 'node_modules'));
  for (const name of ['package.json', 'package-lock.json']) cpSync(path.join(root, name), path.join(folder, name));
  cpSync(path.join(root, 'scripts', 'lib'), path.join(folder, 'scripts', 'lib'), { recursive: true });
  return folder;
}

/** npm's record of an installation without some of the packages. */
function without(...names: readonly string[]): object {
  return {
    packages: Object.fromEntries(Object.entries(packages).filter(([name]) => name !== '' && !names.includes(name))),
  };
}

describe('a project’s folder', () => {
  const folder = projectFolder();
  const noted = path.join(folder, 'node_modules', '.package-lock.json');
  beforeAll(() => {
    writeFileSync(
      path.join(folder, 'scripts', 'probe.mjs'),
      "import { prepared } from './lib/setup.mjs';\n" +
        'await prepared(() => { console.log(process.execPath); return 7; });\n',
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is installed without the optional packages, the Node of its own too, for a Node that is new enough', () => {
    const own = `node_modules/${nodePackage(process.platform, process.arch)}`;
    writeFileSync(noted, JSON.stringify(without(own, 'node_modules/keytar')));
    expect(isInstalled(folder, leastNode)).toBe(true);
    expect(isInstalled(folder, '20.20.2')).toBe(false);
    writeFileSync(noted, JSON.stringify(without(own, 'node_modules/electron')));
    expect(isInstalled(folder, leastNode)).toBe(false);
  });

  test('without a Node of its own runs a script under the caller’s, which is new enough', () => {
    writeFileSync(noted, JSON.stringify(without(`node_modules/${nodePackage(process.platform, process.arch)}`)));
    const ran = spawnSync(process.execPath, ['scripts/probe.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(ran).toMatchObject({ status: 7, stdout: `${process.execPath}\n`, stderr: '' });
  });

  const older = olderNode();
  test.skipIf(older === '')('under an older Node runs a script under its own', () => {
    const own = installedNode(folder);
    mkdirSync(path.dirname(own), { recursive: true });
    symlinkSync(process.execPath, own);
    writeFileSync(noted, JSON.stringify(without()));
    const ran = spawnSync(older, ['scripts/probe.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(ran).toMatchObject({ status: 7, stderr: '' });
    expect(ran.stdout).toBe(`${process.execPath}\n`);
  });

  test('with a Node of its own that does not run says so in one sentence', () => {
    const sentence = whyNotUnder(path.join(folder, 'missing'), 'v22.23.3');
    expect(sentence).toMatch(
      /^Winnow needs Node 24 or newer; this is Node 22\.23\.3, and [^.]*: get Node 24 from \S+\.$/,
    );
    expect(whyNotUnder(process.execPath, 'v22.23.3')).toBe('');
  });
});

/** A Node on the PATH that is too old for Winnow but new enough to install it, or `''`. */
function olderNode(): string {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).map((folder) => path.join(folder, 'node'));
  return (
    folders.find((file) => {
      const version = spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
      return /^v\d/.test(version) && !isAtLeast(version, leastNode) && isAtLeast(version, '20.0.0');
    }) ?? ''
  );
}

test('npm is run by a shell on Windows only, as one line of plain words, about which Node has nothing to say', () => {
  expect(npmCommand(['ci', '--no-audit'], 'linux')).toEqual({
    command: 'npm',
    args: ['ci', '--no-audit'],
    shell: false,
  });
  const onWindows = npmCommand(['--version', '--loglevel=error'], 'win32');
  expect(onWindows).toEqual({ command: 'npm --version --loglevel=error', args: [], shell: true });
  for (const word of [String.raw`C:\Users\Ann Smith`, 'a&b', 'a b', '%PATH%', '"', '']) {
    expect(() => npmCommand([word], 'win32')).toThrow('cannot be given');
  }
  const { command, args, shell } = onWindows;
  const script = `import('node:child_process').then(({ spawnSync }) => {
    const options = { shell: ${shell}, encoding: 'utf8' };
    const { stdout } = spawnSync(${JSON.stringify(command)}, ${JSON.stringify(args)}, options);
    console.log(stdout);
  });`;
  expect(execFileSync(process.execPath, ['--throw-deprecation', '-e', script], { encoding: 'utf8' })).toMatch(
    /^\d+\.\d+/,
  );
});
