import { expect, test } from 'vitest';
import type { TeamMember } from '#shared/domain/team.ts';
import { isTeam, teamViewOf } from './team.ts';

function member(id: number, more: Partial<TeamMember> = {}): TeamMember {
  return { id, name: `P${id}`, email: `${id}@fund.example`, role: 'analyst', closed: false, ...more };
}

const owner = member(1, { name: 'Workspace owner', email: '', role: 'staff' });

test('the owner of the file, who has no address, is nobody on a team, and has a name all the same', () => {
  const team = teamViewOf({ me: 2, members: [owner, member(2), member(3)] }, 'analyst');
  expect(team.members.map(({ id }) => id)).toEqual([2, 3]);
  expect(team.nameOf(1)).toBe('Workspace owner');
  expect(team.nameOf(9)).toBe('Somebody who was removed');
  expect(teamViewOf({ me: 1, members: [owner, member(2)] }, 'staff').members).toHaveLength(2);
});

test('a team has somebody else who has not left', () => {
  expect(isTeam(teamViewOf(undefined, 'analyst'))).toBe(false);
  expect(isTeam(teamViewOf({ me: 2, members: [owner, member(2)] }, 'analyst'))).toBe(false);
  expect(isTeam(teamViewOf({ me: 2, members: [member(2), member(3, { closed: true })] }, 'analyst'))).toBe(false);
  expect(isTeam(teamViewOf({ me: 2, members: [member(2), member(3)] }, 'analyst'))).toBe(true);
});

test('what staff has changed since the user signed in is the role', () => {
  expect(teamViewOf({ me: 2, members: [member(2, { role: 'lead' })] }, 'analyst').role).toBe('lead');
  expect(teamViewOf(undefined, 'reader').role).toBe('reader');
});
