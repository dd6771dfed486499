import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { gzipSync } from 'node:zlib';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { beforeAll, describe, expect, test } from 'vitest';
import { callNames, eventNames } from '#shared/bridge/contract.ts';
import { builderConfig, packs } from '../../scripts/testing/packedFiles.ts';
import { out, runPreload, type RunningPreload } from './preloadRunner.ts';

// These look at what `npm run build` has made; `npm test` builds first.
beforeAll(() => {
  if (!existsSync(path.join(out, 'preload', 'index.cjs'))) throw new Error('Run `npm run build` first.');
});

/** Every module that a built file imports statically. */
function staticImportsOf(file: string): string[] {
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  return module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
}

/** Every module that a built file imports, statically or not. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const { module } = parseSync(file, source);
  const dynamic = module.dynamicImports.map(({ moduleRequest }) =>
    source.slice(moduleRequest.start, moduleRequest.end),
  );
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...dynamic.map((text) => /^["'`](.*)["'`]$/s.exec(text)?.[1] ?? text),
  ];
}

/** The packages that a built entry reaches through its chunks. */
function packagesReachedFrom(entry: string): { packages: Set<string>; files: Set<string> } {
  const packages = new Set<string>();
  const files = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const specifier of importsOf(file)) {
      if (specifier.startsWith('.')) visit(path.resolve(path.dirname(file), specifier));
      else packages.add(specifier);
    }
  };
  visit(path.join(out, 'main', entry));
  return { packages, files };
}

describe('the browser shell’s bundle', () => {
  test('contains no electron, in itself or in any chunk it reaches', () => {
    const { packages, files } = packagesReachedFrom('browserShell.js');
    expect([...packages].filter((name) => name.includes('electron'))).toEqual([]);
    for (const file of files) expect(readFileSync(file, 'utf8')).not.toMatch(/\brequire\(["'`]electron/);
    expect(packages).toContain('puppeteer-core');
    expect(files.size).toBeGreaterThan(1);
  });

  test('the command line and the workers contain none either', () => {
    for (const entry of [
      'cli.js',
      'worker.js',
      'writerThread.js',
      'readerThread.js',
      'followThread.js',
      'postingsThread.js',
    ]) {
      expect([...packagesReachedFrom(entry).packages].filter((name) => name.includes('electron'))).toEqual([]);
    }
  });

  test('Electron’s entry does import electron, so that the check above can fail', () => {
    expect(packagesReachedFrom('index.js').packages).toContain('electron');
  });
});

test('a package has every library that what it starts will load', () => {
  const isPacked = packs(builderConfig);
  const entries = readdirSync(path.join(out, 'main')).filter(
    (name) => name.endsWith('.js') && isPacked(`out/main/${name}`),
  );
  expect(entries).toContain('index.js');
  expect(entries).not.toContain('browserShell.js');
  const libraries = new Set<string>();
  for (const entry of entries) {
    for (const name of packagesReachedFrom(entry).packages) {
      if (builtinModules.includes(name) || name.startsWith('node:')) continue;
      libraries.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
    }
  }
  expect(libraries).toContain('keytar');
  // Electron itself is no package there; keytar is an optional one.
  libraries.delete('electron');
  const manifest = JSON.parse(readFileSync(path.join(out, '..', 'package.json'), 'utf8')) as {
    readonly dependencies: Record<string, string>;
    readonly optionalDependencies: Record<string, string>;
  };
  const installed = { ...manifest.dependencies, ...manifest.optionalDependencies };
  const missing = [...libraries].filter(
    (name) => !(name in installed) || !isPacked(`node_modules/${name}/package.json`),
  );
  expect(missing).toEqual([]);
  // What is bundled, or what only the browser shell loads, is a development dependency, which nothing packs.
  for (const name of ['react', 'puppeteer-core']) expect(installed).not.toHaveProperty(name);
});

const run = (): RunningPreload & { readonly invoked: unknown[][] } => {
  const invoked: unknown[][] = [];
  const preload = runPreload({
    sendSync: (channel) => ({ channel }),
    invoke: async (...message) => {
      invoked.push(message);
      return { ok: true, value: null };
    },
  });
  return { ...preload, invoked };
};

describe('S9 the built preload', () => {
  test('S9 is one CommonJS file that requires electron and nothing else', () => {
    const source = readFileSync(path.join(out, 'preload', 'index.cjs'), 'utf8');
    expect(source).not.toMatch(/^\s*(?:import|export)\b/m);
    expect([...source.matchAll(/\brequire\(["'`]([^"'`]+)["'`]\)/g)].map(([, name]) => name)).toEqual(['electron']);
    for (const builtin of builtinModules) expect(source).not.toContain(`require("${builtin}")`);
    expect(run().required).toEqual(['electron']);
  });

  test('S9 exposes one frozen object of exactly call, subscribe and info', () => {
    const { exposed } = run();
    expect([...exposed.keys()]).toEqual(['winnow']);
    const winnow = exposed.get('winnow');
    expect(Object.isFrozen(winnow)).toBe(true);
    expect(Reflect.ownKeys(winnow ?? {})).toEqual(['call', 'subscribe', 'info']);
    expect(winnow?.info).toEqual({ channel: 'winnow:info' });
  });

  test('S9 a call goes over the one channel; names are refused on the other side', async () => {
    const { exposed, invoked } = run();
    for (const name of callNames) await exposed.get('winnow')?.call(name, null);
    expect(invoked).toEqual(callNames.map((name) => ['winnow:call', name, null]));
  });

  test('S9 a listener gets the payload of its event and never the event object', () => {
    const preload = run();
    const heard: unknown[][] = [];
    const unsubscribe = preload.exposed.get('winnow')?.subscribe('navigate', (...args: unknown[]) => heard.push(args));
    preload.emit('winnow:event', 'navigate', { path: '/' });
    preload.emit('winnow:event', 'command', { id: 'x' });
    expect(heard).toEqual([[{ path: '/' }]]);
    unsubscribe?.();
    preload.emit('winnow:event', 'navigate', { path: '/settings' });
    expect(heard).toHaveLength(1);
    // One listens for all events, however many are subscribed to: Electron warns of a leak from eleven on.
    for (const name of eventNames) preload.exposed.get('winnow')?.subscribe(name, () => undefined);
    expect(preload.listening()).toBe(1);
  });

  test('S9 files go by their paths, which the preload alone can find out', async () => {
    const { exposed, invoked } = run();
    await exposed.get('winnow')?.call('files.hand' as never, [{ path: '/etc/passwd' }, '/etc/passwd', null] as never);
    expect(invoked).toEqual([['winnow:files', ['', '', '']]]);
  });
});

describe('the page’s bundle', () => {
  const assets = path.join(out, 'renderer', 'assets');
  const files = (): string[] => readdirSync(assets);
  const named = (name: RegExp): string => files().find((file) => name.test(file)) ?? '';

  /** The scripts that load before one of these runs, and itself. */
  function loadedWith(entries: readonly string[]): Set<string> {
    const loaded = new Set<string>();
    const visit = (file: string): void => {
      if (loaded.has(file)) return;
      loaded.add(file);
      for (const specifier of staticImportsOf(path.join(assets, file))) visit(path.basename(specifier));
    };
    for (const entry of entries) visit(entry);
    return loaded;
  }

  const compressed = (file: string): number => gzipSync(readFileSync(path.join(assets, file)), { level: 9 }).length;

  test('loads less than 600 kB, compressed, until a search shows its first rows', () => {
    const page = readFileSync(path.join(out, 'renderer', 'index.html'), 'utf8');
    const ofPage = [...page.matchAll(/"\/assets\/([^"]+)"/g)].flatMap(([, file]) => file ?? []);
    const scripts = loadedWith([...ofPage.filter((file) => file.endsWith('.js')), named(/^SearchScreen-.*\.js$/)]);
    const styles = [
      ...ofPage.filter((file) => file.endsWith('.css')),
      ...files().filter((f) => /^lists-.*\.css$/.test(f)),
    ];
    const sizes = [...scripts, ...styles, named(/^inter-latin-wght-normal-.*\.woff2$/)].map(compressed);
    expect(sizes.length).toBeGreaterThan(5);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(600_000);
    // AG Grid and the charts come when they are drawn.
    expect([...scripts].filter((file) => /^(?:table|CompanyTable|sectorDrawing)-/.test(file))).toEqual([]);
    expect(named(/^table-.*\.js$/)).not.toBe('');
  });

  test('has a compressed copy of every script and style sheet for the browser shell', () => {
    const texts = files().filter((file) => /\.(?:js|css)$/.test(file));
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter((file) => !existsSync(path.join(assets, `${file}.gz`)))).toEqual([]);
  });
});
