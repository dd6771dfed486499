import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { distinctNames, listNameKey, longestListName } from './listNameKey.ts';

test.each([
  ['Fintech', 'fintech'],
  ['Fintech', 'FÍNTECH'],
  ['Café', 'Cafe\u0301'],
  ['Zürich', 'ZURICH'],
  ['Straße', 'STRASSE'],
  ['ΟΔΟΣ', 'οδος'],
  ['İstanbul', 'istanbul'],
])('%s and %s differ in case or accents only', (one, other) => {
  expect(listNameKey(one)).toBe(listNameKey(other));
});

test.each([
  ['Fintech', 'Fintech 2'],
  ['Seed ①', 'Seed 1'],
  ['か', 'が'],
  ['कि', 'की'],
  ['Fin-tech', 'Fintech'],
  ['🚀', '🚀🚀'],
])('%s and %s are two names', (one, other) => {
  expect(listNameKey(one)).not.toBe(listNameKey(other));
});

test('of two with one key the later gets a number, in no name that another has; deleted ones stay', () => {
  const names = ['Fintech', 'fintech', 'fintech (2)', 'FINTECH', 'Health', 'Fintech'];
  const rows = names.map((name, index) => ({
    id: index + 1,
    userId: index === 5 ? 2 : 1,
    name,
    isDeleted: index === 3,
  }));
  expect(distinctNames(rows).map(({ name }) => name)).toEqual([
    'Fintech',
    'fintech (3)',
    'fintech (2)',
    'FINTECH',
    'Health',
    'Fintech',
  ]);
});

test('any names become names of their own, none longer than allowed, and those that were stay', () => {
  const name = fc.oneof(
    fc.constantFrom('A', 'a', 'Á', 'a (2)', 'A (2)', 'x'.repeat(80), 'X'.repeat(80), `${'x'.repeat(75)}🚀 y`),
    fc.string({ minLength: 1, maxLength: longestListName }),
  );
  const row = fc.record({ userId: fc.constantFrom(1, 2), name, isDeleted: fc.boolean() });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 20 }), (made) => {
      const rows = made.map((each, index) => ({ ...each, id: index + 1 }));
      const named = distinctNames(rows);
      const taken = rows.flatMap(({ userId, isDeleted }, index) =>
        isDeleted ? [] : [`${String(userId)} ${named[index]!.key}`],
      );
      expect(new Set(taken).size).toBe(taken.length);
      for (const [index, each] of named.entries()) {
        const { name: before } = rows[index]!;
        expect(each.key).toBe(listNameKey(each.name));
        expect(each.name.length).toBeLessThanOrEqual(Math.max(before.length, longestListName));
        if (!/ \(\d+\)$/.test(each.name)) expect(each.name).toBe(before);
      }
    }),
  );
});
