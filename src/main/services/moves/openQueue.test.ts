import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { salvageFile, setAside } from '#node/damagedFile.ts';
import { FakeClock } from '../testing/fakeClock.ts';
import { RecordingLog } from '../testing/recordingLog.ts';
import type { Change, Command } from './command.ts';
import { openQueue, type OpenedQueue, QueueStore } from './queueStore.ts';

const moves = 400;
let folder: string;
let path: string;
let whole: string;
let opened: OpenedQueue | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-queue-'));
  path = join(folder, 'queue.db');
  const store = QueueStore.open(path);
  store.apply(
    'ann',
    Array.from({ length: moves }, (_, index) => put(index + 1)),
    'full',
  );
  store.close();
  whole = join(folder, 'whole.db');
  copyFileSync(path, whole);
  // A page in the middle of the rows, overwritten.
  const file = readFileSync(path);
  const page = Math.floor(file.length / 4096 / 2) * 4096;
  writeFileSync(path, file.fill(0xaa, page, page + 4096));
});
afterEach(() => {
  opened?.store.close();
  opened = undefined;
  rmSync(folder, { recursive: true, force: true });
});

function put(seq: number): Change {
  const command: Command = {
    seq,
    key: `key ${seq}`,
    stepId: 'step',
    entryId: seq,
    companyId: seq,
    name: 'A company with a name',
    from: 'None',
    to: 'Archive',
    state: 'pending',
    reason: '',
  };
  return { kind: 'put', command };
}

/** Starts on the file; returns how many moves it finds and what it tells. */
function start(): { found: number; notice: string } {
  opened = openQueue(path, new FakeClock(), new RecordingLog());
  return { found: opened.store.load('ann').commands.length, notice: opened.notice };
}

describe('a damaged file of unsent moves', () => {
  test.for([
    ['cut by 1 %', (file: Buffer) => file.subarray(0, Math.floor(file.length * 0.99))],
    ['cut by 10 %', (file: Buffer) => file.subarray(0, Math.floor(file.length * 0.9))],
    ['cut by 50 %', (file: Buffer) => file.subarray(0, Math.floor(file.length * 0.5))],
    ['of which the second page is zeroed', (file: Buffer) => file.fill(0, 4096, 8192)],
    ['of which a page in the middle is zeroed', (file: Buffer) => file.fill(0, 4096 * 6, 4096 * 7)],
    ['whose first page is overwritten', (file: Buffer) => file.fill(0xa5, 0, 4096)],
    ['whose header is gone', (file: Buffer) => file.fill(0, 0, 100)],
  ] as const)('F19 I1 %s has every move of the pages that are left, and says how many', ([, harm]) => {
    const before = readFileSync(whole);
    const after = harm(Buffer.from(before));
    writeFileSync(path, after);
    const db = new DatabaseSync(whole);
    const leaves = db.prepare(`SELECT pageno, ncell FROM dbstat WHERE name = 'command' AND pagetype = 'leaf'`).all();
    db.close();
    const left = leaves.filter(({ pageno }) => {
      const [from, to] = [(Number(pageno) - 1) * 4096, Number(pageno) * 4096];
      return to <= after.length && before.subarray(from, to).equals(after.subarray(from, to));
    });
    const expected = left.reduce((sum, { ncell }) => sum + Number(ncell), 0);
    expect(expected).toBeGreaterThan(moves / 4);
    const { found, notice } = start();
    expect(found).toBe(expected);
    expect(notice).toContain(`${String(expected)} moves could be read`);
    expect(readdirSync(folder).some((name) => name.startsWith('queue.db.bad-'))).toBe(true);
  });

  it('F19 I1 loses nothing that can be read to a start that ends while the rest is gathered', () => {
    // Such a start had only begun to gather.
    QueueStore.open(salvageFile(path)).close();
    const { found, notice } = start();
    expect(found).toBeGreaterThan(moves / 2);
    expect(notice).toContain(`${found} moves could be read`);
    expect(existsSync(salvageFile(path))).toBe(false);
  });

  it('F19 I1 loses nothing to a start that ends when the damaged file is aside and nothing is in its place', () => {
    copyFileSync(path, join(folder, 'damaged'));
    const { found } = start();
    opened?.store.close();
    // What the moment before that looks like: gathered, aside, and a journal of the damaged file left behind.
    copyFileSync(path, salvageFile(path));
    copyFileSync(join(folder, 'damaged'), path);
    setAside(path, new Date(0));
    writeFileSync(`${path}-wal`, 'of the damaged file');
    const again = start();
    expect(again.found).toBe(found);
    expect(again.notice).toContain('what could be read will be sent');
    opened?.store.close();
    expect(start()).toEqual({ found, notice: '' });
  });
});
