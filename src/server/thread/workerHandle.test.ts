import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BroadcastChannel, type Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LocalApi, LocalApiEvent, LocalApiStatus } from '#node/localApi.ts';
import { openLocalApi } from './workerHandle.ts';
import { indexFolderOf, workspaceFile } from '../jobs/copies/workspaceFiles.ts';

let folder: string;
let api: LocalApi | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-handle-'));
});

afterEach(async () => {
  await api?.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(): Promise<LocalApi> {
  api = await openLocalApi(folder, { entry: new URL('../testing/mortalWorker.ts', import.meta.url) });
  return api;
}

/** Ends the worker at once, without a word, as a crash does. */
function kill(): void {
  const channel = new BroadcastChannel('winnow.mortalWorker');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel between threads has no origin.
  channel.postMessage('die');
  channel.close();
}

async function ask(local: LocalApi, path: string, token: string, init: RequestInit = {}): Promise<Response> {
  return local.fetch(
    new Request(`http://workspace${path}`, { ...init, headers: { Authorization: `Bearer ${token}` } }),
  );
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Resolves with the next matching event. */
function next(local: LocalApi, wanted: (event: LocalApiEvent) => boolean): Promise<LocalApiEvent> {
  return new Promise((resolve) => {
    const stop = local.subscribe((event) => {
      if (!wanted(event)) return;
      stop();
      resolve(event);
    });
  });
}

async function withSample(local: LocalApi, companies: number): Promise<LocalApiStatus> {
  const done = next(local, (event) => event.kind === 'status' && event.status.job?.state === 'done');
  await local.createSample(companies);
  await done;
  return local.status();
}

describe('the embedded API', () => {
  test('a job goes on while searches are answered, and tells how far it is', async () => {
    const local = await open();
    const token = await local.issueToken();
    const seen: number[] = [];
    local.subscribe((event) => {
      if (event.kind === 'status') seen.push(event.status.job?.done ?? 0);
    });
    const done = next(local, (event) => event.kind === 'status' && event.status.job?.state === 'done');
    expect((await local.createSample(20_000)).job).toMatchObject({ state: 'running', kind: 'sample' });
    const response = await ask(local, '/api/latest_companies/preview/', token);
    expect(await response.json()).toMatchObject({ count: 0 });
    await expect(local.createSample(10)).rejects.toMatchObject({ code: 'busy' });
    await done;
    expect((await local.status()).companies).toBeGreaterThan(15_000);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  test('a token issued anew makes the earlier one void', async () => {
    const local = await open();
    const first = await local.issueToken();
    const second = await local.issueToken();
    expect((await ask(local, '/api/users/me/', first)).status).toBe(401);
    expect((await ask(local, '/api/users/me/', second)).status).toBe(200);
  });

  test('a CSV comes in chunks and can be left in the middle', async () => {
    const local = await open();
    const token = await local.issueToken();
    const { companies } = await withSample(local, 5000);
    const whole = await ask(local, '/api/latest_companies/export/', token);
    let chunks = 0;
    let lines = 0;
    for await (const chunk of whole.body ?? []) {
      chunks++;
      for (const byte of chunk) if (byte === 10) lines++;
    }
    expect(lines).toBe(companies + 1);
    expect(chunks).toBeGreaterThan(5);

    const abort = new AbortController();
    const part = await ask(local, '/api/latest_companies/export/', token, { signal: abort.signal });
    const reader = part.body!.getReader();
    await reader.read();
    // A request's signal follows the caller's through a weak reference, so a collected request would miss the abort.
    collectGarbage();
    abort.abort();
    await expect(reader.read()).rejects.toThrow(/abort/i);
    expect((await ask(local, '/api/users/me/', token)).status).toBe(200);
  });

  test('a call that is given up rejects at once', async () => {
    const local = await open();
    const token = await local.issueToken();
    const abort = new AbortController();
    const call = ask(local, '/api/users/me/', token, { signal: abort.signal });
    abort.abort();
    await expect(call).rejects.toThrow(/abort/i);
  });

  test('an import reports every row; a file is looked at first', async () => {
    const local = await open();
    const path = join(folder, 'a.csv');
    await writeFile(path, 'name,website\nAcme,https://acme.example\n');
    expect(await local.inspect(path, [], 'a.csv')).toMatchObject([
      { file: 'a.csv', rows: [['Acme', 'https://acme.example']] },
    ]);
    await expect(local.inspect(join(folder, 'none.csv'), [], 'none.csv')).rejects.toMatchObject({ code: 'bad_file' });
    const done = next(local, (event) => event.kind === 'status' && event.status.job?.state === 'done');
    await local.startImport([{ path, name: 'mine.csv', mapping: {} }], { removeSample: true, dryRun: false });
    await done;
    expect((await local.status()).job?.reports).toMatchObject([{ file: 'mine.csv', rows: 1, imported: 1 }]);
    const undone = await local.undoImport();
    expect(undone).toMatchObject({ companies: 0, lastImport: null, job: { kind: 'undo', state: 'done' } });
    await expect(local.undoImport()).rejects.toMatchObject({ message: 'There is no import to undo.' });
  });

  test('a simulated week resolves when the digest has landed', async () => {
    const local = await open();
    await withSample(local, 1000);
    const landed = next(local, (event) => event.kind === 'refreshed');
    const { digestWeek, refreshedAt } = await local.status();
    const after = await local.simulateWeek();
    expect(after.digestWeek > digestWeek).toBe(true);
    expect(after.refreshedAt).not.toBe(refreshedAt);
    expect(await landed).toMatchObject({ week: after.digestWeek });
  });
});

describe('copies of the workspace', () => {
  test('a copy is made, and restored with what was there kept as another; whoever is signed in stays so', async () => {
    const local = await open();
    await withSample(local, 500);
    const before = (await local.status()).companies;
    const first = next(local, (event) => event.kind === 'status' && event.status.job?.state === 'done');
    await local.backUp();
    await first;
    const [copy] = (await local.status()).copies;
    expect(copy).toMatchObject({ kind: 'backup', companies: before });

    const path = join(folder, 'a.csv');
    await writeFile(path, 'name,website\nAcme,https://acme.example\n');
    const imported = next(local, (event) => event.kind === 'status' && event.status.job?.state === 'done');
    await local.startImport([{ path, name: 'a.csv', mapping: {} }], { removeSample: true, dryRun: false });
    await imported;
    const token = await local.issueToken();
    const restored = next(local, (event) => event.kind === 'restored');
    await local.restore(copy!.name);
    await restored;
    const { companies, copies, job, notices } = await local.status();
    expect(notices).toEqual(['The backup was restored. The previous workspace was kept as a backup.']);
    expect({ companies, job }).toEqual({ companies: before, job: null });
    expect(copies.map(({ kind, companies: count }) => [kind, count])).toEqual([
      ['aside', 1],
      ['backup', before],
    ]);
    expect((await ask(local, '/api/users/me/', token)).status).toBe(200);

    // The way back.
    const back = next(local, (event) => event.kind === 'restored');
    await local.restore(copies[0]!.name);
    await back;
    expect((await local.status()).companies).toBe(1);
  });

  test('a copy that is not there or not sound is refused, and nothing changes', async () => {
    const local = await open();
    await withSample(local, 500);
    const before = (await local.status()).companies;
    const made = next(local, (event) => event.kind === 'status' && event.status.job?.state === 'done');
    await local.backUp();
    await made;
    const [copy] = (await local.status()).copies;
    await writeFile(join(folder, 'backups', copy!.name, 'winnow.db'), 'no database at all '.repeat(500));
    for (const name of ['2020-01-01 00.00.00.000', '../..', copy!.name]) {
      const failed = next(local, (event) => event.kind === 'status' && event.status.job?.state === 'failed');
      await local.restore(name);
      await failed;
      expect((await local.status()).companies).toBe(before);
    }
    expect((await readdir(folder)).filter((name) => name.includes('restor'))).toEqual([]);
  });
});

describe('F2 when the worker dies', () => {
  test('what waits is told, a new one is there within a second, and what was saved is there', async () => {
    const local = await open();
    const token = await local.issueToken();
    await withSample(local, 1000);
    const stopped = next(local, (event) => event.kind === 'stopped');
    kill();
    await stopped;
    const response = await ask(local, '/api/users/me/', token);
    expect(response.status).toBe(200);
    expect((await local.status()).companies).toBeGreaterThan(800);
  });

  test('calls and streams in the middle end with connection_lost', async () => {
    const local = await open();
    const token = await local.issueToken();
    await withSample(local, 5000);
    const csv = await ask(local, '/api/latest_companies/export/', token);
    const reader = csv.body!.getReader();
    await reader.read();
    const job = local.simulateWeek();
    const lost = expect(job).rejects.toMatchObject({ code: 'connection_lost' });
    kill();
    await lost;
    const rest = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toMatchObject({ code: 'connection_lost' });
  });
});

describe('opening and closing', () => {
  test('a damaged workspace is told as such', async () => {
    await writeFile(workspaceFile(folder), 'no database at all '.repeat(500));
    await expect(open()).rejects.toMatchObject({ code: 'storage_corrupt' });
  });

  test('F19 what a damaged workspace had is told, and it goes on', { timeout: 20_000 }, async () => {
    await (await open()).close();
    await writeFile(workspaceFile(folder), 'no database at all '.repeat(500));
    await writeFile(join(indexFolderOf(workspaceFile(folder)), 'catalogue.db'), 'nor this one '.repeat(500));
    const { notices } = await (await open()).status();
    expect(notices).toEqual([
      expect.stringContaining('The file of your lists was damaged.'),
      expect.stringContaining('The search index was damaged.'),
    ]);
  });

  test('F29 closed, its thread leaves by itself: nothing is cut off, also not an export', async () => {
    const exits: number[] = [];
    const watch = (worker: Worker): void => void worker.once('exit', (code) => exits.push(code));
    process.on('worker', watch);
    try {
      const local = await open();
      const token = await local.issueToken();
      await withSample(local, 500);
      const csv = await ask(local, '/api/latest_companies/export/', token);
      await local.close();
      // Ended by force, it would exit with 1.
      expect(exits).toEqual([0]);
      await expect(csv.text()).rejects.toMatchObject({ code: 'connection_lost' });
    } finally {
      process.off('worker', watch);
    }
  });

  test(
    'F29 closed in the middle of a job that takes a minute, it answers nothing any more',
    { timeout: 30_000 },
    async () => {
      const local = await open();
      await local.createSample(1_000_000);
      await local.close();
      await expect(local.status()).rejects.toMatchObject({ code: 'unavailable' });
      await local.close();
    },
  );
});
