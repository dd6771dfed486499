import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { inspectFile } from './inspect.ts';
import { MemoryWriter } from './testing/memoryWriter.ts';
import { importText, outcome, plain } from './testing/importText.ts';

test.each([
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['UTF-8 with BOM', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16 LE', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16 LE', (text: string) => Buffer.from(text, 'utf16le')],
  ['UTF-16 BE', (text: string) => iconv.encode(text, 'utf16be', { addBOM: true })],
  ['UTF-16 BE', (text: string) => iconv.encode(text, 'utf16be')],
  ['Windows-1252', (text: string) => iconv.encode(text, 'windows-1252')],
  ['MacRoman', (text: string) => iconv.encode(text, 'macroman')],
])('F23 %s is recognised', async (encoding, encode) => {
  const { report, writer } = await importText(encode(plain));
  expect(report.encoding).toBe(encoding);
  expect(writer.records.map(({ name, city }) => [name, city])).toEqual([
    ['Äcme GmbH', 'Köln'],
    ['Bravo', 'Paris'],
  ]);
  expect(writer.records[0]?.industries).toEqual(['FinTech', 'Développement']);
});

test.each([';', '\t', '|'])('F23 the delimiter %j is recognised, with CR line ends', async (delimiter) => {
  const text = ['Firma,Land,Mitarbeiter,Umsatz', 'Alpha AG,Österreich,120,"1,5"', 'Beta KG,Schweiz,8,"2,25"']
    .map((line) => line.replaceAll(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/g, delimiter).replaceAll('"', ''))
    .join('\r');
  const { report, writer } = await importText(text);
  expect(outcome(report)).toEqual([2, 2, 0, 0, 0]);
  expect(writer.records.map(({ name, countryCode, employeeCount }) => [name, countryCode, employeeCount])).toEqual([
    ['Alpha AG', 'AT', 120],
    ['Beta KG', 'CH', 8],
  ]);
});

test('F23 malformed rows are rejected with their line; the rest is imported', async () => {
  const text = [
    'name,country,description',
    'One,US,fine',
    'Two,US,"never closed',
    'Three,US,"two',
    'lines"',
    'Four,US,with,too,many,cells',
    '',
    ',US,nameless',
    ',,',
    'Five',
    'Six,US,"open at the end',
  ].join('\n');
  const { report, writer } = await importText(text);
  expect(outcome(report)).toEqual([8, 3, 0, 0, 5]);
  expect(writer.records.map(({ name }) => name)).toEqual(['One', 'Three', 'Five']);
  expect(report.rejected.map(({ line }) => line)).toEqual([3, 6, 8, 9, 11]);
  expect(report.rejected.map(({ reason }) => reason)).toEqual([
    'A quote is opened in this row and never closed.',
    'The row has 6 cells where the header has 3.',
    'no company name',
    'the row is empty',
    'A quote is opened in this row and never closed.',
  ]);
});

test('F23 zero bytes, duplicate and blank headers do no harm', async () => {
  const { report, writer } = await importText('Name,,Name,Country\nA\0cme,x,Other,US\n,y,Second,US\n');
  expect(outcome(report)).toEqual([2, 2, 0, 0, 0]);
  expect(writer.records.map(({ name }) => name)).toEqual(['Acme', 'Second']);
});

test('a name that a spreadsheet broke is taken from the domain', async () => {
  const { writer } = await importText(
    'name,homepage_url\n#NAME?,http://plus.example.com\nhttps://www.vault.example.in/,\n',
  );
  expect(writer.records.map(({ name }) => name)).toEqual(
    ['plus.example.com', 'vault.example.in'].slice(0, writer.records.length),
  );
});

test('NA is Namibia only among ISO2 codes', async () => {
  const codes = await importText('name,country\nA1,NA\nB2,DE\nC3,US\n');
  expect(codes.writer.records.map(({ countryCode }) => countryCode)).toEqual(['NA', 'DE', 'US']);
  const names = await importText('name,country\nA1,NA\nB2,Germany\nC3,United States\n');
  expect(names.writer.records.map(({ countryCode }) => countryCode)).toEqual(['', 'DE', 'US']);
});

test('the order of day and month is decided for the whole column', async () => {
  const { writer } = await importText('name,funding date\nA1,03/04/2020\nB2,25/04/2020\n');
  expect(writer.records.map(({ fundedOn }) => fundedOn)).toEqual(['2020-04-03', '2020-04-25']);
});

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
