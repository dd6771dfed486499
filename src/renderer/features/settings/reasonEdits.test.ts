import { expect, it } from 'vitest';
import { mostReasons, reasonsSchema, usualReasons, type Reason } from '#shared/domain/reasons.ts';
import { movedBy, named, nameProblem, newReason, without } from './reasonEdits.ts';

const three: readonly Reason[] = ['Early', 'Price', 'Team'].map((name, index) => ({
  id: index + 1,
  name,
  retired: index === 2,
}));
const ids = (reasons: readonly Reason[]): number[] => reasons.map(({ id }) => id);

it('moves a reason a step, and not beyond the ends', () => {
  expect(ids(movedBy(three, 1, 1))).toEqual([2, 1, 3]);
  expect(ids(movedBy(three, 3, -1))).toEqual([1, 3, 2]);
  expect(ids(movedBy(three, 1, -1))).toEqual([1, 2, 3]);
  expect(ids(movedBy(three, 3, 1))).toEqual([1, 2, 3]);
});

it('renames and deletes one and leaves the others', () => {
  expect(named(three, 2, 'Too dear').map(({ name }) => name)).toEqual(['Early', 'Too dear', 'Team']);
  expect(ids(without(three, 2))).toEqual([1, 3]);
});

it('gives a new reason a number that none has, up to the last one there can be', () => {
  let reasons: readonly Reason[] = without(usualReasons, 3);
  while (reasons.length < mostReasons) reasons = [...reasons, newReason(reasons, `Own ${reasons.length}`)];
  expect(reasonsSchema.safeParse({ reasons: [...reasons] }).success).toBe(true);
  expect(newReason(without(usualReasons, 3), 'Own').id).toBe(8);
});

it('says what is wrong with a name', () => {
  expect(nameProblem(three, 'Timing')).toBe('');
  expect(nameProblem(three, 'early', 1)).toBe('');
  expect(nameProblem(three, ' early ')).toBe('There is a reason “Early” already.');
  expect(nameProblem(three, 'TEAM')).toBe('“Team” is a retired reason: bring it back.');
  expect(nameProblem(three, '  ')).toBe('Give the reason a name.');
  expect(nameProblem(three, 'x'.repeat(61))).toBe('A reason has at most 60 characters.');
});
