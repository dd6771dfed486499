import { expect, test } from 'vitest';
import { preferencesSchema, type ColumnSet } from '#shared/bridge/preferences.ts';
import { setNamed, withoutSet, withSet } from './columnSets.ts';

const set = (name: string, width = 100): ColumnSet => ({
  name,
  columns: [{ colId: 'name', width }],
  sort: { column: 'founded', isDescending: true },
});

test('sets are kept by name, whatever its case: another one of the name takes its place', () => {
  const sets = ['Team', 'Due diligence', 'Éxito'].reduce<ColumnSet[]>((all, name) => withSet(all, set(name)), []);
  expect(sets.map(({ name }) => name)).toEqual(['Due diligence', 'Éxito', 'Team']);
  const replaced = withSet(sets, set('due DILIGENCE', 200));
  expect(replaced).toHaveLength(3);
  expect(setNamed(replaced, 'Due diligence')).toEqual(set('due DILIGENCE', 200));
  for (const { name } of replaced) {
    const others = withoutSet(replaced, name.toUpperCase());
    expect(others).toHaveLength(2);
    expect(setNamed(others, name)).toBeUndefined();
  }
});

test('the settings take them as they are', () => {
  const columnSets = { me: [set('Team'), { ...set('Plain'), sort: null }] };
  expect(preferencesSchema.shape.columnSets.parse(columnSets)).toEqual(columnSets);
});
