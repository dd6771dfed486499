import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { ExportThreads } from '#server/index/csv/exportThreads.ts';
import { exportColumns, exportColumnsOf } from '#shared/domain/exportColumns.ts';
import { csvRow } from '#server/api/http/csv.ts';
import { addBatch, monday, query, useCompanyFolder } from '#server/index/testing/companyFolder.ts';
import { generateCompanies } from '#server/jobs/sample/generate.ts';
import type { CompanyReader } from './port.ts';

// Starts a thread, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const folder = useCompanyFolder();

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).text();
}

async function rowsOf(reader: CompanyReader, ids: readonly number[]): Promise<string> {
  return (await reader.getMany(ids)).map((company) => csvRow(exportColumns, company)).join('');
}

function sample(count: number, seed: number) {
  return [...generateCompanies({ count, seed, today: '2026-11-20' })];
}

describe('an export of the store', () => {
  test('has every row of a search in its order, from several files, by threads as without them', async () => {
    const writer = folder.writer();
    await writer.release('2026-W47', monday);
    await addBatch(writer, 'sample', sample(2500, 1));
    await addBatch(writer, 'import', sample(700, 2));
    const reader = folder.reader();
    for (const sortBy of ['best_match', 'company_name', 'incorporated_year'] as const) {
      const ids = await reader.searchIds(query('', { sortBy }), 10_000);
      const all = await reader.openExport({ search: query('', { sortBy }) }, exportColumns);
      expect(all.total).toBe(ids.length);
      expect(await textOf(all.csv(0, all.total))).toBe(await rowsOf(reader, ids));
      all.close();
    }
    const few = await reader.openExport({ ids: [3, 2501, 999_999, 1] }, exportColumns);
    expect(few.total).toBe((await reader.getMany([3, 2501, 1])).length);
    expect(await textOf(few.csv(0, few.total))).toBe(await rowsOf(reader, [3, 2501, 1]));
    few.close();
  });

  test('F26 goes on with its generation while companies are replaced and their file is taken away', async () => {
    const writer = folder.writer();
    await writer.release('2026-W47', monday);
    await addBatch(writer, 'sample', sample(3000, 1));
    const reader = folder.reader();
    const ids = await reader.searchIds(query(), 10_000);
    const before = await rowsOf(reader, ids);
    const open = await reader.openExport({ search: query() }, exportColumns);
    const first = await textOf(open.csv(0, 1000));
    await writer.removeOrigin('sample');
    await addBatch(writer, 'import', sample(50, 3));
    await writer.release('2026-W48', monday);
    expect((await reader.status()).companies).toBeLessThan(60);
    expect(first + (await textOf(open.csv(1000, open.total)))).toBe(before);
    open.close();
  });

  test('I12 one whose file is gone before it is opened fails alone: others in the same threads go on', async () => {
    const writer = folder.writer();
    await writer.release('2026-W47', monday);
    await addBatch(writer, 'sample', sample(3000, 1));
    const files = readdirSync(folder.path).filter((name) => /^seg-\d+\.db$/.test(name));
    const source = {
      files: files.map((name) => join(folder.path, name)),
      origins: files.map(() => 'sample' as const),
      columns: ['name'],
      context: {},
      asOf: { week: '2026-W47', date: '2026-11-16', newWeek: '2026-W47', today: '2026-11-16' },
    };
    const threads = new ExportThreads();
    const good = await threads.open(source);
    const gone = {
      ...source,
      files: [...source.files, join(folder.path, 'seg-999.db')],
      origins: [...source.origins, 'import' as const],
    };
    const failed = await Promise.allSettled([threads.open(gone), threads.open(gone)]);
    expect(failed.map((result) => (result.status === 'rejected' ? AppError.from(result.reason).code : ''))).toEqual([
      'storage_corrupt',
      'storage_corrupt',
    ]);
    const rows = { ids: Uint32Array.of(1, 2), files: Uint16Array.of(0, 0) };
    for (let turn = 0; turn < good.threads; turn++) {
      expect(Buffer.from((await good.write(turn, rows)) ?? []).toString()).toMatch(/^.+\r?\n.+\r?\n$/);
    }
    good.close();
    threads.close();
  });

  test('one that is closed fails what is still read of it', async () => {
    const writer = folder.writer();
    await writer.release('2026-W47', monday);
    await addBatch(writer, 'sample', sample(4000, 1));
    const reader = folder.reader();
    const open = await reader.openExport({ search: query() }, exportColumnsOf(['name']) ?? []);
    const stream = open.csv(0, open.total).getReader();
    await stream.read();
    open.close();
    const rest = async (): Promise<void> => {
      for (let next = await stream.read(); !next.done;) next = await stream.read();
    };
    await expect(rest()).rejects.toMatchObject({ code: 'unavailable' });
  });
});
