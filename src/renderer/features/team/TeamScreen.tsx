import { Tabs } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { counted, formatCount } from '#shared/domain/formats.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { useTeam, type TeamView } from '../../data/team.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { EmptyFace, ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { AuditTab } from './AuditTab.tsx';
import { ConflictsTab } from './ConflictsTab.tsx';
import { PeopleTab } from './PeopleTab.tsx';

/** Who is on the team; for staff also what was done by whom, and for everybody the conflicts that concern them. */
export function TeamScreen(): ReactNode {
  const { place } = useSession();
  const isOnServer = place !== 'local';
  const team = useTeam();
  const query = useApiQuery('getTeam', {}, { enabled: isOnServer });
  if (!isOnServer) {
    return (
      <Screen title="Team">
        <EmptyFace
          icon={IconUsers}
          title="This workspace has no team"
          text="Sign in to your team’s Winnow server in Settings to work with others."
        />
      </Screen>
    );
  }
  return (
    <Screen title="Team" intro={team.isKnown ? introOf(team) : undefined}>
      {query.isError && !team.isKnown && (
        <ErrorFace title="Couldn’t load the team." error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <LoadingFace label="Loading the team" />}
      {team.isKnown && <TeamTabs team={team} />}
    </Screen>
  );
}

function introOf({ members }: TeamView): string {
  const there = members.filter(({ closed }) => !closed).length;
  const left = members.length - there;
  return `${counted(there, 'person', 'people')}${left === 0 ? '' : `, ${formatCount(left)} who left`}.`;
}

function TeamTabs({ team }: { readonly team: TeamView }): ReactNode {
  const navigate = useNavigate();
  const { tab } = useParams();
  const conflicts = useApiQuery('listConflicts').data?.results ?? [];
  const open = conflicts.filter(({ kept }) => kept === null).length;
  const tabs = [
    { id: 'people', label: 'People', content: <PeopleTab team={team} /> },
    ...(team.role === 'staff' ? [{ id: 'audit', label: 'Audit', content: <AuditTab team={team} /> }] : []),
    ...(conflicts.length > 0
      ? [
          {
            id: 'conflicts',
            label: open === 0 ? 'Conflicts' : `Conflicts (${formatCount(open)})`,
            content: <ConflictsTab conflicts={conflicts} />,
          },
        ]
      : []),
  ];
  const shown = tabs.find(({ id }) => id === tab) ?? tabs[0];
  // Alone there is nothing to choose between.
  if (tabs.length === 1 || shown === undefined) return shown?.content;
  return (
    <Tabs value={shown.id} onChange={(id) => void navigate(`/team/${id ?? 'people'}`, { replace: true })}>
      <Tabs.List mb="md">
        {tabs.map(({ id, label }) => (
          <Tabs.Tab key={id} value={id}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown.id}>{shown.content}</Tabs.Panel>
    </Tabs>
  );
}
