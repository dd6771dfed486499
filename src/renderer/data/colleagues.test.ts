import { expect, test } from 'vitest';
import type { ColleagueDecision } from '#shared/domain/team.ts';
import { withAnswer } from './colleagues.ts';

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
