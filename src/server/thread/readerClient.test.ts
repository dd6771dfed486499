import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ImportReport } from '#shared/bridge/workspace.ts';
import { importFiles, type ImportOptions } from '../ingest/importFiles.ts';
import { readFiles } from '../ingest/readFiles.ts';
import { MemoryWriter } from '../ingest/testing/memoryWriter.ts';
import type { CompanyRecord } from '../record/companyRecord.ts';
import { readInThreads } from './readerClient.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-reader-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Companies, many with further rows that only continue their lists, and some rows to reject. */
function list(rows: number): string {
  const lines = ['Company,Website,Founders,Industries,Founded'];
  for (let row = 0; row < rows; row++) {
    const kind = row % 7;
    if (kind === 3 || kind === 4) lines.push(`,,Founder Number${row},Payments,`);
    else if (kind === 5) lines.push(',,,,2011');
    else lines.push(`Company ${row},company-${row}.com,First Person${row},"FinTech, Robotics",${1990 + (row % 30)}`);
  }
  return `${lines.join('\n')}\n`;
}

async function imported(
  read: NonNullable<ImportOptions['read']>,
  names: readonly string[],
): Promise<{ reports: ImportReport[]; records: CompanyRecord[] }> {
  const writer = new MemoryWriter();
  const sources = names.map((name) => ({ path: join(folder, name), name, mapping: {} }));
  const { signal } = new AbortController();
  const options = { today: '2026-11-20', onProgress: () => undefined, signal, dryRun: false, read };
  const reports = await importFiles(sources, writer, options);
  return { reports, records: writer.records };
}

const one: NonNullable<ImportOptions['read']> = (sources, options) =>
  readInThreads(sources, options, { oneThread: 0, twoThreads: Infinity });
const two: NonNullable<ImportOptions['read']> = (sources, options) =>
  readInThreads(sources, options, { oneThread: 0, twoThreads: 0 });

test('I13 one thread, two threads and none import the same, companies over several blocks included', async () => {
  writeFileSync(join(folder, 'a.csv'), list(1500));
  writeFileSync(join(folder, 'b.csv'), list(700).replaceAll('ompany', 'nterprise'));
  writeFileSync(join(folder, 'c.csv'), '%PDF-1.7');
  const names = ['a.csv', 'c.csv', 'b.csv'];
  const here = await imported(readFiles, names);
  expect(here.reports[0]?.imported).toBeGreaterThan(700);
  expect(here.reports[0]?.rejected.length).toBeGreaterThan(150);
  expect(here.reports[1]?.problem).not.toBe('');
  expect(await imported(one, names)).toEqual(here);
  expect(await imported(two, names)).toEqual(here);
}, 180_000);

test('I13 what only the rest of a column tells is found out, and the file is read again', async () => {
  const rows = Array.from({ length: 2600 }, (_, row) => {
    return `Company ${row},company-${row}.com,${row < 2500 ? '03/04/2020' : '25/04/2020'}`;
  });
  writeFileSync(join(folder, 'a.csv'), `Company,Website,Last funding date\n${rows.join('\n')}\n`);
  for (const read of [readFiles, one, two]) {
    const { records } = await imported(read, ['a.csv']);
    expect(records).toHaveLength(2600);
    expect(records[0]?.fundedOn).toBe('2020-04-03');
  }
}, 180_000);

test('F23 where no file can be read, threads say so like anybody', async () => {
  writeFileSync(join(folder, 'a.csv'), '%PDF-1.7');
  await expect(imported(two, ['a.csv'])).rejects.toMatchObject({ code: 'bad_file' });
}, 180_000);

test('a cancelled import ends its threads and leaves nothing', async () => {
  writeFileSync(join(folder, 'a.csv'), list(1500));
  const writer = new MemoryWriter();
  const abort = new AbortController();
  const running = importFiles([{ path: join(folder, 'a.csv'), name: 'a.csv', mapping: {} }], writer, {
    today: '2026-11-20',
    dryRun: false,
    signal: abort.signal,
    onProgress: (done) => {
      if (done > 0) abort.abort();
    },
    read: two,
  });
  await expect(running).rejects.toMatchObject({ code: 'cancelled' });
  expect(writer.records).toEqual([]);
}, 180_000);
