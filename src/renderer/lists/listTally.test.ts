import { expect, it } from 'vitest';
import { ListTally } from './listTally.ts';

it('tells of changes only', () => {
  const tally = new ListTally();
  const told: unknown[] = [];
  tally.counts.subscribe(() => told.push(tally.counts.get()));
  tally.setLeft(null);
  tally.setLeft(10);
  tally.setShown(4);
  tally.setShown(4);
  expect(told).toEqual([
    { shown: 0, left: 10 },
    { shown: 4, left: 10 },
  ]);
});
