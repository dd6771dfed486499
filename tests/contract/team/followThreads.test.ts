import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCompanyReader, openCompanyWriter } from '#server/index/open.ts';
import type { CompanyChange } from '#server/index/port.ts';
import { monday, query } from '#server/index/testing/companyFolder.ts';
import { followLog, type FollowOptions } from '#server/jobs/followLog.ts';
import { generateCompanies } from '#server/jobs/sample/generate.ts';
import { CompanyLog } from '#server/postgres/companyLog.ts';
import { PostgresServer } from '#server/postgres/server.ts';
import { readBatchesInThreads } from '#server/thread/followClient.ts';
import { sortOptions } from '#shared/domain/choices.ts';
import { AppError } from '#shared/errors.ts';
import { TestTeam } from '../../postgres/testTeam.ts';

const companies = 6000;

const team = new TestTeam();
let server: PostgresServer;
let log: CompanyLog<CompanyChange>;

beforeEach(() => {
  server = new PostgresServer(team.address, () => undefined);
  log = new CompanyLog(server);
});
afterEach(() => server.close());

/** Fetches all that the log has into the index of a server. */
async function follow(name: string, options: FollowOptions, signal = new AbortController().signal): Promise<number> {
  const writer = openCompanyWriter(join(team.folder, name));
  try {
    return await followLog(writer, log, { onProgress: () => undefined, signal }, options);
  } finally {
    writer.close();
  }
}

/** The bytes of each segment of an index. */
function segmentsOf(name: string): Map<string, Buffer> {
  const files = readdirSync(join(team.folder, name)).filter((file) => file.startsWith('seg-'));
  return new Map(files.toSorted().map((file) => [file, readFileSync(join(team.folder, name, file))]));
}

/** Batches that add, replace and remove, with releases between them; the last but one is undone. */
async function fill(): Promise<void> {
  const writer = openCompanyWriter(join(team.folder, 'leader'), { log });
  const records = [...generateCompanies({ count: companies, seed: 11, today: '2026-11-20' })];
  await writer.release('2026-W46', monday);
  for (let part = 0; part < 8; part++) {
    const batch = writer.begin('import');
    const from = (companies / 8) * part;
    for (const record of records.slice(from, from + companies / 8)) batch.add(record);
    for (let id = 1 + part; id <= from; id += 37) batch.replace(id, records[(id * 31) % companies]!);
    if (part === 4) batch.remove(3);
    await batch.commit();
    if (part % 3 === 0) await writer.release(`2026-W${String(47 + part / 3)}`, monday);
  }
  const undone = writer.begin('import');
  undone.add(records[0]!);
  await writer.undoBatch((await undone.commit()).batchId);
  const sample = writer.begin('sample');
  for (const record of records.slice(0, 50)) sample.add(record);
  await sample.commit();
  writer.close();
}

async function answersOf(name: string): Promise<unknown> {
  const reader = openCompanyReader(join(team.folder, name));
  try {
    const pages = [];
    for (const { value: sortBy } of sortOptions) {
      for (const words of ['', 'energy', '"software platform"']) {
        pages.push(Buffer.from(await reader.searchJson(query(words, { sortBy }), 0, 500)).toString());
      }
    }
    const { lastCompanyId, week, companies: count, lastImport } = await reader.status();
    return { pages, facets: await reader.facets(query()), lastCompanyId, week, count, lastImport };
  } finally {
    reader.close();
  }
}

test('N4 an index that threads have fetched is byte for byte the one of a single thread', async () => {
  await fill();
  await follow('alone', {});
  await follow('threads', { read: readBatchesInThreads(team.address, log, 1) });
  const [alone, threads] = [segmentsOf('alone'), segmentsOf('threads')];
  expect([...threads.keys()]).toEqual([...alone.keys()]);
  expect(alone.size).toBeGreaterThan(1);
  for (const [name, bytes] of alone) expect(threads.get(name)?.equals(bytes), name).toBe(true);
});

test('N4 batches that are made as one answer as those that are made one after the other', async () => {
  await fill();
  const all = await follow('each', { apart: Infinity });
  expect(await follow('some', { read: readBatchesInThreads(team.address, log, 1) })).toBe(all);
  expect(await follow('most', { apart: 1 })).toBe(all);
  const answers = await answersOf('leader');
  for (const name of ['each', 'some', 'most']) expect(await answersOf(name), name).toEqual(answers);
  expect(segmentsOf('most').size).toBeLessThan(segmentsOf('each').size);
  // They go on together.
  const leader = openCompanyWriter(join(team.folder, 'leader'), { log });
  await followLog(leader, log, { onProgress: () => undefined, signal: new AbortController().signal });
  const last = openCompanyReader(join(team.folder, 'leader'));
  const { lastImport } = await last.status();
  last.close();
  await leader.undoBatch(lastImport?.batchId ?? 0);
  leader.close();
  for (const name of ['each', 'some', 'most']) await follow(name, {});
  const undone = await answersOf('leader');
  expect(undone).not.toEqual(answers);
  for (const name of ['each', 'some', 'most']) {
    // Which import comes next to undo depends on what is one by then.
    expect({ ...((await answersOf(name)) as object), lastImport: null }, name).toEqual({
      ...(undone as object),
      lastImport: null,
    });
  }
});

test('an id that was given to a company of a batch that was undone never comes again', async () => {
  await fill();
  const leader = openCompanyReader(join(team.folder, 'leader'));
  const { lastCompanyId } = await leader.status();
  leader.close();
  await follow('fresh', {});
  const fresh = openCompanyReader(join(team.folder, 'fresh'));
  expect((await fresh.status()).lastCompanyId).toBe(lastCompanyId);
  fresh.close();
});

test('cancelled in the middle it leaves what is made, and goes on from there', async () => {
  await fill();
  const abort = new AbortController();
  const read = readBatchesInThreads(team.address, log, 1);
  const cut = follow(
    'cut',
    {
      apart: Infinity,
      read: async function* (run, changed) {
        for await (const part of read(run, changed)) {
          yield part;
          if (run.last > 6) abort.abort();
        }
      },
    },
    abort.signal,
  );
  await expect(cut).rejects.toThrow(AppError);
  await expect(cut).rejects.toMatchObject({ code: 'cancelled' });
  await follow('cut', { apart: Infinity });
  expect(await answersOf('cut')).toEqual(await answersOf('leader'));
});
