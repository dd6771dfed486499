import { expect, it } from 'vitest';
import { isPending, progressLines, queueNote } from './progressLines.ts';

it('I8 says "Moving N / total" while pending and "Moved total" when done, loading lists first (SPEC 2)', () => {
  const lines = progressLines([
    { list: 'None', total: 0, pending: 0 },
    { list: 'Watchlist', total: 3, pending: 0 },
    { list: 'Opportunities', total: 12, pending: 5 },
    { list: 'Archive', total: 2, pending: 2 },
  ]);
  expect(lines.map(({ text }) => text)).toEqual([
    'Moving 7 / 12 companies to opportunities',
    'Moving 0 / 2 companies to archive',
    'Moved 3 companies to watchlist',
  ]);
  expect(lines.map(({ loading }) => loading)).toEqual([true, true, false]);
});

it('is pending as long as one list is', () => {
  expect(isPending({ progress: [] })).toBe(false);
  expect(isPending({ progress: [{ list: 'Archive', total: 4, pending: 0 }] })).toBe(false);
  expect(isPending({ progress: [{ list: 'Archive', total: 4, pending: 1 }] })).toBe(true);
});

it('says that decisions are safe whenever it says that something is wrong', () => {
  expect(queueNote({ status: 'lost', reason: '' })).toContain('kept');
  expect(queueNote({ status: 'parked', reason: '' })).toContain('kept');
  expect(queueNote({ status: 'blocked', reason: 'The disk is full.' })).toContain('The disk is full.');
  expect(queueNote({ status: 'sending', reason: '' })).toBe('');
});
