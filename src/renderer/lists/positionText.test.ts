import { expect, it } from 'vitest';
import { listNames } from '#shared/domain/listName.ts';
import { positionText } from './figures.ts';
import { entryRow } from './testing/rows.ts';

const third = { row: entryRow(3), index: 2 };
const everyRow = { lists: listNames };
const undecided = { lists: ['None'] as const };

it('tells the place of the current row among all rows, loaded or not', () => {
  const partly = { total: 22_716, isComplete: false, before: 0 };
  expect(positionText(everyRow, third, { shown: 225, left: null }, partly)).toBe('3 of 22,716');
  expect(positionText(undecided, third, { shown: 225, left: 1204 }, partly)).toBe('3 of 1,204');
  expect(positionText(undecided, third, { shown: 225, left: null }, partly)).toBe('3 of 22,716');
});

it('counts the rows before those that are loaded, where one has gone to the end of a long list', () => {
  const part = { total: 22_716, before: 22_600 };
  expect(positionText(everyRow, third, { shown: 116, left: null }, { ...part, isComplete: true })).toBe(
    '22,603 of 22,716',
  );
  expect(positionText(everyRow, third, { shown: 50, left: null }, { ...part, isComplete: false })).toBe(
    '22,603 of 22,716',
  );
});

it('counts what is shown where every row is loaded: rows may be hidden', () => {
  const whole = { total: 300, isComplete: true, before: 0 };
  expect(positionText(everyRow, third, { shown: 7, left: null }, whole)).toBe('3 of 7');
});

it('says nothing where no row is current or none is left', () => {
  const whole = { total: 300, isComplete: true, before: 0 };
  expect(positionText(everyRow, { row: null, index: -1 }, { shown: 7, left: null }, whole)).toBe('');
  expect(positionText(undecided, third, { shown: 0, left: 0 }, whole)).toBe('');
});
