import { expect, test } from 'vitest';
import { needsShell } from './lib/setup.mjs';

test('on Windows npm is run by a shell, and no program that is named by a path with spaces in it', () => {
  expect(needsShell('npm', 'win32')).toBe(true);
  expect(needsShell(String.raw`C:\Users\Ann Smith\winnow\node_modules\node\bin\node.exe`, 'win32')).toBe(false);
  expect(needsShell('npm', 'linux')).toBe(false);
  expect(needsShell('npm', 'darwin')).toBe(false);
});
