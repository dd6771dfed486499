import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KeptData, keyOf } from './keptData.ts';

let place: string;
let kept: KeptData;
let made: string[];

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'winnow-kept-data-'));
  kept = new KeptData(place);
  made = [];
});
afterEach(() => rmSync(place, { recursive: true }));

function data(key: string): Promise<string> {
  return kept.folder('data', key, (folder) => {
    made.push(key);
    writeFileSync(join(folder, 'rows.csv'), key);
  });
}

describe('data that runs have in common', () => {
  test('is made once for a key, and anew for another one', async () => {
    const folder = await data('a');
    expect(await data('a')).toBe(folder);
    expect(made).toEqual(['a']);
    await data('b');
    expect(made).toEqual(['a', 'b']);
    expect(readFileSync(join(folder, 'rows.csv'), 'utf8')).toBe('b');
  });

  test.for([
    ['a file that has grown', (folder: string) => appendFileSync(join(folder, 'rows.csv'), 'more')],
    ['a file that is gone', (folder: string) => rmSync(join(folder, 'rows.csv'))],
    ['a file more', (folder: string) => writeFileSync(join(folder, 'other'), '')],
    ['no note, as after a run that was killed', (folder: string) => rmSync(join(folder, 'kept.json'))],
  ] as const)('is made anew with %s', async ([, harm]) => {
    harm(await data('a'));
    await data('a');
    expect(made).toEqual(['a', 'a']);
    expect(readdirSync(join(place, 'data')).toSorted()).toEqual(['kept.json', 'rows.csv']);
  });

  test('that failed to be made is not kept', async () => {
    const failing = kept.folder('data', 'a', () => {
      throw new Error('The disk is full.');
    });
    await expect(failing).rejects.toThrow('full');
    await data('a');
    expect(made).toEqual(['a']);
  });

  test('that changes as it is used counts only where it was left in order', () => {
    const first = kept.open('cluster', 'a');
    expect(first.isKept).toBe(false);
    writeFileSync(join(first.folder, 'pages'), '1');
    expect(kept.open('cluster', 'a').isKept).toBe(false);
    const second = kept.open('cluster', 'a');
    writeFileSync(join(second.folder, 'pages'), '2');
    second.keep();
    expect(kept.open('cluster', 'b').isKept).toBe(false);
    expect(existsSync(join(second.folder, 'pages'))).toBe(false);
    second.keep();
    expect(kept.open('cluster', 'a').isKept).toBe(true);
    // In use by a run that was killed since.
    expect(kept.open('cluster', 'a').isKept).toBe(false);
  });

  test('is one run’s at a time', () => {
    expect(kept.take()).toBe(true);
    writeFileSync(join(place, 'run.pid'), String(process.ppid));
    expect(new KeptData(place).take()).toBe(false);
    // Of a process that is gone.
    writeFileSync(join(place, 'run.pid'), '999999999');
    expect(new KeptData(place).take()).toBe(true);
  });
});

test('a key is of the settings, and of the names and contents of the files but for tests', () => {
  const sources = ['tests/bench/keptData*.ts'];
  expect(keyOf({ size: 1 }, ...sources)).toBe(keyOf({ size: 1 }, ...sources));
  expect(keyOf({ size: 2 }, ...sources)).not.toBe(keyOf({ size: 1 }, ...sources));
  expect(keyOf({ size: 1 }, ...sources)).toBe(keyOf({ size: 1 }, 'tests/bench/keptData.ts'));
  expect(keyOf({ size: 1 }, 'tests/bench/*.ts')).not.toBe(keyOf({ size: 1 }, ...sources));
});
