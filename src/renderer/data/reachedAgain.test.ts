import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onReachedAgain } from './queryClient.ts';

let tell: (payload: { status: 'connected' | 'lost' }) => void;

function subscribe(_: string, listener: typeof tell): () => void {
  tell = listener;
  return () => undefined;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { winnow: { subscribe } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('calls when the API is back and once more for what was told late, but not while it is away again', () => {
  let calls = 0;
  const end = onReachedAgain(() => {
    calls += 1;
  });
  tell({ status: 'lost' });
  vi.advanceTimersByTime(10_000);
  expect(calls).toBe(0);
  tell({ status: 'connected' });
  expect(calls).toBe(1);
  vi.advanceTimersByTime(10_000);
  expect(calls).toBe(2);
  tell({ status: 'connected' });
  tell({ status: 'lost' });
  vi.advanceTimersByTime(10_000);
  expect(calls).toBe(3);
  tell({ status: 'connected' });
  end();
  vi.advanceTimersByTime(10_000);
  expect(calls).toBe(4);
});
