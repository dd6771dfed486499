import { expect, test } from 'vitest';
import { addOffer, takeOfferSince, withdrawOffer } from './toasts.tsx';

test('the newest offer is taken, unless something else was done since, or it has gone', () => {
  const taken: string[] = [];
  const offer = (id: string, turn: number): void =>
    addOffer({
      id,
      turn,
      take: () => {
        taken.push(id);
        withdrawOffer(id);
      },
    });
  expect(takeOfferSince(-Infinity)).toBe(false);
  offer('a', 10);
  offer('b', 20);
  offer('c', 30);
  withdrawOffer('c');
  expect(takeOfferSince(25)).toBe(false);
  expect(takeOfferSince(15)).toBe(true);
  expect(takeOfferSince(5)).toBe(true);
  expect(takeOfferSince(-Infinity)).toBe(false);
  expect(taken).toEqual(['b', 'a']);
});
