import { expect, it } from 'vitest';
import { begunMention, mentionable } from './NoteField.tsx';

const person = (id: number, name: string, email: string) =>
  ({ id, name, email, role: 'analyst', closed: false }) as const;
const people = [
  person(1, 'Bob Ray', 'bob@fund.example'),
  person(2, 'Bob Ray Two', 'two@fund.example'),
  person(3, 'Ann Lee', 'lee@fund.example'),
];

it.each([
  ['what @bo', { at: 5, typed: 'bo' }],
  ['@', { at: 0, typed: '' }],
  ['@Bob Ray, and @an', { at: 14, typed: 'an' }],
  ['mail x@y', null],
  ['@bob\nnext', null],
  ['no name', null],
])('E2 before the cursor in “%s” a name is begun: %j', (before, begun) => expect(begunMention(before)).toEqual(begun));

it.each([
  ['', [1, 2, 3]],
  ['bo', [1, 2]],
  ['RAY', [1, 2]],
  ['lee', [3]],
  ['two@', [2]],
  ['Bob Ray T', [2]],
  ['Bob Ray Two', []],
  ['Bob Ray ', []],
  ['bob what do you think', []],
  ['x', []],
])('E2 “@%s” offers %j', (typed, ids) => expect(mentionable(typed, people).map(({ id }) => id)).toEqual(ids));
