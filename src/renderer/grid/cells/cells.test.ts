import { describe, expect, it } from 'vitest';
import { chipsThatFit } from './cells.ts';

describe('the highlights in a column', () => {
  const labels = ['Highly rated', 'Female founder', 'Strong software dev education', 'PhD founder'];

  it('are as many chips as it has room for, with room for how many more there are', () => {
    expect(chipsThatFit(labels, 260)).toBe(2);
    expect(chipsThatFit(labels, 420)).toBe(3);
    expect(chipsThatFit(labels, 520)).toBe(4);
  });

  it('end with one that is cut where most of it is seen', () => {
    expect(chipsThatFit(labels, 360)).toBe(3);
    expect(chipsThatFit(labels, 300)).toBe(2);
  });

  it('are one chip at least, which is cut', () => {
    expect(chipsThatFit(labels, 60)).toBe(1);
    expect(chipsThatFit([], 300)).toBe(0);
  });
});
