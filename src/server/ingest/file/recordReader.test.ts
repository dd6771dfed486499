import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecordReader, type RawRecord } from './recordReader.ts';

function read(text: string, delimiter = ',', chunk = Infinity): RawRecord[] {
  const reader = new RecordReader(delimiter);
  const records: RawRecord[] = [];
  const size = Math.min(chunk, Math.max(text.length, 1));
  for (let at = 0; at < text.length; at += size) records.push(...reader.push(text.slice(at, at + size)));
  return [...records, ...reader.end()];
}

const cellsOf = (records: readonly RawRecord[]): string[][] => records.map((record) => record.cells);

test('line ends may be LF, CRLF and CR in one file, and blank lines are left out', () => {
  const records = read('a,b\nc,d\r\n\r\ne,f\rg,h');
  expect(cellsOf(records)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'f'],
    ['g', 'h'],
  ]);
  expect(records.map((record) => record.line)).toEqual([1, 2, 4, 5]);
});

test('a quoted cell may span lines; the next record still knows its line', () => {
  const records = read('x,"one\ntwo\r\n""three""",y\nz,,"a, b"');
  expect(cellsOf(records)).toEqual([
    ['x', 'one\ntwo\r\n"three"', 'y'],
    ['z', '', 'a, b'],
  ]);
  expect(records[1]?.line).toBe(4);
});

test('F23 an unclosed quote costs its own line only', () => {
  const records = read('1,"open,x\n2,"fine",y\n3,plain,z\n4,"open at the end\n5,b,c\n');
  expect(records.map(({ line, problem }) => [line, problem === ''])).toEqual([
    [1, false],
    [2, true],
    [3, true],
    [4, false],
    [5, true],
  ]);
  expect(records[1]?.cells).toEqual(['2', 'fine', 'y']);
});

test('quotes inside cells are text', () => {
  expect(cellsOf(read('5" pipe,"the "best" one",x\n"Best" company,b,c'))).toEqual([
    ['5" pipe', 'the "best" one', 'x'],
    ['"Best" company', 'b', 'c'],
  ]);
});

test('F23 a million columns and a cell above 10 MB are rejected, and reading goes on', () => {
  const [wide, next] = read(`${'a,'.repeat(1_000_000)}\nb,c`);
  expect(wide?.problem).toContain('more than 16384 cells');
  expect(next).toMatchObject({ line: 2, cells: ['b', 'c'] });
  const [large, small] = read(`${'x'.repeat(11 * 1024 * 1024)},y\nb,c`);
  expect(large?.problem).toContain('10 MB');
  expect(small?.problem).toBe('');
});

test('F23 an endless line is dropped as it comes and rejected once', () => {
  const reader = new RecordReader(',');
  const chunk = 'x'.repeat(1024 * 1024);
  for (let count = 0; count < 40; count++) expect(reader.push(chunk)).toEqual([]);
  const records = [...reader.push('\na,b\n'), ...reader.end()];
  expect(records.map(({ line, problem }) => [line, problem === ''])).toEqual([
    [1, false],
    [2, true],
  ]);
});

test('F23 many quotes that never close cost their own lines only, each told by its number', () => {
  const count = 20_000;
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  // Quotes that do not quote are text.
  expect(read('a,""b\n'.repeat(count))).toEqual(numbers.map((line) => ({ line, cells: ['a', '""b'], problem: '' })));
  const open = read(`${'a,"b\n'.repeat(count)}c,d\n`);
  expect(open.map(({ line }) => line)).toEqual([...numbers, count + 1]);
  expect(new Set(open.slice(0, -1).map(({ problem }) => problem))).toEqual(
    new Set(['A quote is opened in this row and never closed.']),
  );
  expect(open.at(-1)).toEqual({ line: count + 1, cells: ['c', 'd'], problem: '' });
});

test.each(['\t', '|'])('in a file cut by %j that quotes nothing, a quote that never closes is text', (cut) => {
  const lines = ['name|text', 'Alma|"No code', 'Bero|Fruit', 'Cito|24" screens', '"Dora|x'];
  const rows = lines.map((line) => line.replace('|', cut));
  const reader = new RecordReader(cut);
  const records = [...reader.push(rows.join('\n')), ...reader.end()];
  expect(records.map(({ cells, problem }) => [...cells, problem])).toEqual(
    lines.map((line) => [...line.split('|'), '']),
  );
});

test('where cells are quoted, a quote that never closes is a fault of its row', () => {
  const reader = new RecordReader('\t');
  const records = [...reader.push('name\ttext\nAlma\t"No code"\nBero\t"Fruit\nCito\tx\n'), ...reader.end()];
  expect(records.map(({ problem }) => problem !== '')).toEqual([false, false, true, false]);
});

const cell = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '"', ',', ';', '\n', '\r', 'é', '1') });
const grid = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 8 });
const lineEnds = fc.constantFrom('\n', '\r\n', '\r');
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

test('I13 any grid that is written with quotes is read back exactly, in chunks of any size', () => {
  fc.assert(
    fc.property(
      grid,
      fc.constantFrom(',', ';', '\t', '|'),
      lineEnds,
      fc.integer({ min: 1, max: 40 }),
      (rows, delimiter, end, chunk) => {
        const text = rows.map((row) => row.map(quoted).join(delimiter)).join(end);
        expect(cellsOf(read(text, delimiter, chunk))).toEqual(rows);
      },
    ),
    { numRuns: 500 },
  );
});

test('I13 any text at all is read the same in one piece and in chunks', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', '\n', '\r'), maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      (text, chunk) => {
        expect(read(text, ',', chunk)).toEqual(read(text));
      },
    ),
    { numRuns: 2000 },
  );
});
