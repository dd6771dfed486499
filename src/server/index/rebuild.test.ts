import { localDate } from '#server/lists/schedule.ts';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { newWeekOn, toCompany } from '#server/record/toCompany.ts';
import { storedFields } from '#server/index/analysis/facetFields.ts';
import { addBatch, monday, useCompanyFolder } from '#server/index/testing/companyFolder.ts';
import { Oracle } from '#server/index/testing/everyFilter.ts';
import { ageSegments } from '#server/index/testing/olderFiles.ts';
import { someRecord, someWords } from '#server/index/testing/records.ts';
import { AppError } from '#shared/errors.ts';
import { lockRebuilds, lockWriters, openCompanyReader, openCompanyWriter } from './open.ts';
import { isDamageMet } from './damage.ts';
import { outdatedSegments, rebuildOutdated } from './rebuild.ts';
import { openCompaniesOrRepair } from './repair.ts';

const folder = useCompanyFolder();
const now = localDate(new Date());
const newWeek = newWeekOn('2026-W47', now, localDate(monday));
const asOf = { week: '2026-W47', date: '2026-11-16', newWeek, today: now };
const today = new Date().toISOString().slice(0, 10);
const records = fc.sample(someRecord, { seed: 7, numRuns: 90 });

/** Three batches, the third of which replaces companies of the second; returns what is there afterwards. */
async function threeBatches(): Promise<{ stored: Map<number, CompanyRecord>; before: Map<number, CompanyRecord> }> {
  const writer = openCompanyWriter(folder.path);
  await writer.release('2026-W47', monday);
  const stored = new Map<number, CompanyRecord>();
  for (const [origin, from] of [['sample', 0] as const, ['import', 30] as const]) {
    const some = records.slice(from, from + 30).map((record) => ({ ...record, isSample: origin === 'sample' }));
    const { ids } = await addBatch(writer, origin, some);
    ids.forEach((id, index) => stored.set(id, some[index]!));
  }
  const before = new Map(stored);
  const third = writer.begin('import');
  for (const [index, record] of records.slice(60).entries()) {
    const id = index % 3 === 0 ? 31 + index : null;
    if (id === null) stored.set(third.add(record), record);
    else {
      third.replace(id, record);
      stored.set(id, record);
    }
  }
  await third.commit();
  writer.close();
  return { stored, before };
}

function oracleOf(stored: ReadonlyMap<number, CompanyRecord>): Oracle {
  const rows = [...stored].map(([id, record]) => toCompany(id, record, asOf));
  return new Oracle(rows, stored, today, someWords);
}

async function differences(oracle: Oracle): Promise<string[]> {
  const reader = openCompanyReader(folder.path);
  try {
    return await oracle.differences(reader);
  } finally {
    reader.close();
  }
}

function rebuild(signal = new AbortController().signal, onProgress = (): void => undefined): Promise<number> {
  return rebuildOutdated(folder.path, { signal, onProgress });
}

const files = (): string[] => readdirSync(folder.path).filter((name) => /^(?:seg|rebuild)-.*\.db$/.test(name));

describe('segments from before a filter was there', () => {
  test.each(storedFields)('have the right answer to every filter without a posting of %s', async (field) => {
    const { stored } = await threeBatches();
    ageSegments(folder.path, { without: [field] });
    expect(outdatedSegments(folder.path)).toHaveLength(3);
    expect(await differences(oracleOf(stored))).toEqual([]);
  });

  test('have it without any facet, and of an older format, and are written again', async () => {
    const { stored, before } = await threeBatches();
    const oracle = oracleOf(stored);
    expect(oracle.size).toBeGreaterThan(100);
    expect(outdatedSegments(folder.path)).toEqual([]);
    ageSegments(folder.path, { format: 4 });
    expect(await differences(oracle)).toEqual([]);
    const reader = folder.reader();
    expect(await oracle.differences(reader)).toEqual([]);
    expect(await rebuild()).toBe(90);
    expect(outdatedSegments(folder.path)).toEqual([]);
    expect(files()).toEqual(['seg-1-e1.db', 'seg-2-e1.db', 'seg-3-e1.db']);
    // Readers that have them open see the new ones with the next call.
    expect(await oracle.differences(reader)).toEqual([]);
    expect(await rebuild()).toBe(0);
    // What the third has replaced is still there, and an undo brings it back.
    const writer = folder.writer();
    const { lastImport } = await reader.status();
    await writer.undoBatch(lastImport!.batchId);
    expect(await oracleOf(before).differences(reader)).toEqual([]);
    expect(files()).toEqual(['seg-1-e1.db', 'seg-2-e1.db']);
  });

  test('are still in the order of their age where the catalogue is lost afterwards', async () => {
    const { stored } = await threeBatches();
    ageSegments(folder.path);
    const stop = new AbortController();
    // The oldest is rebuilt, the newer ones are not.
    const cancelled = rebuildOutdated(folder.path, {
      signal: stop.signal,
      onProgress: (done) => {
        if (done === 30) stop.abort();
      },
    });
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    expect(files()).toEqual(['seg-1-e1.db', 'seg-2.db', 'seg-3.db']);
    for (const ending of ['', '-wal', '-shm']) rmSync(join(folder.path, `catalogue.db${ending}`), { force: true });
    const first = await openCompaniesOrRepair(folder.path, () => Promise.resolve('2026-W47'), true);
    first.mended();
    expect(await oracleOf(stored).differences(first.companies)).toEqual([]);
    first.companies.close();
    // If the work was cut off before the old file went, both files of a segment count as one.
    await rebuild();
    writeFileSync(join(folder.path, 'seg-3.db'), readFileSync(join(folder.path, 'seg-3-e1.db')));
    for (const ending of ['', '-wal', '-shm']) rmSync(join(folder.path, `catalogue.db${ending}`), { force: true });
    const again = await openCompaniesOrRepair(folder.path, () => Promise.resolve('2026-W47'), true);
    expect(await oracleOf(stored).differences(again.companies)).toEqual([]);
    again.companies.close();
    expect(files()).toEqual(['seg-1-e1.db', 'seg-2-e1.db', 'seg-3-e1.db']);
  });
});

describe('a rebuild', () => {
  test('leaves a damaged segment as it is, says so, and does the others', async () => {
    const { stored } = await threeBatches();
    ageSegments(folder.path);
    const path = join(folder.path, 'seg-2.db');
    const bytes = readFileSync(path);
    // A letter of a text: nothing that opens the file would notice.
    bytes[bytes.indexOf('solar')] = 0x53;
    writeFileSync(path, bytes);
    const reason = 'Part of the search index is damaged and was left unchanged.';
    await expect(rebuild()).rejects.toThrow(reason);
    expect(files()).toEqual(['seg-1-e1.db', 'seg-2.db', 'seg-3-e1.db']);
    expect(isDamageMet(folder.path)).toBe(true);
    // It can be started again, and the next start mends.
    await expect(rebuild()).rejects.toThrow(reason);
    const { companies, notices } = await openCompaniesOrRepair(folder.path, () => Promise.resolve('2026-W47'), true);
    expect(notices).toHaveLength(1);
    expect((await companies.status()).companies).toBe(stored.size);
    companies.close();
    expect(outdatedSegments(folder.path)).toEqual([]);
  });

  test('waits for a writer with a finished file, and lets it go on meanwhile', async () => {
    await threeBatches();
    ageSegments(folder.path);
    const writer = openCompanyWriter(folder.path);
    let isDone = false;
    const rebuilding = rebuild().then((written) => {
      isDone = true;
      return written;
    });
    const { ids } = await addBatch(writer, 'import', records.slice(0, 5));
    expect(ids).toHaveLength(5);
    expect(isDone).toBe(false);
    expect(outdatedSegments(folder.path)).toHaveLength(3);
    writer.close();
    expect(await rebuilding).toBe(90);
    expect(outdatedSegments(folder.path)).toEqual([]);
  });

  test('of a segment that goes meanwhile comes to nothing', async () => {
    await threeBatches();
    ageSegments(folder.path);
    const writer = openCompanyWriter(folder.path);
    const rebuilding = rebuild();
    await new Promise((resolve) => setImmediate(resolve));
    await writer.removeOrigin('sample');
    writer.close();
    expect(await rebuilding).toBe(60);
    expect(files()).toEqual(['seg-2-e1.db', 'seg-3-e1.db']);
  });

  test('is one at a time, and leaves no lock and no file when it is cancelled', async () => {
    await threeBatches();
    ageSegments(folder.path);
    writeFileSync(join(folder.path, 'rebuild-9.db'), 'half a segment');
    const other = lockRebuilds(folder.path)!;
    const stop = new AbortController();
    const waiting = rebuild(stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    other.release();
    expect(files()).toContain('rebuild-9.db');
    await rebuild();
    expect(files()).toEqual(['seg-1-e1.db', 'seg-2-e1.db', 'seg-3-e1.db']);
    for (const lock of [lockRebuilds(folder.path), lockWriters(folder.path)]) {
      expect(lock).not.toBeNull();
      lock?.release();
    }
  });

  test('where nothing is outdated reads and changes nothing', async () => {
    await threeBatches();
    const { generation } = await folder.reader().status();
    const seen: unknown[] = [];
    await rebuildOutdated(folder.path, {
      signal: new AbortController().signal,
      onProgress: (...told) => seen.push(told),
    });
    expect(seen).toEqual([]);
    expect((await folder.reader().status()).generation).toBe(generation);
    expect(() => outdatedSegments(join(folder.path, 'nowhere'))).not.toThrow(AppError);
  });
});
