import { beforeEach, expect, it, vi } from 'vitest';
import { EventOrder } from './browserBridge.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** Whether the wait has ended, once everything due by now has run. */
async function hasEnded(wait: Promise<void>): Promise<boolean> {
  let ended = false;
  void wait.then(() => (ended = true));
  await vi.advanceTimersByTimeAsync(0);
  return ended;
}

it('lets a reply in behind the events before it, and not behind later ones', async () => {
  const order = new EventOrder(4);
  expect(await hasEnded(order.whenTaken(4))).toBe(true);
  const wait = order.whenTaken(6);
  order.taken(5);
  expect(await hasEnded(wait)).toBe(false);
  order.taken(6);
  expect(await hasEnded(wait)).toBe(true);
  expect(order.lastEvent).toBe(6);
});

it('holds no reply back while the connection of the events is lost, nor for longer than a second', async () => {
  const order = new EventOrder(0);
  const wait = order.whenTaken(1);
  order.connected(false);
  expect(await hasEnded(wait)).toBe(true);
  expect(await hasEnded(order.whenTaken(2))).toBe(true);
  order.connected(true);
  const late = order.whenTaken(2);
  await vi.advanceTimersByTimeAsync(999);
  expect(await hasEnded(late)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await hasEnded(late)).toBe(true);
});
