import { array, assert, constantFrom, double, oneof, option, property, string, tuple } from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { formulaSigns, withGuards, withoutGuards } from '#shared/domain/formulaText.ts';
import { csvText } from '#shared/domain/csvText.ts';
import { csvNumber } from './csv.ts';

/** What a spreadsheet takes for the beginning of a formula. */
const dangerous = [...Array.from(formulaSigns), '\t', '\r', '\n', '\0'];

const cell = oneof(
  string({ unit: 'binary', maxLength: 12 }),
  tuple(constantFrom(...dangerous), string({ maxLength: 8 })).map(([first, rest]) => first + rest),
  array(constantFrom('"', ',', '\r', '\n', '\r\n', "'", ';', ' ', 'a'), { maxLength: 8 }).map((parts) =>
    parts.join(''),
  ),
);

describe('CSV', () => {
  test('S39 texts survive two parsers, and none is left that could be a formula', () => {
    assert(
      property(array(tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
        const csv = rows.map((row) => `${row.map(csvText).join(',')}\r\n`).join('');
        const inert = rows.map((row) => row.map((text) => withGuards(text)));
        expect(Papa.parse<string[]>(csv.slice(0, -2), { newline: '\r\n', delimiter: ',' }).data).toEqual(inert);
        expect(rfc4180(csv)).toEqual(inert);
        expect(inert.map((row) => row.map((text) => withoutGuards(text)))).toEqual(rows);
        for (const text of inert.flat()) expect(dangerous).not.toContain(text.charAt(0));
      }),
    );
  });

  test('S39 numbers stay numbers, also negative ones', () => {
    assert(
      property(option(double({ noNaN: true, noDefaultInfinity: true })), (value) => {
        const text = csvNumber(value);
        expect(text).toBe(value === null ? '' : String(value));
        expect(text).not.toMatch(/^'|"/);
      }),
    );
    expect(csvNumber(-5)).toBe('-5');
    expect(csvNumber(Number.NaN)).toBe('');
  });

  test('quotes only where RFC 4180 wants them', () => {
    expect(csvText('plain text')).toBe('plain text');
    expect(csvText('a,b')).toBe('"a,b"');
    expect(csvText('say "hi"')).toBe('"say ""hi"""');
    expect(csvText('=SUM(A1)')).toBe("'=SUM(A1)");
    expect(csvText('=1,2')).toBe('"\'=1,2"');
    expect(csvText('a;=1+1')).toBe("a;'=1+1");
  });
});

/** A second reader, to the letter of RFC 4180. */
function rfc4180(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < csv.length) {
    let value = '';
    if (csv[at] === '"') {
      for (at++; !(csv[at] === '"' && csv[at + 1] !== '"'); at++) {
        if (csv[at] === '"') at++;
        value += csv[at];
      }
      at++;
    } else {
      for (; csv[at] !== ',' && csv[at] !== '\r' && at < csv.length; at++) value += csv[at];
    }
    row.push(value);
    if (csv[at] === ',') {
      at++;
    } else {
      at += 2;
      rows.push(row);
      row = [];
    }
  }
  return rows;
}
