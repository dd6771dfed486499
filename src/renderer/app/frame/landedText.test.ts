import { expect, it } from 'vitest';
import { landedText } from './landedText.ts';

it('counts the smart lists that something came into, not those that stayed as they were', () => {
  const lists = [16, 13, 28, 0].map((added, index) => ({
    id: index,
    name: `List ${index}`,
    added,
    leftOut: 0,
    known: 0,
  }));
  expect(landedText({ week: '2026-W47', lists })).toEqual({
    title: 'New companies for the week of 16 Nov 2026',
    message: '57 new companies in 3 smart lists.',
  });
  expect(landedText({ week: '2026-W47', lists: lists.slice(0, 1) }).message).toBe('16 new companies in 1 smart list.');
  expect(landedText({ week: '2026-W47', lists: lists.slice(3) }).message).toBe('None match your smart lists.');
  const some = [{ id: 1, name: 'AI', added: 3, leftOut: 2, known: 0 }];
  expect(landedText({ week: '2026-W47', lists: some }).message).toBe(
    '3 new companies in 1 smart list. 2 decided before: left out.',
  );
  const both = [...some, { id: 2, name: 'Health', added: 0, leftOut: 1, known: 4 }];
  expect(landedText({ week: '2026-W47', lists: both }).message).toBe(
    '3 new companies in 1 smart list. 3 decided before: left out. 4 known: left out.',
  );
});
