import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { importFiles } from './importFiles.ts';
import { plain } from './testing/importText.ts';
import { MemoryWriter } from './testing/memoryWriter.ts';

const options = {
  today: '2026-11-20',
  onProgress: () => undefined,
  signal: new AbortController().signal,
  dryRun: false,
};

test('several bad files are named together, and nothing is imported', async () => {
  const writer = new MemoryWriter();
  const missing = ['one.csv', 'two.csv'].map((name) => ({ path: `/nowhere/${name}`, name, mapping: {} }));
  const error = await importFiles(missing, writer, options).catch((error: unknown) => error);
  expect(String(error)).toMatch(/one\.csv: there is no such file\.\ntwo\.csv: there is no such file\./);
  expect(writer.commits).toBe(0);
});

test('a file that is no company list is reported beside those that are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-several-'));
  try {
    const contents = {
      'a.csv': plain,
      'batches.json': '["Winter 2022","Summer 2021"]',
      'b.csv': 'name,country\nCharlie,France\n',
      'cut.csv.gz': gzipSync(plain.repeat(10_000)).subarray(0, 60),
    };
    const sources = [];
    for (const [name, content] of Object.entries(contents)) {
      await writeFile(join(folder, name), content);
      sources.push({ path: join(folder, name), name, mapping: {} });
    }
    const writer = new MemoryWriter();
    const reports = await importFiles(sources, writer, options);
    expect(reports.map(({ file, rows, problem }) => [file, rows, problem])).toEqual([
      ['a.csv', 2, ''],
      ['batches.json', 0, 'this JSON holds no list of companies.'],
      ['b.csv', 1, ''],
      ['cut.csv.gz', 0, 'the compressed file ends too early.'],
    ]);
    expect(writer.records.map(({ name }) => name)).toEqual(['Äcme GmbH', 'Bravo', 'Charlie']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
