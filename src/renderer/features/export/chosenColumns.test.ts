import { expect, it } from 'vitest';
import { exportColumnsOf } from '#shared/domain/exportColumns.ts';
import { columnGroups, inFileOrder } from './chosenColumns.ts';

it('every column to choose is one of an export, under the header that its file has', () => {
  const groups = columnGroups({ own: ['Batch'], hasWhy: true });
  for (const { key, header } of groups.flatMap(({ columns }) => columns)) {
    expect(exportColumnsOf([key])?.map((column) => column.header)).toEqual([header]);
  }
  expect(groups.flatMap(({ columns }) => columns).map(({ header }) => header)).toEqual(
    expect.arrayContaining(['By', 'Collections', 'Founders', 'Why it matched']),
  );
});

it('why a company matched is only for a list with filters; a column that cannot be sent is none', () => {
  const keys = columnGroups({ own: ['Batch', 'A, B', 'x'.repeat(60)], hasWhy: false }).flatMap(({ columns }) =>
    columns.map(({ key }) => key),
  );
  expect(keys).not.toContain('why');
  expect(keys.filter((key) => key.startsWith('own:'))).toEqual(['own:Batch']);
});

it('the file has the company first, whatever the order of choosing, and nothing that is not there', () => {
  const groups = columnGroups({ own: ['Batch'], hasWhy: false });
  expect(inFileOrder(groups, new Set(['why', 'own:Batch', 'by', 'score', 'own:Gone', 'name']))).toEqual([
    'name',
    'score',
    'by',
    'own:Batch',
  ]);
});
