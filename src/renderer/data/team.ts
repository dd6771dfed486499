import { useMemo } from 'react';
import { roleOf } from '#shared/domain/account.ts';
import type { Role, Team, TeamMember } from '#shared/domain/team.ts';
import { useSession } from './bridgeValues.ts';
import { useApiQuery } from './useApi.ts';

/** The people on the server that one is signed in to. */
export interface TeamView {
  /** Whether the server has said who is on the team. */
  readonly isKnown: boolean;
  /** Everybody, oldest member first, also those who have left. */
  readonly members: readonly TeamMember[];
  /** The user's own id; 0 while it is not known. */
  readonly me: number;
  /** What the user may do. */
  readonly role: Role;
  /** The name of a member, by id. */
  readonly nameOf: (id: number) => string;
}

const nobody: readonly TeamMember[] = [];

/** The team; nobody in the local workspace, and where a server knows no teams. */
export function useTeam(): TeamView {
  const { status, place, user } = useSession();
  const isOnServer = status === 'signedIn' && place !== 'local';
  const { data } = useApiQuery('getTeam', {}, { enabled: isOnServer });
  const told = isOnServer ? data : undefined;
  const ownRole = user === null ? 'reader' : roleOf(user);
  return useMemo(() => viewOf(told, ownRole), [told, ownRole]);
}

function viewOf(team: Team | undefined, ownRole: Role): TeamView {
  const members = team?.members ?? nobody;
  const byId = new Map(members.map((member) => [member.id, member]));
  const me = team?.me ?? 0;
  return {
    isKnown: team !== undefined,
    members,
    me,
    // What staff has changed since the user signed in counts.
    role: byId.get(me)?.role ?? ownRole,
    nameOf: (id) => byId.get(id)?.name ?? 'Somebody who was removed',
  };
}

/** Whether there are colleagues: signed in to a server with more than one member who has not left. */
export function useHasTeam(): boolean {
  return isTeam(useTeam());
}

/** Whether there is something on the screen Team: colleagues, or for staff the way to add some. */
export function useHasTeamScreen(): boolean {
  const team = useTeam();
  return isTeam(team) || (team.isKnown && team.role === 'staff');
}

function isTeam({ members }: Pick<TeamView, 'members'>): boolean {
  return members.filter(({ closed }) => !closed).length > 1;
}
