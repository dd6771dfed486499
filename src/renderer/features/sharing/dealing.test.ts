import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Dealing } from './dealing.ts';

const minute = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that deals three entries at a time, and answers when it is told to. */
function server() {
  const called: string[] = [];
  const waiting: (() => void)[] = [];
  const faces = { undecided: [1, 2, 3, 4, 5, 6], isDown: false };
  const answered = async (name: string): Promise<void> => {
    called.push(name);
    await new Promise<void>((resolve) => void waiting.push(resolve));
    if (faces.isDown) throw new Error('The server is away.');
  };
  const complain = vi.fn();
  const dealing = new Dealing({
    deal: async () => {
      const entries = faces.undecided.slice(0, 3);
      await answered('deal');
      return entries;
    },
    giveBack: () => answered('give back'),
    complain,
  });
  /** Answers all that is asked, and what is asked thereupon. */
  const answer = async (): Promise<void> => {
    do {
      waiting.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    } while (waiting.length > 0);
  };
  const hand = (): number[] | null => {
    const { hand: shown } = dealing.state.get();
    return shown === null ? null : [...shown];
  };
  return { dealing, called, faces, complain, answer, hand };
}

it('replaces what was decided, which is shown again when that is taken back', async () => {
  const { dealing, called, faces, answer, hand } = server();
  dealing.turnOn();
  expect(hand()).toBeNull();
  await answer();
  expect(hand()).toEqual([1, 2, 3]);
  dealing.refill(6);
  await answer();
  faces.undecided = [2, 3, 4, 5, 6];
  dealing.refill(5);
  dealing.refill(5);
  await answer();
  expect(called).toEqual(['deal', 'deal', 'deal']);
  expect(hand()).toEqual([1, 2, 3, 4]);
  expect(dealing.state.get().kept).toBe(3);
});

it('is renewed while the user works, and given back five minutes after that', async () => {
  const { dealing, called, answer, hand } = server();
  dealing.turnOn();
  await answer();
  for (let step = 0; step < 12; step++) {
    await vi.advanceTimersByTimeAsync(minute);
    dealing.used();
    await answer();
  }
  expect(hand()).toEqual([1, 2, 3]);
  expect(called.filter((name) => name === 'deal').length).toBeGreaterThanOrEqual(12);
  await vi.advanceTimersByTimeAsync(6 * minute);
  await answer();
  expect(called.at(-1)).toBe('give back');
  expect(dealing.state.get()).toEqual({ isOn: false, hand: null, kept: 0 });
  const calls = called.length;
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(called).toHaveLength(calls);
});

it('has nothing of what was given back in between, however late the answers come', async () => {
  const { dealing, called, faces, answer, hand } = server();
  dealing.turnOn();
  dealing.turnOff();
  faces.undecided = [4, 5, 6];
  dealing.turnOn();
  await answer();
  expect(called).toEqual(['deal', 'give back', 'deal']);
  expect(hand()).toEqual([4, 5, 6]);
});

it('says that nothing was dealt, and keeps what is in hand where a later call fails', async () => {
  const { dealing, faces, complain, answer, hand } = server();
  faces.isDown = true;
  dealing.turnOn();
  await answer();
  expect(complain).toHaveBeenCalledTimes(1);
  expect(dealing.state.get().isOn).toBe(false);
  faces.isDown = false;
  dealing.turnOn();
  await answer();
  faces.isDown = true;
  dealing.refill(5);
  await answer();
  expect(complain).toHaveBeenCalledTimes(1);
  expect(hand()).toEqual([1, 2, 3]);
});

it('shows only what is dealt now where the server may have dealt the rest to others', async () => {
  const { dealing, faces, answer, hand } = server();
  dealing.turnOn();
  await answer();
  faces.undecided = [4, 5, 6];
  // The computer was asleep.
  vi.setSystemTime(Date.now() + 20 * minute);
  dealing.refill();
  await answer();
  expect(hand()).toEqual([4, 5, 6]);
});
