import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isReadSooner, readAhead } from './companyExport.ts';

const megabyte = 1 << 20;
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'winnow-ahead-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A signal that counts how often it is asked, which is before each block, and is aborted from the `last`th time on. */
function countingSignal(last = Infinity): { readonly signal: AbortSignal; asked: () => number } {
  let asked = 0;
  const signal = new AbortController().signal;
  Object.defineProperty(signal, 'aborted', { get: () => ++asked > last });
  return { signal, asked: () => asked };
}

function file(name: string, bytes: number): string {
  const place = path.join(folder, name);
  writeFileSync(place, Buffer.alloc(bytes));
  return place;
}

describe('files that an export is about to read', () => {
  test('are read to their ends where many of their records are wanted', async () => {
    const files = [file('a', 2.5 * megabyte), file('b', 10)];
    const many = countingSignal();
    await readAhead(files, 1000, many.signal);
    // Three blocks and one, and after each file the look that finds its end.
    expect(many.asked()).toBe(6);

    const few = countingSignal();
    await readAhead(files, 50, few.signal);
    expect(few.asked()).toBe(0);
  });

  test('are left alone as soon as the export ends, and where they cannot be read', async () => {
    const ended = countingSignal(1);
    await readAhead([file('c', 5 * megabyte)], 10_000, ended.signal);
    expect(ended.asked()).toBe(2);
    await expect(readAhead([path.join(folder, 'none')], 10_000, ended.signal)).resolves.toBeUndefined();
  });

  test('are worth it where that is quicker than reading at each place, and where the system can keep them', () => {
    const gigabyte = 1 << 30;
    expect(isReadSooner(1_000_000, 1.9 * gigabyte, 16 * gigabyte)).toBe(true);
    expect(isReadSooner(50_000, 1.9 * gigabyte, 16 * gigabyte)).toBe(false);
    expect(isReadSooner(1_000_000, 1.9 * gigabyte, 3 * gigabyte)).toBe(false);
  });
});
