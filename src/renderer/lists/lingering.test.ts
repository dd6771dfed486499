import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Lingering } from './lingering.ts';
import { entryRow } from './testing/rows.ts';

describe('rows that no longer belong to a list', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('leave together, once no key comes any more', () => {
    const leave = vi.fn<() => void>();
    const lingering = new Lingering(leave);
    lingering.add([entryRow(1)]);
    vi.advanceTimersByTime(500);
    lingering.add([entryRow(2)]);
    vi.advanceTimersByTime(500);
    expect([leave.mock.calls.length, lingering.has(entryRow(1))]).toEqual([0, true]);
    vi.advanceTimersByTime(500);
    expect([leave.mock.calls.length, lingering.has(entryRow(1)), lingering.has(entryRow(2))]).toEqual([
      1,
      false,
      false,
    ]);
  });

  it('stay, where one is on them and another window decided them, until one goes on', () => {
    const leave = vi.fn<() => void>();
    const lingering = new Lingering(leave);
    lingering.hold(entryRow(1));
    lingering.add([entryRow(2)]);
    lingering.moved(entryRow(1));
    vi.advanceTimersByTime(60_000);
    expect([leave.mock.calls.length, lingering.has(entryRow(1)), lingering.has(entryRow(2))]).toEqual([1, true, false]);
    lingering.moved(entryRow(3));
    vi.advanceTimersByTime(60_000);
    expect([leave.mock.calls.length, lingering.has(entryRow(1))]).toEqual([2, false]);
  });
});
