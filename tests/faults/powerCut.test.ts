import { copyFileSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listNames } from '#shared/domain/listName.ts';
import { createEventHub } from '#main/services/eventHub.ts';
import { ApiClient } from '#main/services/api/apiClient.ts';
import { MoveQueue } from '#main/services/moves/moveQueue.ts';
import { newFolder } from './harness/folder.ts';
import { SimClock } from './harness/simClock.ts';
import { decision, target } from '#main/services/testing/queueBench.ts';

vi.setConfig({ testTimeout: 300_000 });

const silent = { info: nothing, warn: nothing, error: nothing };
const frameHeader = 24;
const walHeader = 32;

let folder: string;
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function nothing(): void {
  // Nobody listens.
}

/** A queue whose server never answers, so that nothing is sent. */
function openQueue(path: string): MoveQueue {
  const clock = new SimClock();
  const queue = new MoveQueue({ path, clock, events: createEventHub(silent), log: silent });
  queue.start();
  const client = new ApiClient({
    transport: { fetch: () => new Promise(nothing) },
    origin: 'http://127.0.0.1',
    token: 'someone',
    jar: { csrf: '' },
    clock,
    onDenied: nothing,
    onReached: nothing,
  });
  queue.attach('someone', client);
  return queue;
}

function pendingOf(queue: MoveQueue): string {
  const { pending } = queue.snapshot();
  return pending
    .map(({ entryId, list }) => `${entryId} ${list}`)
    .toSorted()
    .join();
}

it('F4 I1 I9 a journal cut anywhere leaves a prefix of what was acknowledged, and cut nowhere all of it', () => {
  const path = join(folder, 'queue.db');
  const queue = openQueue(path);
  /** What was acknowledged by the time the journal had this length. */
  const acknowledged: { length: number; pending: string }[] = [];
  const note = (): void => {
    acknowledged.push({ length: statSync(`${path}-wal`).size, pending: pendingOf(queue) });
  };
  note();
  for (let turn = 0; turn < 24; turn++) {
    const to = listNames[turn % 4] ?? 'None';
    if (turn % 7 === 6) queue.undo();
    else if (turn % 5 === 4) queue.enqueue({ to, targets: [1, 2, 3, 4, 5, 6, 7].map((entry) => target(entry)) });
    else queue.enqueue(decision(to, 1 + (turn % 9)));
    note();
  }
  const wal = readFileSync(`${path}-wal`);
  const frame = frameHeader + wal.readUInt32BE(8);
  const lengths: number[] = [];
  for (let length = walHeader; length <= wal.length; length += frame) {
    lengths.push(length, Math.min(length + 10, wal.length), Math.min(length + (frame >> 1), wal.length));
  }
  for (const length of lengths) {
    const copy = join(folder, `cut-${length}.db`);
    copyFileSync(path, copy);
    copyFileSync(`${path}-wal`, `${copy}-wal`);
    truncateSync(`${copy}-wal`, length);
    const reopened = openQueue(copy);
    const found = pendingOf(reopened);
    reopened.stop();
    // All that was synced by then, and at most the decision that was committed and not yet acknowledged.
    const last = acknowledged.findLastIndex((state) => state.length <= length);
    const allowed = [acknowledged[last]?.pending ?? '', acknowledged[last + 1]?.pending ?? ''];
    expect(allowed, `cut at ${length}`).toContain(found);
  }
  queue.stop();
});
