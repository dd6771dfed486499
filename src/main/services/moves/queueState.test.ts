import { expect, it } from 'vitest';
import type { Command } from './command.ts';
import { QueueState } from './queueState.ts';

const command = (seq: number, entryId: number, state: Command['state'] = 'pending'): Command => ({
  seq,
  key: `key-${seq}`,
  stepId: 'step',
  entryId,
  companyId: entryId,
  name: 'A company',
  from: 'None',
  to: seq === 2 ? 'Watchlist' : 'Archive',
  state,
  reason: '',
});

/** Sends what is next until nothing is left; returns the numbers in their order. */
function drained(state: QueueState): number[] {
  const sent: number[] = [];
  for (let [next] = state.next(1); next !== undefined; [next] = state.next(1)) {
    state.apply([{ kind: 'put', command: { ...next, state: 'sent' } }]);
    state.apply([{ kind: 'remove', command: next, why: 'done' }]);
    sent.push(next.seq);
  }
  return sent;
}

it('I11 I15 a move that is held back does not make 60,000 behind it wait for each other', () => {
  const count = 60_000;
  const behind = Array.from({ length: count }, (_, index) => command(index + 3, index + 3));
  const state = new QueueState([command(1, 1, 'failed'), command(2, 1), ...behind]);
  const started = performance.now();
  expect(drained(state)).toHaveLength(count);
  // A third of a second, where it was minutes.
  expect(performance.now() - started).toBeLessThan(20_000);
  // Sent again, the failed one goes first, and what it held back goes after it.
  state.apply([{ kind: 'put', command: command(1, 1) }]);
  expect(drained(state)).toEqual([1, 2]);
});

it('I4 what is held back, sent again or put back in between keeps its place', () => {
  const state = new QueueState([command(1, 1, 'failed'), command(2, 1), command(3, 3), command(4, 4), command(6, 6)]);
  expect(state.next(1)[0]?.seq).toBe(3);
  state.apply([{ kind: 'put', command: command(5, 5) }]);
  state.apply([{ kind: 'remove', command: command(1, 1), why: 'gone' }]);
  expect(drained(state)).toEqual([2, 3, 4, 5, 6]);
});

it('names of each target that has something on its way the last', () => {
  const state = new QueueState([
    command(1, 1, 'sent'),
    command(2, 1),
    command(3, 3),
    command(4, 4, 'failed'),
    command(5, 4),
  ]);
  expect(state.lastActive().map(({ seq }) => seq)).toEqual([2, 3]);
});

it('I4 I6 sends next what may have been sent, then the oldest, one of each company, and not what has just arrived', () => {
  const state = new QueueState([
    command(1, 1),
    command(2, 2),
    command(3, 3, 'sent'),
    command(4, 4),
    command(5, 2),
    command(6, 6),
  ]);
  const next = (count: number, except?: number): number[] => state.next(count, except).map(({ seq }) => seq);
  expect(next(1)).toEqual([3]);
  expect(next(3)).toEqual([3, 1, 2]);
  // What becomes of the second may hold back the fifth, and nothing overtakes that.
  expect(next(9)).toEqual([3, 1, 2, 4]);
  expect(next(9, 3)).toEqual([1, 2, 4]);
  expect(next(9, 2)).toEqual([3, 1, 4, 5, 6]);
  state.apply([{ kind: 'put', command: command(1, 1, 'sent') }]);
  expect(next(9)).toEqual([1, 3, 2, 4]);
  expect(state.isIdle).toBe(false);
});
