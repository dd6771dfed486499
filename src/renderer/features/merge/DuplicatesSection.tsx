import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import type { Duplicates, WorkspaceStatus } from '#shared/bridge/workspace.ts';
import { counted, formatCount } from '#shared/domain/formats.ts';
import { call } from '../../bridge/bridge.ts';
import { keys } from '../../data/keys.ts';
import { Section } from '../../ui/Screen.tsx';
import { useStore } from '../../ui/store.ts';
import { ReviewDialog } from './MergeDialog.tsx';
import classes from './Merge.module.css';
import { reviewOpen } from './reviewOpen.ts';

/** Imported companies that may be one, and the way to look at them; nothing while there are no imported ones. */
export function DuplicatesSection({
  workspace,
  disabled,
}: {
  readonly workspace: WorkspaceStatus;
  readonly disabled: boolean;
}): ReactNode {
  const isOpen = useStore(reviewOpen);
  useEffect(() => () => reviewOpen.set(false), []);
  const isRunning = workspace.job?.state === 'running';
  const { data } = useQuery({
    // What is imported, merged or taken back changes what is alike.
    queryKey: [...keys.duplicates, workspace.job?.id ?? '', workspace.importedCompanies],
    queryFn: () => call('workspace.duplicates', null),
    enabled: workspace.importedCompanies > 1 && !isRunning,
    placeholderData: (before) => before,
    staleTime: Infinity,
  });
  const hasAny = data !== undefined && data.count > 0;
  if (!isOpen && (workspace.importedCompanies < 2 || !hasAny)) return null;
  return (
    <Section
      title="Likely duplicates"
      aside={
        <Button variant="default" disabled={disabled || !hasAny} onClick={() => reviewOpen.set(true)}>
          Review
        </Button>
      }
    >
      <p className={classes.text}>{data === undefined ? '' : duplicatesText(data)}</p>
      {isOpen && data !== undefined && <ReviewDialog duplicates={data} onClose={() => reviewOpen.set(false)} />}
    </Section>
  );
}

/** How many pairs of companies look like the same company. */
export function duplicatesText({ count, isMore }: Pick<Duplicates, 'count' | 'isMore'>): string {
  if (count === 0) return 'No likely duplicates.';
  const pairs = isMore
    ? `At least ${formatCount(count)} pairs of companies look`
    : counted(count, 'pair of companies looks', 'pairs of companies look');
  return `${pairs} like the same company. You decide which are; nothing is merged automatically.`;
}
