import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '#shared/domain/formats.ts';
import type { SettledSmartList } from '../../data/smartLists.ts';
import { useApiMutation } from '../../data/useApi.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { KeyTip } from '../../keyboard/Keys.tsx';
import { showFailure } from '../../ui/toasts.tsx';
import classes from './DecidedSwitch.module.css';

/** What a smart list does with companies that were decided before they came into it. */
export interface DecidedBefore {
  readonly count: number;
  readonly isShown: boolean;
  readonly isSaving: boolean;
  readonly toggle: () => void;
}

/** What a smart list leaves out because it was decided before, and the command that shows or hides it. */
export function useDecidedBefore(list: SettledSmartList | undefined): DecidedBefore {
  const { mutate, isPending } = useApiMutation('updateSmartList');
  const count = list?.leftOutCount ?? 0;
  const isShown = count > 0 && list?.shows_decided === true;
  const toggle = (): void => {
    if (list === undefined || isPending) return;
    mutate(
      { params: { id: list.id }, body: { shows_decided: !isShown } },
      { onError: (error) => showFailure('Not changed', error) },
    );
  };
  useCommands(count > 0 ? { 'list.decidedBefore': toggle } : {});
  return { count, isShown, isSaving: isPending, toggle };
}

/** How many companies a list leaves out because they were decided before, with the button that shows them. */
export function DecidedSwitch({
  decided: { count, isShown, isSaving, toggle },
}: {
  readonly decided: DecidedBefore;
}): ReactNode {
  if (count === 0) return null;
  return (
    <span className={classes.decided}>
      <span>
        {formatCount(count)} decided before
        <span className={classes.state}>: {isShown ? 'shown' : 'left out'}</span>
      </span>
      <KeyTip id="list.decidedBefore" label={decidedLabel(isShown)}>
        <Button size="compact-xs" variant="default" loading={isSaving} onClick={toggle}>
          {isShown ? 'Hide' : 'Show'}
        </Button>
      </KeyTip>
    </span>
  );
}

/** How many undecided companies a list leaves out because they are known: the filters say so, and can be changed. */
export function KnownOut({ count }: { readonly count: number }): ReactNode {
  if (count === 0) return null;
  return (
    <span className={classes.decided} title="Edit the filters to show them">
      <span>
        {formatCount(count)} known
        <span className={classes.state}>: left out</span>
      </span>
    </span>
  );
}

/** What the command does next. */
export function decidedLabel(isShown: boolean): string {
  return `${isShown ? 'Hide' : 'Show'} companies decided before`;
}
