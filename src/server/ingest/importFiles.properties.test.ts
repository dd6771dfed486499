import * as fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { longer } from '../testing/propertyRuns.ts';
import { MemoryWriter } from './testing/memoryWriter.ts';
import { importText, outcome } from './testing/importText.ts';

const value = fc.oneof(
  fc.constantFrom(
    '',
    'NA',
    '-',
    '#NAME?',
    'Acme',
    'acme inc',
    'Bravo',
    'https://acme.com',
    'bravo.io',
    'US',
    'Germany',
    '2015',
    '1,007',
    'Seed',
    'AI; Fintech',
    '"',
    'x\ny',
    '\\',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const headers = fc.constantFrom(
  ['name', 'website', 'country'],
  ['Firma', 'Land', 'Branche', 'Mitarbeiter'],
  ['Organization Name', 'Headquarters Location', 'Description', 'Founded Date', 'Last Funding Date'],
);
const list = headers.chain((header) =>
  fc.record({
    header: fc.constant(header),
    rows: fc.array(fc.array(value, { minLength: 2, maxLength: header.length }), { maxLength: 8 }),
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    encoding: fc.constantFrom('utf8', 'utf16le', 'utf16be'),
  }),
);

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

test(
  'I13 for any grid the four counts add up, every row is accounted for, and a second import changes nothing',
  async () => {
    await fc.assert(
      fc.asyncProperty(list, async ({ header, rows, delimiter, end, encoding }) => {
        const text = [header, ...rows].map((row) => row.map(quoted).join(delimiter)).join(end);
        const content = iconv.encode(text, encoding, { addBOM: true });
        const writer = new MemoryWriter();
        const first = await importText(content, writer);
        expect(first.report.rows).toBe(rows.length);
        const [total = 0, ...parts] = outcome(first.report);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
        const before = structuredClone(writer.records);
        const { commits } = writer;
        const second = await importText(content, writer);
        expect(outcome(second.report)).toEqual([
          total,
          0,
          0,
          total - first.report.rejected.length,
          first.report.rejected.length,
        ]);
        expect(writer.records).toEqual(before);
        expect(writer.commits).toBe(commits);
      }),
      { numRuns: longer(150) },
    );
  },
  longer(60_000),
);

test(
  'I13 any bytes at all are imported, or refused with a reason; the counts add up',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          fc.string({
            unit: fc.constantFrom('"', ',', ';', '\n', '\r', '{', '[', ']', '}', ':', 'name', 'a', ' '),
            maxLength: 60,
          }),
        ),
        async (bytes) => {
          try {
            const { report } = await importText(Buffer.from(bytes));
            expect(report.imported + report.updated + report.duplicates + report.rejected.length).toBe(report.rows);
          } catch (error) {
            expect(error).toMatchObject({ code: 'bad_file' });
          }
        },
      ),
      { numRuns: longer(150) },
    );
  },
  longer(60_000),
);
