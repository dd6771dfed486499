import { expect, test } from 'vitest';
import { exportColumnsOf } from '#shared/domain/exportColumns.ts';
import { columnOf, columns, columnsWith, exportKeysOf, ownColumnId } from './columns.ts';
import { company } from '#shared/domain/testing/company.ts';

test('the columns of the grid are columns of an export, in the order they are shown', () => {
  const all = exportKeysOf(columns.map(({ id }) => id));
  expect(exportColumnsOf(all)?.map(({ key }) => key)).toEqual(all);
  const keys = ['name', 'sample', 'city', 'country', 'list', 'score'];
  expect(exportKeysOf(['name', 'place', 'list', 'score'])).toEqual(keys);
  expect(columns.filter(({ exported }) => exported.length === 0)).toEqual([]);
});

test('a column of an imported file is one once it is chosen, and is exported under its header', () => {
  const id = ownColumnId('Batch');
  const column = columnOf(id);
  expect(column?.title).toBe('Batch');
  expect(exportColumnsOf(exportKeysOf(['name', id]))?.map(({ header }) => header)).toEqual(['Name', 'Sample', 'Batch']);
  const row = { company: company(1, { own: [{ name: 'Batch', value: 'W21' }] }) };
  expect(column?.text?.(row as never)).toBe('W21');
  expect(columnsWith(undefined)).toBe(columns);
  expect(columnsWith([{ colId: 'name' }, { colId: id }]).at(-1)?.id).toBe(id);
});
