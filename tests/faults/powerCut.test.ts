import { copyFileSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listNames } from '#shared/domain/listName.ts';
import { createEventHub } from '#main/services/eventHub.ts';
import { ApiClient, type ApiTransport } from '#main/services/api/apiClient.ts';
import { MoveQueue } from '#main/services/moves/moveQueue.ts';
import { QueueStore } from '#main/services/moves/queueStore.ts';
import { eventually } from '#main/services/testing/eventually.ts';
import { plainEntry } from '#main/services/testing/records.ts';
import { newFolder } from './harness/folder.ts';
import { FakeClock } from '#main/services/testing/fakeClock.ts';
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

/** A queue whose server never answers, so that nothing is sent, unless `fetch` is given. */
function openQueue(path: string, fetch: ApiTransport['fetch'] = () => new Promise(nothing)): MoveQueue {
  const clock = new FakeClock();
  const queue = new MoveQueue({ path, clock, events: createEventHub(silent), log: silent });
  queue.start();
  const client = new ApiClient({
    transport: { fetch },
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
    // All that was synced by then, and at most the decision that was committed but not yet acknowledged.
    const last = acknowledged.findLastIndex((state) => state.length <= length);
    const allowed = [acknowledged[last]?.pending ?? '', acknowledged[last + 1]?.pending ?? ''];
    expect(allowed, `cut at ${length}`).toContain(found);
  }
  queue.stop();
});

it('F4 I6 what has gone out is marked in what a power cut leaves, though not every write is synced', async () => {
  const path = join(folder, 'queue.db');
  const original = Reflect.get(QueueStore.prototype, 'apply');
  const apply = vi.spyOn(QueueStore.prototype, 'apply');
  /** How much of the journal is on the disk itself, in bytes. */
  let synced = 0;
  let unsynced = 0;
  apply.mockImplementation(function (this: QueueStore, ...[account, changes, durability]) {
    original.call(this, account, changes, durability);
    if (durability === 'full') synced = statSync(`${path}-wal`).size;
    else unsynced++;
  });
  const keys: string[] = [];
  const left: unknown[] = [];
  /** The state of a row in what is left of the file if the power fails at this moment. */
  const stateLeft = (key: string): string | undefined => {
    const copy = join(folder, `cut-${keys.length}.db`);
    copyFileSync(path, copy);
    copyFileSync(`${path}-wal`, `${copy}-wal`);
    truncateSync(`${copy}-wal`, synced);
    const store = QueueStore.open(copy);
    const { commands } = store.load('someone');
    store.close();
    return commands.find((command) => command.key === key)?.state;
  };
  const queue = openQueue(path, async (request) => {
    const key = request.headers.get('idempotency-key') ?? '';
    keys.push(key);
    left.push(stateLeft(key));
    const entry = Number(/(\d+)\/$/.exec(request.url)?.[1]);
    return Response.json(plainEntry(entry, entry, 'Archive'));
  });
  try {
    queue.enqueue({ to: 'Archive', targets: Array.from({ length: 60 }, (_, index) => target(index + 1)) });
    await eventually(() => expect(queue.state().status).toBe('idle'));
    expect(new Set(keys).size).toBe(60);
    expect(new Set(left)).toEqual(new Set(['sent']));
    expect(unsynced).toBeGreaterThan(30);
    // When nothing is left to send, everything is on the disk.
    expect(synced).toBe(statSync(`${path}-wal`).size);
  } finally {
    queue.stop();
    apply.mockRestore();
  }
});
