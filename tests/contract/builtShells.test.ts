import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { beforeAll, describe, expect, test } from 'vitest';
import { callNames } from '#shared/bridge/contract.ts';
import { builderConfig, packs } from '../../scripts/testing/packedFiles.ts';
import { out, runPreload, type RunningPreload } from './preloadRunner.ts';

// These look at what `npm run build` has made; `npm test` builds first.
beforeAll(() => {
  if (!existsSync(path.join(out, 'preload', 'index.cjs'))) throw new Error('Run `npm run build` first.');
});

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
    for (const entry of ['cli.js', 'worker.js', 'writerThread.js', 'readerThread.js', 'postingsThread.js']) {
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
  for (const name of ['react', 'puppeteer-core']) expect(isPacked(`node_modules/${name}/package.json`)).toBe(false);
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
    expect(preload.listening()).toBe(0);
  });
});
