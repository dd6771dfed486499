import { Badge, Button, NativeSelect, VisuallyHidden } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { roleNames, roles, roleSchema, type Role, type Team, type TeamMember } from '#shared/domain/team.ts';
import type { TeamView } from '../../data/team.ts';
import { apiQuery, useApiMutation } from '../../data/useApi.ts';
import { isolated } from '../../ui/title.ts';
import { showDone, showFailure } from '../../ui/toasts.tsx';
import { AddMemberDialog } from './AddMemberDialog.tsx';
import { CloseMemberDialog } from './CloseMemberDialog.tsx';
import classes from './Team.module.css';

/** Everybody on the team. Staff adds people, says what they may do, and closes those who have left. */
export function PeopleTab({ team }: { readonly team: TeamView }): ReactNode {
  const isStaff = team.role === 'staff';
  const [isAdding, setAdding] = useState(false);
  const [leaver, setLeaver] = useState<TeamMember | null>(null);
  return (
    <>
      {isStaff && (
        <div className={classes.tools}>
          <span className={classes.hint}>
            A reader reads and comments. An analyst also decides and shares lists. A lead also settles conflicts and
            imports. Staff also manages people.
          </span>
          <Button leftSection={<IconUserPlus size={15} aria-hidden />} onClick={() => setAdding(true)}>
            Add somebody …
          </Button>
        </div>
      )}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Email</th>
            <th scope="col" className={classes.roleColumn}>
              Role
            </th>
            {isStaff && (
              <th scope="col" className={classes.lastColumn}>
                <VisuallyHidden>Closing</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {team.members.map((member) => (
            <Person
              key={member.id}
              member={member}
              isMe={member.id === team.me}
              isStaff={isStaff}
              onClose={() => setLeaver(member)}
            />
          ))}
        </tbody>
      </table>
      {isAdding && <AddMemberDialog onClose={() => setAdding(false)} />}
      {leaver !== null && <CloseMemberDialog leaver={leaver} team={team} onClose={() => setLeaver(null)} />}
    </>
  );
}

function Person({
  member,
  isMe,
  isStaff,
  onClose,
}: {
  readonly member: TeamMember;
  readonly isMe: boolean;
  readonly isStaff: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const { name, email, role, closed } = member;
  return (
    <tr data-closed={closed}>
      <th scope="row" dir="auto">
        {name}
        {isMe && <span className={classes.hint}> (you)</span>}
      </th>
      <td className={classes.email}>{email}</td>
      <td>
        {closed && (
          <Badge variant="default" size="sm" tt="none">
            Closed
          </Badge>
        )}
        {!closed && (isStaff && !isMe ? <RoleField member={member} /> : roleNames[role])}
      </td>
      {isStaff && (
        <td className={classes.lastColumn}>
          {!closed && !isMe && (
            <Button size="compact-xs" variant="default" aria-label={`Close ${name}`} onClick={onClose}>
              Close …
            </Button>
          )}
        </td>
      )}
    </tr>
  );
}

const roleChoices = roles.map((role) => ({ value: role, label: roleNames[role] }));

/** What somebody may do, changed at once. */
function RoleField({ member: { id, name, role } }: { readonly member: TeamMember }): ReactNode {
  const client = useQueryClient();
  const { mutate, isPending, variables } = useApiMutation('changeMember');
  const wanted = isPending ? variables.body?.role : undefined;
  const change = (next: Role): void =>
    mutate(
      { params: { id }, body: { role: next } },
      {
        onSuccess: (changed) => {
          client.setQueryData<Team>(apiQuery('getTeam').queryKey, (team) => withMember(team, changed));
          showDone(`${isolated(name)} is ${articles[next]} now.`);
        },
        onError: (error) => showFailure('Role not changed', error),
      },
    );
  return (
    <NativeSelect
      size="xs"
      aria-label={`Role of ${name}`}
      data={roleChoices}
      value={wanted ?? role}
      onChange={(event) => {
        const next = roleSchema.safeParse(event.currentTarget.value).data;
        if (next !== undefined) change(next);
      }}
    />
  );
}

/** What somebody is by each role. */
const articles: Readonly<Record<Role, string>> = {
  reader: 'a reader',
  analyst: 'an analyst',
  lead: 'a lead',
  staff: 'staff',
};

function withMember(team: Team | undefined, changed: TeamMember): Team | undefined {
  if (team === undefined) return undefined;
  return { ...team, members: team.members.map((member) => (member.id === changed.id ? changed : member)) };
}
