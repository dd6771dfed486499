import { expect, it, vi } from 'vitest';
import { onComeBack } from './queryClient.ts';

it('somebody who was away for a minute is back with the first sign, once', () => {
  const page = new EventTarget();
  let now = 0;
  const listener = vi.fn();
  const end = onComeBack(listener, page, () => now);
  const sign = (at: number, name: string): void => {
    now = at;
    page.dispatchEvent(new Event(name));
  };
  sign(59_000, 'keydown');
  sign(118_000, 'pointermove');
  expect(listener).not.toHaveBeenCalled();
  sign(178_000, 'focus');
  sign(178_001, 'keydown');
  expect(listener).toHaveBeenCalledTimes(1);
  end();
  sign(400_000, 'keydown');
  expect(listener).toHaveBeenCalledTimes(1);
});
