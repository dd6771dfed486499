import { describe, expect, it } from 'vitest';
import { mergeLanded, refreshNote } from './refreshWatch.ts';

const list = (id: number, name: string, added: number, leftOut = 0, known = 0) => ({
  id,
  name,
  added,
  leftOut,
  known,
});

describe('refreshNote', () => {
  it('names lists and counts, the fullest first, and opens that one', () => {
    const lists = [list(1, 'Fintech', 3), list(2, 'Health', 12), list(3, 'Quiet', 0)];
    expect(refreshNote({ week: '2026-W47', lists })).toEqual({
      title: '15 new companies to review',
      body: '12 in Health, 3 in Fintech',
      path: '/list/smart/2?show=new',
    });
  });

  it('says how many were decided before, and how many are known, whether anything else came or not', () => {
    const lists = [list(1, 'Fintech', 3, 2), list(2, 'Health', 0, 1)];
    expect(refreshNote({ week: '2026-W47', lists }).body).toBe('3 in Fintech. 3 decided before: left out.');
    expect(
      refreshNote({ week: '2026-W47', lists: [list(1, 'Fintech', 3, 2, 1), list(2, 'Health', 0, 0, 4)] }).body,
    ).toBe('3 in Fintech. 2 decided before: left out. 5 known: left out.');
    expect(refreshNote({ week: '2026-W47', lists: [list(1, 'Fintech', 0, 0, 2)] }).body).toBe(
      'None match your smart lists. 2 known: left out.',
    );
    const none = refreshNote({ week: '2026-W47', lists: lists.slice(1) });
    expect(none.body).toBe('None match your smart lists. 1 decided before: left out.');
  });

  it('S45 stays short and plain whatever the lists are called', () => {
    const lists = Array.from({ length: 300 }, (_, index) =>
      list(index + 1, `\u202E${'long '.repeat(50)}\n`, index + 1),
    );
    const { body } = refreshNote({ week: '2026-W47', lists });
    expect(body.length).toBeLessThan(250);
    expect(body).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(body).toContain('296 more lists');
  });

  it('says so when nothing is new', () => {
    expect(refreshNote({ week: '2026-W47', lists: [list(1, 'Fintech', 0)] })).toMatchObject({
      title: 'New companies for the week of 16 Nov 2026',
      path: '/',
    });
  });
});

describe('mergeLanded', () => {
  it('adds up what came into the same list, and keeps the newer week and name', () => {
    const first = { week: '2026-W47', lists: [list(1, 'Fintech', 3, 1, 2), list(2, 'Health', 1)] };
    const second = { week: '2026-W48', lists: [list(1, 'Fintech Europe', 4, 2, 3), list(3, 'Energy', 2)] };
    expect(mergeLanded(null, first)).toEqual(first);
    expect(mergeLanded(first, second)).toEqual({
      week: '2026-W48',
      lists: [list(1, 'Fintech Europe', 7, 3, 5), list(2, 'Health', 1), list(3, 'Energy', 2)],
    });
  });
});
