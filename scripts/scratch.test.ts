import { mkdtempSync, rmdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { scratchFolder } from './lib/scratch.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a run of the tests writes', () => {
  test('where TMPDIR says', () => {
    vi.stubEnv('TMPDIR', '/somewhere');
    expect(scratchFolder()).toBe('/somewhere');
  });

  test('to the usual place where there is none in memory: it is missing, or a folder on a disk', () => {
    vi.stubEnv('TMPDIR', undefined);
    expect(scratchFolder(join(import.meta.dirname, 'missing'))).toBe(tmpdir());
    const onDisk = mkdtempSync(join(import.meta.dirname, 'disk-'));
    try {
      expect(scratchFolder(onDisk)).toBe(tmpdir());
    } finally {
      rmdirSync(onDisk);
    }
  });

  test.runIf(process.platform === 'linux')('to memory only where four gigabytes are free there', () => {
    vi.stubEnv('TMPDIR', undefined);
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize < 4 * 2 ** 30) expect(scratchFolder()).toBe(tmpdir());
    else expect([tmpdir(), '/dev/shm']).toContain(scratchFolder());
  });
});
