import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openWorkspace } from './openWorkspace.ts';

test.runIf(existsSync('/dev/full'))('a full disk is told as such, and not in the words of SQLite', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'winnow-full-'));
  symlinkSync('/dev/full', path.join(folder, 'owner.pid'));
  await expect(openWorkspace(folder, async () => ({ link: '', open: false }))).rejects.toMatchObject({
    name: 'StartProblem',
    exitCode: 1,
    message: `The workspace ${folder} cannot be used. The disk is full.`,
  });
  rmSync(folder, { recursive: true });
});
