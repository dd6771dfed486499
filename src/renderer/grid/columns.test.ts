import { expect, test } from 'vitest';
import { exportColumnsOf } from '#shared/domain/exportColumns.ts';
import { columns, exportKeysOf } from './columns.ts';

test('the columns of the grid are columns of an export, in the order they are shown', () => {
  const all = exportKeysOf(columns.map(({ id }) => id));
  expect(exportColumnsOf(all)?.map(({ key }) => key)).toEqual(all);
  expect(exportKeysOf(['name', 'place', 'list', 'score'])).toEqual(['name', 'city', 'country', 'score']);
  expect(columns.filter(({ exported }) => exported.length === 0).map(({ id }) => id)).toEqual(['list']);
});
