import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvScanner, firstRecordLength } from './exportRun.ts';

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

describe('CsvScanner', () => {
  it('counts records whatever is in their cells and however the bytes are cut', () => {
    const cells = fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 }), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(cells, fc.integer({ min: 1, max: 7 }), fc.boolean(), (rows, size, lastEnd) => {
        const text =
          rows.map((row) => row.map(quoted).join(',')).join('\r\n') + (lastEnd && rows.length > 0 ? '\r\n' : '');
        const bytes = Buffer.from(text);
        const scanner = new CsvScanner();
        for (let start = 0; start < bytes.length; start += size) scanner.push(bytes.subarray(start, start + size));
        expect(scanner.finish()).toBe(rows.length);
      }),
    );
  });

  it('finds the end of the first record', () => {
    expect(firstRecordLength(Buffer.from('a,"b\r\nc"\r\nnext'))).toBe(10);
    expect(firstRecordLength(Buffer.from('a,"b\r\nc'))).toBe(-1);
  });
});
