import { useMemo } from 'react';
import { roleOf } from '#shared/domain/account.ts';
import type { Role, Team, TeamMember } from '#shared/domain/team.ts';
import { useSession } from './bridgeValues.ts';
import { useApiQuery } from './useApi.ts';

/** The people on the server that one is signed in to. */
export interface TeamView {
  /** Whether the server has said who is on the team. */
  readonly isKnown: boolean;
  /** Whether the server is being asked. */
  readonly isAsking: boolean;
  /** Everybody who can sign in, oldest member first, and those who have left. */
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
  const { data, isPending } = useApiQuery('getTeam', {}, { enabled: isOnServer });
  const told = isOnServer ? data : undefined;
  const isAsking = isOnServer && isPending;
  const ownRole = user === null ? 'reader' : roleOf(user);
  return useMemo(() => ({ ...teamViewOf(told, ownRole), isAsking }), [told, ownRole, isAsking]);
}

/** The same of what the server has said, if it has. */
export function teamViewOf(team: Team | undefined, ownRole: Role): Omit<TeamView, 'isAsking'> {
  const all = team?.members ?? nobody;
  const byId = new Map(all.map((member) => [member.id, member]));
  const me = team?.me ?? 0;
  return {
    isKnown: team !== undefined,
    // Every file has an owner without an address, who is nobody on a server.
    members: all.filter(({ id, email }) => email !== '' || id === me),
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

/** Whether there is somebody besides the user who has not left. */
export function isTeam({ members }: Pick<TeamView, 'members'>): boolean {
  return members.filter(({ closed }) => !closed).length > 1;
}
