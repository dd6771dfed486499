import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatMoment } from '#shared/domain/formats.ts';
import type { Conflict, Settled } from '#shared/domain/team.ts';
import { useSmartLists } from '../../data/smartLists.ts';
import { useApiMutation } from '../../data/useApi.ts';
import { isolated } from '../../ui/title.ts';
import { showDone, showFailure } from '../../ui/toasts.tsx';
import classes from './Team.module.css';

/** Companies of shared lists about which two people have decided differently, open ones first. */
export function ConflictsTab({ conflicts }: { readonly conflicts: readonly Conflict[] }): ReactNode {
  return (
    <>
      <p className={classes.hint}>
        Two people have decided about the same company of a shared list. Until one of the two is kept, the first one
        counts.
      </p>
      <ul className={classes.conflicts} aria-label="Conflicts">
        {conflicts.map((conflict) => (
          <ConflictItem key={conflict.id} conflict={conflict} />
        ))}
      </ul>
    </>
  );
}

function ConflictItem({ conflict }: { readonly conflict: Conflict }): ReactNode {
  const { company, list, first, second, kept } = conflict;
  const { mutate, isPending, variables } = useApiMutation('settleConflict');
  const keep = (decision: Settled): void =>
    mutate(
      { params: { id: conflict.id }, body: { kept: decision.seq } },
      {
        onSuccess: () => showDone(`${keptText(decision)} for ${isolated(company.name)}.`),
        onError: (error) => showFailure('Not settled', error),
      },
    );
  return (
    <li className={classes.conflict} data-settled={kept !== null}>
      <div className={classes.conflictHead}>
        <Link to={`/company/${company.id}`} className={classes.name} dir="auto">
          {company.name}
        </Link>
        <span className={classes.hint}>{list.name}</span>
      </div>
      <ul className={classes.decisions}>
        {[first, second].map((decision) => (
          <li key={decision.seq}>
            <span>
              <bdi>{decision.user.name}</bdi>: <strong>{listText(decision)}</strong>
            </span>
            <span className={classes.hint}>{formatMoment(decision.at)}</span>
            {kept === decision.seq && (
              <span className={classes.kept}>
                <IconCheck size={14} aria-hidden /> Kept
              </span>
            )}
            {kept === null && conflict.may_settle && (
              <Button
                size="compact-xs"
                variant="default"
                disabled={isPending}
                loading={isPending && variables.body?.kept === decision.seq}
                onClick={() => keep(decision)}
              >
                {keepText(decision)}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {kept === null && !conflict.may_settle && <WhoSettles list={list.id} />}
    </li>
  );
}

function WhoSettles({ list }: { readonly list: number }): ReactNode {
  const owner = useSmartLists()?.find(({ id }) => id === list)?.shared?.owner.name;
  return (
    <p className={classes.hint}>
      {owner === undefined ? 'The owner of the list' : `${isolated(owner)}, who owns the list,`} or a lead settles this.
    </p>
  );
}

function listText({ list }: Settled): string {
  return list === 'None' ? 'Undecided' : list;
}

/** `Keep Ann’s: Watchlist` */
function keepText(decision: Settled): string {
  return `Keep ${isolated(decision.user.name)}’s: ${listText(decision)}`;
}

function keptText(decision: Settled): string {
  return `Kept ${isolated(decision.user.name)}’s decision, ${listText(decision)},`;
}
