import { Button } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { formatCount } from '#shared/domain/formats.ts';
import type { SharedAs } from '#shared/domain/team.ts';
import { useApiMutation, useApiQuery } from '../../data/useApi.ts';
import { useTeam } from '../../data/team.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { KeyTip } from '../../keyboard/Keys.tsx';
import { showFailure } from '../../ui/toasts.tsx';
import classes from './SharedTools.module.css';

/** How often what is in hand is renewed while the user works, in milliseconds: it is kept for ten minutes. */
const renewMs = 60_000;
/** After this long without a key or a click, what is in hand is given back, in milliseconds. */
const idleMs = 5 * 60_000;

/** The companies that were dealt to the user in a shared inbox; null while everything is shown. */
export interface Dealing {
  readonly hand: ReadonlySet<number> | null;
  readonly isOn: boolean;
  readonly isBusy: boolean;
  readonly toggle: () => void;
}

/**
 * Deals the user companies of a shared inbox, which nobody else gets meanwhile: when asked, again once decided,
 * and renewed for as long as keys are pressed. They are given back when the user is idle, leaves or says so.
 */
export function useDealing(listId: number, shared: SharedAs | null, left: number): Dealing {
  const { mutate: deal, isPending } = useApiMutation('dealCompanies');
  const { mutate: giveBack } = useApiMutation('giveBackCompanies');
  const [isOn, setOn] = useState(false);
  const [hand, setHand] = useState<ReadonlySet<number> | null>(null);
  const canDeal = shared?.mode === 'one' && shared.role !== 'reader';
  const params = { id: listId };

  const take = (): void =>
    deal(
      { params, body: {} },
      {
        onSuccess: ({ entries }) => setHand(new Set(entries)),
        onError: (error) => {
          setOn(false);
          showFailure('Nothing was dealt', error);
        },
      },
    );

  // `left` falls with every decision: what was decided is replaced.
  useEffect(() => {
    if (isOn) take();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `take` is another function at every render
  }, [isOn, listId, left]);

  useEffect(() => {
    if (!isOn) return undefined;
    let usedAt = performance.now();
    const used = (): void => {
      usedAt = performance.now();
    };
    const timer = setInterval(() => {
      if (performance.now() - usedAt < idleMs) take();
      else setOn(false);
    }, renewMs);
    addEventListener('keydown', used);
    addEventListener('pointerdown', used);
    return () => {
      clearInterval(timer);
      removeEventListener('keydown', used);
      removeEventListener('pointerdown', used);
      setHand(null);
      giveBack({ params });
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- from when it is turned on until it is turned off
  }, [isOn, listId]);

  const toggle = (): void => setOn(!isOn);
  useCommands(canDeal ? { 'list.deal': toggle } : {});
  return { hand: isOn ? hand : null, isOn, isBusy: isPending, toggle };
}

/** Who has settled how much of a shared inbox, and the button that deals the user the next companies. */
export function SharedTools({
  id,
  shared,
  settled,
  dealing,
}: {
  readonly id: number;
  readonly shared: SharedAs | null;
  /** Companies that colleagues have settled. */
  readonly settled: number;
  readonly dealing: Dealing;
}): ReactNode {
  const { me } = useTeam();
  const isOne = shared?.mode === 'one';
  const progress = useApiQuery('getListProgress', { params: { id } }, { enabled: isOne }).data;
  if (shared === null) return null;
  const others = (progress?.members ?? []).filter((member) => member.id !== me && member.settled > 0);
  const told = others.map((member) => `${member.name} ${formatCount(member.settled)}`).join(', ');
  return (
    <span className={classes.shared}>
      <span className={classes.text} title={told === '' ? `Shared by ${shared.owner.name}` : `Settled: ${told}`}>
        {isOne && settled > 0 ? (
          <>
            {formatCount(settled)} settled<span className={classes.more}> by colleagues</span>
          </>
        ) : (
          'Shared'
        )}
      </span>
      {isOne && shared.role !== 'reader' && (
        <KeyTip id="list.deal" label={dealing.isOn ? 'Show all companies again' : 'Deal me the next 25 companies'}>
          <Button size="compact-xs" variant={dealing.isOn ? 'light' : 'default'} onClick={dealing.toggle}>
            {dealing.isOn ? `My ${formatCount(dealing.hand?.size ?? 0)}` : 'Deal me 25'}
          </Button>
        </KeyTip>
      )}
    </span>
  );
}
