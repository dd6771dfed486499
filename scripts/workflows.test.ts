import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { builder, builderConfig } from './testing/packedFiles.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

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
    // Apple's tool gets the path of the key file.
    const keyFile = path.join(temporary, 'notary.p8');
    expect(seen.filter((line) => secrets.includes(line.split('=', 1)[0] ?? ''))).toEqual([`APPLE_API_KEY=${keyFile}`]);
    expect(readFileSync(keyFile, 'utf8')).toBe('the key\n');
    rmSync(temporary, { recursive: true });
    // The reason: with an empty value, the certificate would be the project's folder.
    const { importCertificate } = builder('app-builder-lib/out/codeSign/codesign') as {
      readonly importCertificate: (link: string, temporary: object, folder: string) => Promise<string>;
    };
    await expect(importCertificate('', {}, root)).rejects.toThrow('not a file');
  });

  test('every system is packaged, and started under the oldest Node, on both kinds of processor', () => {
    const linesOf = (file: string, pattern: RegExp) =>
      [...textOf(files, file).matchAll(pattern)].map(([, found = '']) => found);
    expect(linesOf('package.yml', /flags: (.+)/g)).toEqual([
      '--linux --x64',
      '--linux --arm64',
      '--mac',
      '--win --x64',
      '--win --arm64',
    ]);
    // macOS has one package for both.
    expect(JSON.stringify((builderConfig['mac'] as { target: unknown }).target)).toBe(
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
    // Bundled packages are devDependencies, and shipped.
    expect(text).toContain('npm audit --audit-level=high');
  });

  test('every npm script they run exists', () => {
    const run = files.flatMap(({ text }) =>
      [...text.matchAll(/npm run (?<name>[\w:]+)/g)].map((m) => m.groups?.['name']),
    );
    expect(run.length).toBeGreaterThan(0);
    for (const name of run) expect(Object.keys(scripts)).toContain(name);
  });
});

function textOf(files: readonly { readonly name: string; readonly text: string }[], name: string): string {
  return files.find((file) => file.name === name)?.text ?? '';
}
