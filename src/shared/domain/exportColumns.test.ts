import { expect, it } from 'vitest';
import { exportColumns, exportColumnsOf } from './exportColumns.ts';

it('gives the columns asked for, in that order and once each', () => {
  expect(exportColumnsOf(['score', 'name', 'score'])?.map((column) => column.key)).toEqual(['score', 'name']);
  expect(exportColumnsOf([])).toBe(exportColumns);
});

it('refuses a column that there is not', () => {
  expect(exportColumnsOf(['name', 'password'])).toBeUndefined();
  expect(exportColumnsOf(['constructor'])).toBeUndefined();
});

it('has one key and one readable header for each column', () => {
  expect(new Set(exportColumns.map((column) => column.key)).size).toBe(exportColumns.length);
  expect(new Set(exportColumns.map((column) => column.header)).size).toBe(exportColumns.length);
  for (const { header } of exportColumns) expect(header).toMatch(/^[A-Z]/);
});
