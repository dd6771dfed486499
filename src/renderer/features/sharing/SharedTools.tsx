import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '#shared/domain/formats.ts';
import type { SharedAs } from '#shared/domain/team.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { useTeam } from '../../data/team.ts';
import { KeyTip } from '../../keyboard/Keys.tsx';
import type { useDealing } from './dealing.ts';
import { sharedText } from './sharedText.ts';
import classes from './SharedTools.module.css';

/** That an inbox is shared, and the button that deals the user the next companies. */
export function SharedTools({
  shared,
  dealing: { canDeal, isOn, kept, toggle },
}: {
  readonly shared: SharedAs | null;
  readonly dealing: ReturnType<typeof useDealing>;
}): ReactNode {
  if (shared === null) return null;
  return (
    <span className={classes.shared}>
      <span title={sharedText(shared)}>Shared</span>
      {canDeal && (
        <KeyTip id="list.deal" label={isOn ? 'Show all companies again' : 'Deal me the next 25 companies'}>
          <Button size="compact-xs" variant={isOn ? 'light' : 'default'} onClick={toggle}>
            {isOn ? `My ${formatCount(kept)}` : 'Deal me 25'}
          </Button>
        </KeyTip>
      )}
    </span>
  );
}

const noProgress = { members: [] };

/** Who has settled how much of an inbox in which one decision does: “Ann Lindqvist 210, you 12”. */
export function SettledBy({
  list,
}: {
  readonly list: { readonly id: number; readonly shared: SharedAs | null } | undefined;
}): ReactNode {
  const { me } = useTeam();
  const enabled = list?.shared?.mode === 'one';
  const { members } = useApiQuery('getListProgress', { params: { id: list?.id ?? 0 } }, { enabled }).data ?? noProgress;
  const told = members
    .filter(({ settled }) => settled > 0)
    .toSorted((one, other) => other.settled - one.settled)
    .map((member) => `${member.id === me ? 'you' : member.name} ${formatCount(member.settled)}`)
    .join(', ');
  if (!enabled || told === '') return null;
  return (
    <span className={classes.settled} title={`Settled: ${told}`}>
      {told}
    </span>
  );
}
