import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshTemporaryFolder, prepareWorkspaceFolder } from './openWorkspace.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'winnow-folder-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('S46 a new workspace is private, whatever the umask', () => {
  const before = process.umask(0);
  const workspace = path.join(folder, 'a', 'b', 'workspace');
  expect(prepareWorkspaceFolder(workspace)).toEqual({ ok: true });
  process.umask(before);
  expect(statSync(workspace).mode & 0o777).toBe(0o700);
});

test('a path that is a file, or leads through one, is told in one sentence', () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  for (const bad of [file, path.join(file, 'workspace')]) {
    const prepared = prepareWorkspaceFolder(bad);
    expect(prepared).toMatchObject({ ok: false, problem: expect.stringMatching(/^The workspace .*\.$/) });
  }
});

test('a path that SQLite cannot open a file in is told as too long', () => {
  const deep = path.join(folder, ...Array.from({ length: 5 }, () => 'x'.repeat(100)));
  expect(prepareWorkspaceFolder(deep)).toEqual({
    ok: false,
    problem: `The workspace ${deep} cannot be used: its path is too long.`,
  });
  expect(existsSync(path.join(folder, 'x'.repeat(100)))).toBe(false);
});

test.runIf(existsSync('/proc/self'))('a place that takes no folders is told, and not tried for ever', () => {
  expect(prepareWorkspaceFolder('/proc/winnow/workspace')).toMatchObject({ ok: false });
});

test('the temporary folder is empty and private at each start', () => {
  const temporary = freshTemporaryFolder(folder);
  writeFileSync(path.join(temporary, 'left'), '');
  expect(freshTemporaryFolder(folder)).toBe(temporary);
  expect(existsSync(path.join(temporary, 'left'))).toBe(false);
  expect(statSync(temporary).mode & 0o777).toBe(0o700);
});
