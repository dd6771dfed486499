import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { inspectFile } from './inspect.ts';
import { MemoryWriter } from './testing/memoryWriter.ts';
import { importText, plain } from './testing/importText.ts';

test.each([
  ['an empty file', Buffer.alloc(0), /the file is empty/],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), /picture/],
  ['a PDF', '%PDF-1.7\n', /PDF/],
  ['a web page', '<!DOCTYPE html><html></html>', /web page/],
  ['an old spreadsheet', Buffer.from('D0CF11E0A1B11AE1', 'hex'), /save the sheet as XLSX or CSV/],
  ['half a zip file', 'PK\u0003\u0004', /damaged/],
  ['a binary file', Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7) % 32)), /binary/],
  ['a list of texts', '["Winter 2022","Summer 2021"]', /no list of companies/],
  ['running text', 'This is a licence text, and it goes on for several words.\n'.repeat(20), /not a company list/],
  ['a damaged gzip file', gzipSync(plain.repeat(10_000)).subarray(0, 60), /ends too early|damaged/],
  ['a zip bomb', gzipSync(Buffer.alloc(80 * 1024 ** 2, 'a,b\n')), /unpacks to more/],
])('S43 %s is refused with file and reason', async (_, content, reason) => {
  const writer = new MemoryWriter();
  const error = await importText(content, writer).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code: 'bad_file' });
  expect(String(error)).toContain('list.bin');
  expect(String(error)).toMatch(reason);
  expect(writer.records).toEqual([]);
});

test('S43 a sparse file of 2 GB is refused at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-sparse-'));
  try {
    const path = join(folder, 'sparse.csv');
    await writeFile(path, 'name,country\n');
    await truncate(path, 2 * 1024 ** 3);
    await expect(inspectFile(path)).rejects.toMatchObject({ code: 'bad_file' });
  } finally {
    await rm(folder, { recursive: true });
  }
});
