import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createThrottle } from './throttle.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('throttled reports', () => {
  test('the first comes at once, then at most one in the interval, and always the newest', () => {
    const seen: number[] = [];
    const throttle = createThrottle(100, (value: number) => seen.push(value));
    for (let value = 1; value <= 50; value++) {
      throttle.push(value);
      vi.advanceTimersByTime(10);
    }
    expect(seen).toHaveLength(6);
    expect(seen[0]).toBe(1);
    vi.advanceTimersByTime(100);
    expect(seen.at(-1)).toBe(50);
    vi.advanceTimersByTime(1000);
    expect(seen.filter((value) => value === 50)).toHaveLength(1);
  });

  test('flushing delivers what waits, stopping forgets it', () => {
    const seen: number[] = [];
    const throttle = createThrottle(100, (value: number) => seen.push(value));
    throttle.push(1);
    throttle.push(2);
    throttle.flush();
    expect(seen).toEqual([1, 2]);
    throttle.push(3);
    throttle.stop();
    vi.advanceTimersByTime(1000);
    expect(seen).toEqual([1, 2]);
  });
});
