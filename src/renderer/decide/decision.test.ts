import { describe, expect, it, test } from 'vitest';
import { coveredMoves, decidedText } from './reduce.ts';

describe('what a decision did', () => {
  it('counts companies, not their entries, as everywhere else', () => {
    const targets = Array.from({ length: 12_000 }, (_, companyId) => ({ name: '', companyId }));
    expect(decidedText('Watchlist', [...targets, ...targets])).toBe('Moved 12,000 companies to Watchlist');
    expect(decidedText('Archive', targets.slice(0, 2))).toBe('Archived 2 companies');
  });
});

const target = { entryId: 1, companyId: 9, name: 'Acme' };
const others = [
  { entryId: 2, list: 'None' },
  { entryId: 3, list: 'Watchlist' },
  { entryId: 4, list: 'Archive' },
] as const;

test('a decided company moves with what is undecided and what is in the same list, each from where it is', () => {
  expect(coveredMoves({ ...target, from: 'Watchlist' }, others)).toEqual([
    { ...target, from: 'Watchlist', siblings: [2] },
    { ...target, entryId: 3, from: 'Watchlist', siblings: [] },
  ]);
});

test('an undecided company moves with what is undecided; what was decided elsewhere stays', () => {
  expect(coveredMoves({ ...target, from: 'None' }, others)).toEqual([{ ...target, from: 'None', siblings: [2] }]);
});
