import type { ReactNode } from 'react';
import { formatCount } from '../ui/numbers.ts';
import { StatusBar } from '../ui/StatusBar.tsx';
import { positionText, useFigures } from './figures.ts';
import type { ListModel } from './list.ts';

/** Where one is in the list, and the session's figures: decided, left, per minute, kept (UX `The frame`). */
export function ListStatus({ model }: { readonly model: ListModel }): ReactNode {
  const { focus, counts, stream, session } = useFigures(model);
  const { decided, kept, perMinute } = session;
  return (
    <StatusBar
      left={
        <>
          <span>{positionText(model.shown.rules, focus, counts, stream)}</span>
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
