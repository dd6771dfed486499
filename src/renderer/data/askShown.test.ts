import { afterEach, expect, test, vi } from 'vitest';
import type { ColleagueDecision } from '#shared/domain/team.ts';
import { Store } from '../ui/store.ts';
import { AskShown, withAnswer } from './askShown.ts';

afterEach(() => {
  vi.useRealTimers();
});

function decision(companyId: number): ColleagueDecision {
  return { company_id: companyId, user: { id: 2, name: 'Bob' }, list: 'Archive', reason: '', at: '2026-11-27' };
}

test('an answer says of every company that was asked about what colleagues have decided, or that none has', () => {
  const known = withAnswer(new Map([[1, [decision(1)]]]), [1, 2, 3], [decision(2)]);
  expect([...known]).toEqual([
    [1, []],
    [2, [decision(2)]],
    [3, []],
  ]);
});

test('what was asked for longest ago is forgotten first', () => {
  const three = withAnswer(new Map(), [1, 2, 3], [], 3);
  const again = withAnswer(three, [1], [], 3);
  expect([...withAnswer(again, [4, 5], [], 3).keys()]).toEqual([1, 4, 5]);
});

function settle(): Promise<unknown> {
  return vi.advanceTimersByTimeAsync(1000);
}

test('E9 what is shown is asked about once, some at a time, and anew where something else may be said of all', async () => {
  vi.useFakeTimers();
  const store = new Store<ReadonlyMap<number, readonly ColleagueDecision[]>>(new Map());
  const asked: (readonly number[])[] = [];
  const shown = new AskShown<ColleagueDecision>(store, async (ids) => {
    asked.push(ids);
    return [decision(2)];
  });
  shown.want([1, 2]);
  await settle();
  expect(asked).toEqual([]);
  shown.turn(true);
  await settle();
  shown.want([2]);
  shown.want([3]);
  await settle();
  expect(asked.splice(0)).toEqual([[1, 2], [3]]);
  expect(store.get().get(2)).toEqual([decision(2)]);
  shown.wantAgain(4);
  shown.renew();
  expect(store.get().size).toBe(0);
  await settle();
  expect(asked.splice(0)).toEqual([[1, 2, 3]]);
  shown.want(Array.from({ length: 700 }, (_, n) => n + 10));
  await settle();
  expect(asked.splice(0).map((ids) => ids.length)).toEqual([500, 200]);
  shown.turn(false);
  shown.renew();
  await settle();
  expect([store.get().size, asked]).toEqual([0, []]);
});
