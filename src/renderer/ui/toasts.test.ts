import { expect, test } from 'vitest';
import { addOffer, takeOfferSince, withdrawOffer, withOneStop } from './toasts.tsx';

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

test('E22 a sentence ends with one full stop, also after a name that has one', () => {
  expect(withOneStop('Undone: Archived Velvepex B.V..')).toBe('Undone: Archived Velvepex B.V.');
  expect(withOneStop('Archived \u2068אבג Ltd.\u2069.')).toBe('Archived \u2068אבג Ltd.\u2069');
  expect(withOneStop('Archived Acme.')).toBe('Archived Acme.');
});
