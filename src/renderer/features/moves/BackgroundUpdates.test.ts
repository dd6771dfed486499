import { expect, it } from 'vitest';
import type { MoveQueueState } from '#shared/bridge/moves.ts';
import { isHinted, isPending, progressLines, queueNote, steadyNote } from './BackgroundUpdates.tsx';

it('I8 says "Moving N / total" while pending and "Moved total" when done, loading lists first (product 2)', () => {
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

it('E22 says of what is taken back that it is undecided: it may never have been in an inbox', () => {
  const [moving] = progressLines([{ list: 'None', total: 2, pending: 1 }]);
  expect(moving?.text).toBe('Moving 1 / 2 companies back to undecided');
  const [moved] = progressLines([{ list: 'None', total: 2, pending: 0 }]);
  expect(moved?.text).toBe('Moved 2 companies back to undecided');
});

it('is pending as long as one list is', () => {
  expect(isPending({ progress: [] })).toBe(false);
  expect(isPending({ progress: [{ list: 'Archive', total: 4, pending: 0 }] })).toBe(false);
  expect(isPending({ progress: [{ list: 'Archive', total: 4, pending: 1 }] })).toBe(true);
});

it('says that decisions are safe whenever it says that something is wrong', () => {
  expect(queueNote({ status: 'lost', reason: '' }, false)).toContain('safe');
  expect(queueNote({ status: 'parked', reason: '' }, true)).toContain('safe');
  expect(queueNote({ status: 'blocked', reason: 'The disk is full.' }, true)).toContain('The disk is full.');
  expect(queueNote({ status: 'sending', reason: '' }, true)).toBe('');
});

it('speaks of a lost connection only where there is none: a server that answers says why itself', () => {
  const lost = { status: 'lost', reason: 'Too many calls. Try again in 30 seconds.' } as const;
  expect(queueNote(lost, false)).toBe('Connection lost. Your decisions are safe; Winnow retries every 5 seconds.');
  expect(queueNote(lost, true)).toBe(
    'Not sent yet: Too many calls. Try again in 30 seconds. Your decisions are safe and will be sent automatically.',
  );
});

function queue(status: MoveQueueState['status'], pending: number): MoveQueueState {
  const progress: MoveQueueState['progress'] = [{ list: 'Archive', total: 2, pending }];
  return { status, reason: '', retryAt: '', failed: [], undoDepth: 0, revision: 0, progress };
}

it('says so until an attempt has succeeded, not only between attempts', () => {
  const lost = steadyNote({ note: '', moved: 0 }, queue('lost', 2), false);
  expect(lost.note).toContain('Connection lost.');
  const trying = steadyNote(lost, queue('sending', 2), false);
  expect(trying).toBe(lost);
  expect(steadyNote(trying, queue('lost', 2), false)).toBe(lost);
  expect(steadyNote(trying, queue('sending', 1), true).note).toBe('');
  expect(steadyNote(trying, queue('idle', 0), true).note).toBe('');
  expect(steadyNote(trying, queue('parked', 2), false).note).toContain('when you sign in again');
});

it.each([
  [1, true, true],
  [1, false, false],
  [2, false, true],
  [495, true, true],
] as const)(
  'the way back from a decision on %i, to a user who is learning (%s), is shown: %s',
  (companies, is, shown) => {
    expect(isHinted({ companies, isNewest: true }, is)).toBe(shown);
    expect(isHinted({ companies, isNewest: false }, is)).toBe(false);
  },
);
