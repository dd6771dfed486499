import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// A real process for each, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const entry = fileURLToPath(new URL('../browser/testing/shellChild.ts', import.meta.url));
let folder: string;
let workspace: string;
let child: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'winnow-odd-'));
  workspace = path.join(folder, 'workspace');
  mkdirSync(workspace);
  mkdirSync(path.join(folder, 'out', 'renderer'), { recursive: true });
  writeFileSync(path.join(folder, 'out', 'renderer', 'index.html'), '<!doctype html><title>Winnow</title>');
});
afterEach(async () => {
  if (child !== undefined && child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the shell; answers whether it got ready, and what it told until then. */
async function start(): Promise<{ ready: boolean; code: number | null; told: string }> {
  const flags = ['--json', '--no-open', '--sample', '0', '--workspace', workspace];
  const started = spawn(process.execPath, [entry, folder, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  child = started;
  let told = '';
  started.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const ready = once(started.stdout, 'data').then(() => ({ ready: true, code: null }));
  const ended = once(started, 'close').then(([code]) => ({ ready: false, code: code as number | null }));
  return { ...(await Promise.race([ready, ended])), told };
}

const asFolder = (name: string) => (): void => void mkdirSync(path.join(workspace, name), { recursive: true });
const asGarbage = (name: string) => (): void => {
  mkdirSync(path.dirname(path.join(workspace, name)), { recursive: true });
  writeFileSync(path.join(workspace, name), '\u0000garbage\u0007 {"'.repeat(900));
};

describe('whatever lies where a file of the workspace should be, Winnow starts or says why in one sentence', () => {
  test.for([
    ...[
      'main-state.json',
      'shell.json',
      'settings.json',
      'exports.json',
      'queue.db',
      'logs/winnow.log',
      'owner.pid',
    ].map((name) => [`a folder named ${name}`, asFolder(name)] as const),
    ...['owner.lock', 'winnow.db', 'winnow.db.lock', 'winnow.db.index/catalogue.db', 'winnow.db.index/writer.lock'].map(
      (name) => [`a folder named ${name}`, asFolder(name)] as const,
    ),
    ...['main-state.json', 'shell.json', 'settings.json', 'exports.json', 'queue.db', 'owner.lock', 'owner.pid'].map(
      (name) => [`garbage in ${name}`, asGarbage(name)] as const,
    ),
    ...['logs', 'tmp', 'backups', 'winnow.db', 'winnow.db.lock', 'winnow.db.index', 'winnow.db.index/writer.lock'].map(
      (name) => [`garbage in ${name}`, asGarbage(name)] as const,
    ),
  ])('%s', async ([, harm]) => {
    harm();
    const { ready, code, told } = await start();
    expect(told).not.toMatch(/^\s+at /m);
    if (ready) return;
    expect(code).not.toBe(0);
    const sentences = told.trim().split('\n');
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toMatch(/[a-z].*\.$/);
  });

  test.for([
    ['logs', asGarbage('logs')],
    ['logs/winnow.log', asFolder('logs/winnow.log')],
    ['owner.lock', asGarbage('owner.lock')],
    ['main-state.json', asGarbage('main-state.json')],
    ['winnow.db.lock', asGarbage('winnow.db.lock')],
  ] as const)('it starts with %s', async ([name, harm]) => {
    harm();
    const { ready, told } = await start();
    expect(told).toEqual(name.startsWith('logs') ? expect.stringMatching(/^Winnow keeps no log: .*\n$/) : '');
    expect(ready).toBe(true);
    if (name === 'owner.lock') expect(readFileSync(path.join(workspace, name), 'utf8')).toBe('');
  });

  test('what killed processes have left of files written whole goes at the start', async () => {
    const id = '123e4567-e89b-42d3-a456-426614174000';
    const left = [`main-state.json.${id}.tmp`, `shell.json.${id}.tmp`, 'settings.json.tmp-1700000000abc123'];
    for (const name of left) writeFileSync(path.join(workspace, name), 'half');
    writeFileSync(path.join(workspace, 'notes.tmp'), 'mine');
    expect((await start()).ready).toBe(true);
    for (const name of left) expect(() => readFileSync(path.join(workspace, name))).toThrow('ENOENT');
    expect(readFileSync(path.join(workspace, 'notes.tmp'), 'utf8')).toBe('mine');
  });
});
