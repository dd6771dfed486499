import { Button } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useStore } from '../../ui/store.ts';
import { Keys } from '../../keyboard/Keys.tsx';
import { EmptyFace } from '../../ui/Faces.tsx';
import { counted, formatCount } from '../../ui/numbers.ts';
import { useTriage } from '../moves/TriageProvider.tsx';

/** The end of an inbox: the session's figures and the way on (UX `Triage`). */
export function InboxClear({
  next,
  onNext,
}: {
  /** The next inbox with something in it. */
  readonly next: { readonly name: string; readonly unratedCount: number } | undefined;
  readonly onNext: () => void;
}): ReactNode {
  const { decided, kept, perMinute } = useStore(useTriage().meter);
  const pace = perMinute === null ? '' : `, ${Math.round(perMinute)} per minute`;
  const figures =
    decided === 0
      ? 'Nothing is waiting to be decided here.'
      : `${counted(decided, 'company', 'companies')} decided in this session${pace}; ${formatCount(kept)} kept.`;
  return (
    <EmptyFace icon={IconChecks} title="Inbox clear" text={figures}>
      {next === undefined ? (
        <span>Every inbox is clear. The next digest comes with the weekly refresh.</span>
      ) : (
        <Button variant="light" rightSection={<Keys id="list.nextInbox" />} onClick={onNext}>
          Go to {next.name} ({formatCount(next.unratedCount)})
        </Button>
      )}
    </EmptyFace>
  );
}
