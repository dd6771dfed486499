import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { lockWorkspace } from '#main/shellCommon/openWorkspace.ts';
import { keyHeader, sessionReplySchema, tabHeader } from '#shared/bridge/browserWire.ts';
import type { Launch } from './run.ts';
import { runProcess } from './main.ts';

// Real processes, of which several start at once on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let folder: string;
let workspace: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'winnow-process-'));
  workspace = path.join(folder, 'workspace');
  mkdirSync(path.join(folder, 'out', 'renderer'), { recursive: true });
  writeFileSync(path.join(folder, 'out', 'renderer', 'index.html'), '<!doctype html><title>Winnow</title>');
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'exit');
    // One that a test has stopped would not take a milder signal.
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  readonly child: ChildProcess;
  /** The line of JSON. */
  readonly line: Promise<string>;
  readonly ended: Promise<number | null>;
}

function start(): Started {
  const entry = fileURLToPath(new URL('./testing/shellChild.ts', import.meta.url));
  const flags = ['--json', '--no-open', '--sample', '0', '--workspace', workspace];
  const child = spawn(process.execPath, [entry, folder, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let told = '';
  child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const first = once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line));
  const never = ended.then((code) =>
    Promise.reject(new Error(`The shell ended with ${String(code)} before it was ready: ${told}`)),
  );
  const line = Promise.race([first, never]);
  line.catch(() => undefined);
  return { child, line, ended };
}

const urlOf = (line: string): URL => new URL((JSON.parse(line) as { url: string }).url);

async function signIn(url: URL): Promise<Response> {
  return await fetch(`${url.origin}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url.origin },
    body: JSON.stringify({ secret: url.hash.replace('#launch=', '') }),
  });
}

describe('F20 one owner of a workspace', () => {
  test('F20 of five starts at once one stays; the others get a link to it and end', async () => {
    const starts = [1, 2, 3, 4, 5].map(() => start());
    const urls = (await Promise.all(starts.map(({ line }) => line))).map(urlOf);
    expect(new Set(urls.map(({ origin }) => origin)).size).toBe(1);
    expect(new Set(urls.map(({ hash }) => hash)).size).toBe(5);
    // Each link works, once.
    for (const url of urls) expect((await signIn(url)).status).toBe(200);
    for (const url of urls) expect((await signIn(url)).status).toBe(403);
    const owner = Number(readFileSync(path.join(workspace, 'owner.pid'), 'utf8'));
    const others = starts.filter(({ child }) => child.pid !== owner);
    expect(others.length).toBe(4);
    expect(await Promise.all(others.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);
    const stays = starts.find(({ child }) => child.pid === owner);
    expect(stays?.child.exitCode).toBeNull();
  });

  test('F20 after kill -9 of the owner the next start takes the workspace over', async () => {
    const first = start();
    await first.line;
    first.child.kill('SIGKILL');
    await first.ended;
    // What it has left behind.
    expect(existsSync(path.join(workspace, 'handover.json'))).toBe(true);
    const second = start();
    expect((await signIn(urlOf(await second.line))).status).toBe(200);
    expect(Number(readFileSync(path.join(workspace, 'owner.pid'), 'utf8'))).toBe(second.child.pid);
  });
});

describe('F29 the end', () => {
  test.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'F29 %s ends it cleanly and leaves nothing behind',
    async (signal) => {
      const { child, line, ended } = start();
      const url = urlOf(await line);
      const { key } = sessionReplySchema.parse(await (await signIn(url)).json());
      const socket = new WebSocket(`ws://${url.host}/events`, { origin: url.origin });
      await once(socket, 'open');
      socket.send(JSON.stringify({ key, tab: 'tab-at-the-end', after: 0 }));
      const closed = once(socket, 'close');
      const before = performance.now();
      child.kill(signal);
      expect(await ended).toBe(0);
      await closed;
      // Two seconds are the limit; the rest is for a machine that has other things to do.
      expect(performance.now() - before).toBeLessThan(20_000);
      for (const name of ['handover.json', 'handover.sock', 'owner.pid', 'tmp']) {
        expect([name, existsSync(path.join(workspace, name))]).toEqual([name, false]);
      }
      expect(readFileSync(path.join(workspace, 'logs', 'winnow.log'), 'utf8')).toContain('"event":"stopped"');
    },
  );
});

/** A shell in this process. */
const launch = (said: string[]): Launch => ({
  flags: { browser: true, port: null, open: false, workspace, sample: 0, json: false },
  root: folder,
  version: '0.0.0',
  print: (line) => said.push(line),
  tell: (line) => said.push(line),
});

describe('a start that is not wanted any more', () => {
  test('F29 ends at once also where it waits for another Winnow', async () => {
    mkdirSync(workspace);
    const other = lockWorkspace(workspace);
    const source = new EventEmitter();
    const started = performance.now();
    const ended = runProcess(launch([]), source as unknown as NodeJS.Process);
    source.emit('SIGINT');
    expect(await ended).toBe(0);
    // It would wait for ten.
    expect(performance.now() - started).toBeLessThan(9000);
    if (other.kind === 'owner') other.lock.release();
  });

  test('F29 shows nothing, and frees the workspace', async () => {
    const said: string[] = [];
    const source = new EventEmitter();
    const ended = runProcess(launch(said), source as unknown as NodeJS.Process);
    source.emit('SIGTERM');
    expect(await ended).toBe(0);
    expect(said).toEqual([]);
    await vi.waitFor(() => expect(existsSync(path.join(workspace, 'owner.pid'))).toBe(false), { timeout: 30_000 });
  });
});

describe('F21 a computer that sleeps', () => {
  test('F21 after it wakes the shell goes on where it was, and its tabs with it', async () => {
    const { child, line } = start();
    const url = urlOf(await line);
    const { key } = sessionReplySchema.parse(await (await signIn(url)).json());
    const names: string[] = [];
    const socket = new WebSocket(`ws://${url.host}/events`, { origin: url.origin });
    await once(socket, 'open');
    socket.send(JSON.stringify({ key, tab: 'tab-that-sleeps', after: 0 }));
    socket.on('message', (data: Buffer) => names.push((JSON.parse(data.toString()) as { name: string }).name));
    child.kill('SIGSTOP');
    // Asked while it sleeps, and answered when it wakes.
    const theme = fetch(`${url.origin}/rpc`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: url.origin,
        [keyHeader]: key,
        [tabHeader]: 'tab-that-sleeps',
      },
      body: JSON.stringify({ name: 'preferences.set', input: { theme: 'light' } }),
    });
    const early = await Promise.race([
      theme.then(() => 'answered'),
      new Promise((wake) => setTimeout(wake, 1000, 'sleeps')),
    ]);
    expect(early).toBe('sleeps');
    child.kill('SIGCONT');
    expect(await (await theme).json()).toMatchObject({ ok: true, value: { theme: 'light' } });
    await vi.waitFor(() => expect(names).toContain('preferences.changed'), { timeout: 30_000 });
    expect(names.filter((name) => name === 'preferences.changed')).toHaveLength(1);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.terminate();
  });
});
