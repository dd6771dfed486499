import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { damagedFile } from './file/zip.ts';
import { inspectFile } from './inspect.ts';
import { importText, outcome } from './testing/importText.ts';
import { MemoryWriter } from './testing/memoryWriter.ts';
import { inlineRows, workbookFiles, zipOf } from './testing/workbook.ts';

const sheet = 'xl/worksheets/sheet1.xml';

/** As Excel writes: shared strings, numbers, dates by style, formulas with their cached values. */
const likeExcel = workbookFiles(
  {
    Companies:
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c><c r="E1" t="s"><v>4</v></c></row>' +
      '<row r="2"><c r="A2" t="s"><v>5</v></c><c r="B2" t="s"><v>6</v></c><c r="C2"><v>120</v></c><c r="D2" s="1"><v>43952</v></c><c r="E2"><f>500000*3</f><v>1500000</v></c></row>' +
      '<row r="4"><c r="A4" t="str"><f>CONCATENATE("Bra","vo")</f><v>Bravo</v></c><c r="B4" t="s"><v>6</v></c><c r="C4"><v>8</v></c><c r="D4" s="2"><v>44000</v></c><c r="E4" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>' +
      '<row r="5"><c r="B5" t="s"><v>6</v></c></row>',
  },
  { shared: ['Name', 'Country', 'Employees', 'Last funding date', 'Total funding', 'Äcme &amp; Söhne', 'Germany'] },
);

test('a spreadsheet as Excel writes it: values of formulas, dates as dates, rows by their number in the sheet', async () => {
  const { report, writer } = await importText(zipOf(likeExcel));
  expect(report).toMatchObject({ format: 'XLSX', problem: '', note: '' });
  expect(outcome(report)).toEqual([3, 2, 0, 0, 1]);
  expect(report.rejected).toEqual([{ line: 5, reason: 'no company name' }]);
  expect(writer.records).toMatchObject([
    { name: 'Äcme & Söhne', countryCode: 'DE', employeeCount: 120, fundedOn: '2020-05-01', fundingTotal: 1_500_000 },
    { name: 'Bravo', countryCode: 'DE', employeeCount: 8, fundedOn: '2020-06-18', fundingTotal: null },
  ]);
  expect(outcome((await importText(zipOf(likeExcel), writer)).report)).toEqual([3, 0, 0, 2, 1]);
});

const list = workbookFiles({
  S: inlineRows([
    ['name', 'country'],
    ['Kite', 'France'],
  ]),
});
const corner = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';

test.each([
  ['cut off', zipOf(list).subarray(0, 700), /damaged/],
  ['that is no spreadsheet', zipOf({ 'a.csv': 'name\nKite\n' }), /zip file, not a company list/],
  ['of OpenDocument', zipOf({ mimetype: 'x', 'content.xml': '<a/>' }), /OpenDocument/],
  ['in binary form', zipOf({ 'xl/workbook.bin': 'x' }), /XLSB/],
  ['with a password', zipOf(list, { [sheet]: { flags: 1 } }), /password/],
  ['packed otherwise', zipOf(list, { [sheet]: { method: 12 } }), /packed in a way/],
  ['that says too little of its size', zipOf(list, { [sheet]: { unpacked: 20 } }), /more than it says/],
  ['that says it unpacks to 2 GB', zipOf(list, { [sheet]: { unpacked: 2 ** 31 } }), /unpacks to 2048 MB/],
  ['whose cells lie at opposite corners', zipOf(workbookFiles({ S: corner })), /too far apart/],
  ['without anything in it', zipOf(workbookFiles({ S: '' })), /sheets are empty/],
  ['with broken XML', zipOf({ ...list, 'xl/workbook.xml': '<workbook><sheets' }), /damaged/],
])('S43 a zip file %s is refused with its reason', async (_, content, reason) => {
  const writer = new MemoryWriter();
  const error = await importText(content, writer).catch((error: unknown) => error);
  expect(error).toMatchObject({ code: 'bad_file' });
  expect(String(error)).toMatch(reason);
  expect(String(error)).toContain('list.bin');
  expect(writer.records).toEqual([]);
});

/** Everything that Winnow says about a workbook it does not read. */
const sentences = [
  damagedFile,
  'its sheets are empty.',
  'it is protected by a password.',
  'it is packed in a way that is not read.',
  'it unpacks to more than it says, which is refused.',
  'it ends too early.',
  'it holds too many files.',
  'it unpacks to N MB, which is too much for a spreadsheet; save the sheet as CSV.',
  'its cells lie too far apart or are too many; save the sheet as CSV.',
  'this is a zip file, not a company list; unpack it first.',
  'OpenDocument files are not read; save the sheet as XLSX or CSV.',
  'binary workbooks (XLSB) are not read; save the sheet as XLSX or CSV.',
  'this is an old Excel file, or one with a password; save the sheet as XLSX or CSV.',
  'this is an empty zip file.',
  'the file is empty.',
];

/** What Winnow says about a file, without its name; `''` if it was read. */
async function saidOf(content: Buffer): Promise<string> {
  const error = await importText(content).then(
    () => null,
    (caught: unknown) => caught,
  );
  if (error === null) return '';
  expect(error).toMatchObject({ code: 'bad_file' });
  return (error as Error).message.replace(/^list\.bin: /, '').replace(/\d+ MB/, 'N MB');
}

/** Contents that each break a part of a workbook in a different way. */
const broken = (content: string): Record<string, string> => ({
  empty: '',
  'cut off': content.slice(0, content.length / 2),
  'not XML': 'PK<<<&&&>>>\0\u0001',
  'another document': '<?xml version="1.0"?><html><body/></html>',
  'a reference that leads nowhere': content.replaceAll(/r:id="\w+"|Id="\w+"|Target="[^"]+"|<v>\d+<\/v>/g, (found) =>
    found.startsWith('<v>') ? '<v>99999</v>' : found.replace(/"[^"]+"/, '"nowhere"'),
  ),
  'an entity without end': content.replace(/<[a-z]+ /, '<a b="&#x' + 'f'.repeat(50) + ';" c="&lol;" '),
});

test('S43 a workbook with any part missing or broken is read, or refused in a sentence of ours', async () => {
  for (const [part, content] of Object.entries(likeExcel)) {
    const { [part]: _, ...without } = likeExcel;
    expect(['', ...sentences], `without ${part}`).toContain(await saidOf(zipOf(without)));
    for (const [how, wrong] of Object.entries(broken(content))) {
      expect(['', ...sentences], `${part}: ${how}`).toContain(await saidOf(zipOf({ ...likeExcel, [part]: wrong })));
    }
  }
  // If nothing is left to read it is refused.
  const { [sheet]: _, ...withoutSheet } = likeExcel;
  expect(sentences).toContain(await saidOf(zipOf(withoutSheet)));
  expect(sentences).toContain(await saidOf(zipOf({ ...likeExcel, 'xl/_rels/workbook.xml.rels': '' })));
});

test('S43 a workbook that was cut off, or has any bytes changed, is read or refused in a sentence of ours', async () => {
  const whole = zipOf(likeExcel);
  for (const share of [0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.999]) {
    expect(sentences, String(share)).toContain(await saidOf(whole.subarray(0, Math.floor(whole.length * share))));
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
      async (changes) => {
        const changed = Buffer.from(whole);
        for (const [at, byte] of changes) if (at >= 4) changed[at] = byte;
        expect(['', ...sentences]).toContain(await saidOf(changed));
      },
    ),
    { numRuns: 150 },
  );
});

test('S43 a bomb is refused before it is unpacked', { timeout: 60_000 }, async () => {
  const bomb = zipOf({ ...list, [sheet]: Buffer.alloc(100 * 1024 ** 2, '<row/>') });
  expect(bomb.length).toBeLessThan(2 * 1024 ** 2);
  const before = process.memoryUsage().rss;
  await expect(importText(bomb)).rejects.toThrow(/unpacks to 100 MB, which is too much/);
  expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 ** 2);
});

test('the preview names format, sheet and columns', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-xlsx-'));
  try {
    const path = join(folder, 'deals.xlsx');
    await writeFile(
      path,
      zipOf(
        workbookFiles({
          A: inlineRows([
            ['name', 'country'],
            ['Kite', 'France'],
          ]),
          B: inlineRows([['x']]),
        }),
      ),
    );
    expect((await inspectFile(path))[0]).toMatchObject({
      file: 'deals.xlsx',
      format: 'XLSX',
      note: 'Sheet used: “A”; skipped: “B” (1 row).',
      columns: [
        { header: 'name', field: 'name' },
        { header: 'country', field: 'country' },
      ],
      rows: [['Kite', 'France']],
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
