import { expect, it } from 'vitest';
import { mentionsIn, namedIn } from './mentions.ts';

const bob = { id: 1, name: 'Bob Ray' };
const bobTwo = { id: 2, name: 'Bob Ray Two' };
const ann = { id: 3, name: 'Ann Lee' };
const anna = { id: 4, name: 'Anna' };
const address = { id: 5, name: 'jo@fund.example' };
const jose = { id: 6, name: 'José Núñez' };
const all = [bob, bobTwo, ann, anna, address, jose];

it.each([
  ['the longest name', '@Bob Ray Two please look', [2]],
  ['the shorter name where no more is said', '@Bob Ray please look', [1]],
  ['each where both are named', '@Bob Ray and @Bob Ray Two', [1, 2]],
  ['whatever case', 'ask @bob ray two, and @ANN LEE', [2, 3]],
  ['a first name that one person has', '@ann knows', [3]],
  ['nobody by a first name that two have', '@Bob knows', []],
  ['nobody by the beginning of a name', '@An, @Bo, @Bob Ra', []],
  ['a name that another begins with', '@anna', [4]],
  ['an address as a name', 'cc @jo@fund.example.', [5]],
  ['nobody by a mail address', 'write to x@ann.example', []],
  ['a name that goes on in another word as its first name', '@Ann Leemann', [3]],
  ['a name with accents, in whatever case', '@JOSÉ NÚÑEZ, @josé', [6]],
  ['each person of a name that two have', '@ann lee', [3]],
])('L1 a text names %s: %s', (_what, text, named) => {
  expect(namedIn(text, all)).toEqual(named);
  expect(namedIn(text, all.toReversed()).toSorted((a, b) => a - b)).toEqual(named);
});

it('L1 a name is never told by one that is longer, whatever the names', () => {
  const words = ['Bo', 'Bob', 'Ray', 'Two'];
  const names = words.flatMap((a) => words.flatMap((b) => [a, `${a} ${b}`, `${a} ${b} Two`]));
  const people = [...new Set(names)].map((name, id) => ({ id, name }));
  for (const { id, name } of people) expect(namedIn(`look @${name}!`, people), name).toEqual([id]);
});

it('E12 what begins like a name and is none is not understood, and where it stands is said', () => {
  expect(mentionsIn('@bo and @Ann Lee, x@y.z, @', all)).toEqual([
    { start: 0, end: 3, people: [] },
    { start: 8, end: 16, people: [ann] },
  ]);
});
