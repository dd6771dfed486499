import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { bytes, flag, integer, json, orElse, real, rowOf, rowsOf, text } from './rows.ts';

const shape = {
  id: integer,
  companyName: text,
  score: real,
  isStaff: flag,
  tags: json((value) => value as string[]),
  decidedAt: orElse(text, ''),
  sums: bytes,
};

test('rows are read under the names that code uses, each value as its column holds it', () => {
  const db = new DatabaseSync(':memory:');
  const select = `SELECT 7 AS id, 'Ålesund' AS company_name, 0.5 AS score, 1 AS is_staff, '["a"]' AS tags,
    NULL AS decided_at, x'0102' AS sums`;
  const [row] = rowsOf(shape, db.prepare(select).all());
  expect(row).toEqual({
    id: 7,
    companyName: 'Ålesund',
    score: 0.5,
    isStaff: true,
    tags: ['a'],
    decidedAt: '',
    sums: Uint8Array.of(1, 2),
  });
  db.close();
});

test.for([
  ['id', 'seven'],
  ['id', 2 ** 53],
  ['company_name', 3],
  ['company_name', null],
  ['score', '0.5'],
  ['is_staff', 'yes'],
  ['tags', '["a"'],
  ['sums', 'text'],
] as const)('a value that its column cannot hold is damage, told with the column: %s %s', ([column, value]) => {
  const row = { id: 7, company_name: '', score: 0, is_staff: 0, tags: '[]', decided_at: '', sums: new Uint8Array() };
  expect(() => rowOf(shape, { ...row, [column]: value })).toThrow(
    expect.objectContaining({
      code: 'storage_corrupt',
      cause: expect.objectContaining({ message: `In column ${column}.` }),
    }),
  );
});
