import { expect, it } from 'vitest';
import { FakeClock } from '../testing/fakeClock.ts';
import { MarkingPace } from './sender.ts';

/** What is marked each time, where each of those before took so long to go out, in milliseconds. */
function paceOf(...tookMs: readonly number[]): number[] {
  const clock = new FakeClock();
  const pace = new MarkingPace(clock);
  pace.begin();
  return [
    pace.next(),
    ...tookMs.map((ms) => {
      clock.advance(ms);
      return pace.next();
    }),
  ];
}

it('I6 marks more moves at once the faster they go out, and one alone behind a slow server', () => {
  expect(paceOf(3, 6, 12, 25, 50, 50)).toEqual([1, 2, 4, 8, 16, 16, 16]);
  expect(paceOf(200, 200, 200)).toEqual([1, 1, 1, 1]);
  expect(paceOf(3, 6, 300, 300, 300, 3)).toEqual([1, 2, 4, 2, 1, 1, 2]);
});

it('I6 begins with one alone each time, however fast they went out before', () => {
  const pace = new MarkingPace(new FakeClock());
  for (const _ of [1, 2]) {
    pace.begin();
    expect([pace.next(), pace.next(), pace.next()]).toEqual([1, 2, 4]);
  }
});
