import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { digestWeekOf } from '#shared/domain/digestWeek.ts';
import { MemoryWriter } from './testing/memoryWriter.ts';
import { importText, outcome, plain } from './testing/importText.ts';

test('a plain list becomes companies', async () => {
  const { report, writer } = await importText(plain);
  expect(report).toMatchObject({ format: 'CSV', encoding: 'UTF-8', rows: 2, imported: 2 });
  expect(writer.records[0]).toMatchObject({
    name: 'Äcme GmbH',
    countryCode: 'DE',
    city: 'Köln',
    founded: 2015,
    industries: ['FinTech', 'Développement'],
    employeeCount: null,
    employeeBand: '11-50',
    stages: ['inv_stage_seed'],
    fundingTotal: 1_500_000,
    discoveredDate: '2026-11-20',
    score: null,
    highlights: [],
    links: [{ type: 'website', url: 'https://www.acme.example.org' }],
  });
  expect(writer.records[1]).toMatchObject({
    countryCode: 'FR',
    founded: 2018,
    industries: ['Biotechnology'],
    employeeBand: '51-200',
    stages: ['inv_stage_series_b'],
    // Euros are not known in USD.
    fundingTotal: null,
  });
});

test('JSON is read wherever its companies stand, gzip or not', async () => {
  const pages = {
    results: [
      { hits: [{ name: 'One', website: 'https://one.example.org', tags: ['AI', 'Security, Automation'] }], page: 1 },
      { hits: [{ name: 'Two' }] },
    ],
  };
  const { report, writer } = await importText(gzipSync(JSON.stringify(pages)));
  expect(report).toMatchObject({ format: 'JSON (gzip)', rows: 2, imported: 2 });
  expect(writer.records[0]?.industries).toEqual(['Artificial Intelligence', 'Security Automation']);
  const lines = await importText(
    '{"company":"One","location":{"city":"Lyon","country":"France"}}\n{"company":\n{"company":"Two"}\n',
  );
  expect(lines.report).toMatchObject({ format: 'JSON Lines', rows: 3, imported: 2, rejected: [{ line: 2 }] });
  expect(lines.writer.records[0]).toMatchObject({ name: 'One', city: 'Lyon', countryCode: 'FR' });
});

test('I13 a cancelled import leaves nothing', async () => {
  const writer = new MemoryWriter();
  const controller = new AbortController();
  const rows = Array.from({ length: 20_000 }, (_, index) => `Company ${String(index)},US,${'words '.repeat(10)}`);
  const cancelled = importText(`name,country,description\n${rows.join('\n')}`, writer, {
    signal: controller.signal,
    onProgress: (done) => {
      if (done > 0) controller.abort();
    },
  });
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
  expect(writer.records).toEqual([]);
  expect(writer.commits).toBe(0);
});

test('a dry run counts and keeps nothing', async () => {
  const { report, writer } = await importText(plain, new MemoryWriter(), { dryRun: true });
  expect(outcome(report)).toEqual([2, 2, 0, 0, 0]);
  expect(writer.records).toEqual([]);
});

test('a mapping corrects columns', async () => {
  const { writer } = await importText('name,who\nX1,Acme\n', new MemoryWriter(), {
    mapping: { Name: '', '#2': 'name' },
  });
  expect(writer.records[0]?.name).toBe('Acme');
});

test('companies belong to the digest week of the import', async () => {
  const { writer } = await importText(plain, new MemoryWriter(), { week: '2026-W46' });
  expect(digestWeekOf(writer.records[0]?.discoveredDate ?? '')).toBe('2026-W46');
});
