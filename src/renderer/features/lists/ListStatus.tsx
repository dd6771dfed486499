import type { ReactNode } from 'react';
import { useStore } from '../../data/store.ts';
import { formatCount } from '../../ui/numbers.ts';
import { StatusBar } from '../../ui/StatusBar.tsx';
import { useTriage } from '../moves/TriageProvider.tsx';
import type { ListModel } from './listModel.ts';
import { positionText } from './positionText.ts';
import { useCalm } from './useCalm.ts';

/** Where one is in the list, and the session's figures: decided, left, per minute, kept (UX `The frame`). */
export function ListStatus({ model }: { readonly model: ListModel }): ReactNode {
  const focus = useCalm(model.cursor.focus);
  const counts = useCalm(model.tally.counts);
  const stream = useStore(model.stream.state);
  const { decided, kept, perMinute } = useCalm(useTriage().meter);
  return (
    <StatusBar
      left={
        <>
          <span>{positionText(model.rules, focus, counts, stream)}</span>
          {counts.left !== null && <span>{formatCount(counts.left)} left</span>}
        </>
      }
      right={
        decided === 0 ? null : (
          <>
            <span>{formatCount(decided)} decided</span>
            {perMinute !== null && <span>{Math.round(perMinute)} per minute</span>}
            <span>{Math.round((kept / decided) * 100)} % kept</span>
          </>
        )
      }
    />
  );
}
