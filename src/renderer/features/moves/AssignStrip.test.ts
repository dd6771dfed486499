import { expect, test } from 'vitest';
import type { TeamMember } from '#shared/domain/team.ts';
import { assignable, peopleNamed, placeOfDigit } from './AssignStrip.tsx';

function member(id: number, name: string, more: Partial<TeamMember> = {}): TeamMember {
  return { id, name, email: `${id}@fund.example`, role: 'analyst', closed: false, ...more };
}

const ann = member(1, 'Ann Lindqvist');
const bob = member(2, 'Bob Okafor');
const zoe = member(3, 'Zoë Lindner', { email: 'zl@fund.example' });
const old = member(4, 'Olga Old', { closed: true });
const members = [ann, bob, zoe, old];

test('everybody who is still there can be assigned something, oneself last', () => {
  expect(assignable({ members, me: 1 })).toEqual([bob, zoe, ann]);
});

test('a text means those with a word that begins so before those with it elsewhere, without accents', () => {
  expect(peopleNamed('', members)).toEqual(members);
  expect(peopleNamed('lind', members)).toEqual([ann, zoe]);
  expect(peopleNamed(' zoe ', members)).toEqual([zoe]);
  expect(peopleNamed('ann lind', members)).toEqual([ann]);
  expect(peopleNamed('o', members)).toEqual([bob, old, zoe]);
  expect(peopleNamed('zl@', members)).toEqual([zoe]);
  expect(peopleNamed('nobody', members)).toEqual([]);
});

test('a digit is the place of one who is there', () => {
  expect(placeOfDigit('1', 3)).toBe(0);
  expect(placeOfDigit('3', 3)).toBe(2);
  expect(placeOfDigit('4', 3)).toBeNull();
  expect(placeOfDigit('0', 3)).toBeNull();
  expect(placeOfDigit('b', 3)).toBeNull();
});
