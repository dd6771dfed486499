import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockWorkspace } from './openWorkspace.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'winnow-lock-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Another process that takes the lock and keeps it. */
async function otherOwner(): Promise<ChildProcess> {
  const module = fileURLToPath(new URL('./openWorkspace.ts', import.meta.url));
  const source = `const { lockWorkspace } = await import(${JSON.stringify(module)});
    globalThis.held = lockWorkspace(${JSON.stringify(folder)});
    console.log(globalThis.held.kind);
    setInterval(() => globalThis.held, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  expect(line.toString().trim()).toBe('owner');
  return child;
}

test('F20 a workspace has one owner at a time, and the second one learns who', async () => {
  const other = await otherOwner();
  expect(lockWorkspace(folder)).toEqual({ kind: 'taken', pid: other.pid });
  other.kill('SIGKILL');
  await once(other, 'close');
});

test('F20 after kill -9 of its owner the workspace is free at once', async () => {
  const other = await otherOwner();
  other.kill('SIGKILL');
  await once(other, 'close');
  const mine = lockWorkspace(folder);
  expect(mine.kind).toBe('owner');
  if (mine.kind === 'owner') mine.lock.release();
});

/** What another process gets that asks for the lock. */
async function otherOutcome(): Promise<string> {
  const module = fileURLToPath(new URL('./openWorkspace.ts', import.meta.url));
  const source = `const { lockWorkspace } = await import(${JSON.stringify(module)});
    console.log(lockWorkspace(${JSON.stringify(folder)}).kind);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return line.toString().trim();
}

test('F20 a second attempt in the owning process does not open the workspace to others', async () => {
  const mine = lockWorkspace(folder);
  expect(mine.kind).toBe('owner');
  expect(lockWorkspace(folder)).toEqual({ kind: 'taken', pid: process.pid });
  expect(await otherOutcome()).toBe('taken');
  if (mine.kind === 'owner') mine.lock.release();
});

test('F20 I5 of five processes that start at once exactly one owns the workspace', async () => {
  const module = fileURLToPath(new URL('./openWorkspace.ts', import.meta.url));
  const source = `const { lockWorkspace } = await import(${JSON.stringify(module)});
    process.stdin.once('data', () => {
      globalThis.held = lockWorkspace(${JSON.stringify(folder)});
      console.log(globalThis.held.kind);
    });
    console.log('ready');`;
  const children = Array.from({ length: 5 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  await Promise.all(children.map(({ stdout }) => once(stdout, 'data')));
  const answers = children.map(({ stdout }) => once(stdout, 'data') as Promise<[Buffer]>);
  for (const { stdin } of children) stdin.write('go\n');
  const kinds = (await Promise.all(answers)).map(([line]) => line.toString().trim());
  expect(kinds.toSorted()).toEqual(['owner', 'taken', 'taken', 'taken', 'taken']);
  await Promise.all(children.map(async (child) => (child.kill('SIGKILL'), once(child, 'close'))));
});

test('F20 a process id that was left behind and is used by another process does no harm', () => {
  writeFileSync(path.join(folder, 'owner.pid'), `${process.ppid}\n`);
  const mine = lockWorkspace(folder);
  expect(mine.kind).toBe('owner');
  if (mine.kind === 'owner') mine.lock.release();
});

test('F20 something else in the place of the lock is emptied, and the workspace still has one owner', async () => {
  writeFileSync(path.join(folder, 'owner.lock'), 'no lock at all '.repeat(1000), { mode: 0o600 });
  const mine = lockWorkspace(folder);
  expect(mine.kind).toBe('owner');
  expect(await otherOutcome()).toBe('taken');
  if (mine.kind === 'owner') mine.lock.release();
  const other = await otherOwner();
  // Overwritten under its owner, it stays the owner's.
  writeFileSync(path.join(folder, 'owner.lock'), 'no lock at all '.repeat(1000));
  expect(lockWorkspace(folder)).toMatchObject({ kind: 'taken' });
  other.kill('SIGKILL');
  await once(other, 'close');
});

test('a released workspace can be taken again, and its files are private', () => {
  const first = lockWorkspace(folder);
  if (first.kind !== 'owner') throw new Error('The new workspace is taken.');
  expect(statSync(path.join(folder, 'owner.lock')).mode & 0o777).toBe(0o600);
  expect(lockWorkspace(folder)).toMatchObject({ kind: 'taken' });
  first.lock.release();
  first.lock.release();
  const second = lockWorkspace(folder);
  expect(second.kind).toBe('owner');
  if (second.kind === 'owner') second.lock.release();
});
