import { describe, expect, it } from 'vitest';
import { nextInbox } from './SmartListScreen.tsx';

const lists = [
  { id: 1, unratedCount: 4 },
  { id: 2, unratedCount: 0 },
  { id: 3, unratedCount: 1 },
];

describe('next inbox', () => {
  it('is the next with something undecided, going round', () => {
    expect(nextInbox(lists, 1, 1)).toBe(3);
    expect(nextInbox(lists, 3, 1)).toBe(1);
    expect(nextInbox(lists, 1, -1)).toBe(3);
    expect(nextInbox(lists, 2, -1)).toBe(1);
  });

  it('is none when all others are clear', () => {
    expect(nextInbox([{ id: 1, unratedCount: 9 }], 1, 1)).toBeUndefined();
    expect(nextInbox([], 1, 1)).toBeUndefined();
  });
});
