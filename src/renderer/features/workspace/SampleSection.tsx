import { Button, Group, NumberInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { SampleUse, WorkspaceStatus } from '#shared/bridge/workspace.ts';
import { counted, formatCount } from '#shared/domain/formats.ts';
import { call } from '../../bridge/bridge.ts';
import { useWorkspaceCommand } from '../../data/useApi.ts';
import { useConfirm } from '../../ui/Dialog.tsx';
import { Section } from '../../ui/Screen.tsx';
import review from '../../ui/Review.module.css';
import classes from './Workspace.module.css';

/** Sample data: invented companies to try Winnow with, their coming weeks, and how to be rid of them. */
export function SampleSection({
  workspace,
  disabled,
}: {
  readonly workspace: WorkspaceStatus;
  readonly disabled: boolean;
}): ReactNode {
  const has = workspace.sampleCompanies + workspace.sampleAhead > 0;
  return (
    <Section title="Sample data">
      {has ? <Sample workspace={workspace} disabled={disabled} /> : <NoSample disabled={disabled} />}
    </Section>
  );
}

function NoSample({ disabled }: { readonly disabled: boolean }): ReactNode {
  const [companies, setCompanies] = useState(50_000);
  const create = useWorkspaceCommand('workspace.createSample');
  return (
    <>
      <p className={classes.text}>
        Invented companies to try Winnow with, marked “Sample” wherever they appear. You can remove them when you import
        your own.
      </p>
      <Group gap="xs" align="flex-end">
        <NumberInput
          label="Companies"
          size="xs"
          w="9rem"
          min={1}
          max={1_000_000}
          step={10_000}
          thousandSeparator=","
          allowDecimal={false}
          value={companies}
          onChange={(value) => setCompanies(Number(value))}
        />
        <Button
          variant="default"
          disabled={disabled || companies < 1}
          loading={create.isPending}
          onClick={() => create.mutate({ companies })}
        >
          Create sample data
        </Button>
      </Group>
      <Problem error={create.error} />
    </>
  );
}

function Sample({
  workspace,
  disabled,
}: {
  readonly workspace: WorkspaceStatus;
  readonly disabled: boolean;
}): ReactNode {
  const simulate = useWorkspaceCommand('workspace.simulateWeek');
  const removal = useSampleRemoval();
  return (
    <>
      <p className={classes.text}>{sampleText(workspace)}</p>
      <Group gap="xs">
        <Button
          variant="default"
          disabled={disabled || workspace.sampleAhead === 0}
          loading={simulate.isPending}
          onClick={() => simulate.mutate(null)}
        >
          Simulate next week
        </Button>
        <Button variant="default" disabled={disabled} loading={removal.isPending} onClick={removal.ask}>
          Remove the sample
        </Button>
      </Group>
      {removal.dialog}
      <Problem error={simulate.error ?? removal.error} />
    </>
  );
}

/** What is there of the sample, and what is to come. */
export function sampleText({
  sampleCompanies: companies,
  sampleAhead: ahead,
}: Pick<WorkspaceStatus, 'sampleCompanies' | 'sampleAhead'>): string {
  const here = `${counted(companies, 'invented company', 'invented companies')}, marked “Sample”.`;
  if (ahead === 0) return here;
  const come = counted(ahead, 'more arrives', 'more arrive');
  return `${here} ${come} in the coming weeks; simulating a week adds its companies now.`;
}

function Problem({ error }: { readonly error: Error | null }): ReactNode {
  return (
    error !== null && (
      <p className={review.problem} role="alert">
        {error.message} Nothing was changed.
      </p>
    )
  );
}

/** Asks whether to remove the sample, with what would go, and removes it. */
function useSampleRemoval(): {
  readonly ask: () => void;
  readonly dialog: ReactNode;
  readonly isPending: boolean;
  readonly error: Error | null;
} {
  const { dialog, confirm } = useConfirm();
  const remove = useWorkspaceCommand('workspace.removeSample');
  const look = useMutation({
    mutationFn: () => call('workspace.sampleUse', null),
    onSuccess: (use) =>
      confirm({
        title: 'Remove the sample?',
        consequences: removalText(use),
        action: 'Remove the sample',
        isDestructive: true,
        run: () => remove.mutate(null),
      }),
  });
  return {
    ask: () => look.mutate(),
    dialog,
    isPending: look.isPending || remove.isPending,
    error: look.error ?? remove.error,
  };
}

/** What would go with the sample. */
export function removalText({ companies, ahead, entries, decided, items }: SampleUse): string {
  const coming = ahead === 0 ? '' : ` (and ${formatCount(ahead)} from the coming weeks)`;
  const went = decided === 0 ? 'none of them decided' : `${formatCount(decided)} of them decided`;
  const lists = [
    entries === 0 ? '' : counted(entries, 'inbox entry', 'inbox entries'),
    items === 0 ? '' : counted(items, 'collection item', 'collection items'),
  ].filter((part) => part !== '');
  const gone = lists.length === 0 ? '' : ` ${lists.join(' and ')} will be removed with them.`;
  return (
    `${counted(companies, 'invented company', 'invented companies')}${coming} will be removed, ${went}.${gone} ` +
    'Imported companies stay. This can’t be undone.'
  );
}

/** After the first import of the user's own companies: whether the invented ones are to stay beside them. */
export function SampleProposal({
  workspace,
  disabled,
}: {
  readonly workspace: WorkspaceStatus;
  readonly disabled: boolean;
}): ReactNode {
  const [isKept, setKept] = useState(false);
  const removal = useSampleRemoval();
  if (isKept || !isProposed(workspace)) return null;
  return (
    <Section title="Keep the sample?">
      <p className={classes.text}>
        {counted(workspace.importedCompanies, 'company', 'companies')} imported. The workspace also has{' '}
        {counted(workspace.sampleCompanies, 'invented one', 'invented ones')}.
      </p>
      <Group gap="xs">
        <Button disabled={disabled} loading={removal.isPending} onClick={removal.ask}>
          Remove the sample
        </Button>
        <Button variant="default" onClick={() => setKept(true)}>
          Keep
        </Button>
      </Group>
      {removal.dialog}
      <Problem error={removal.error} />
    </Section>
  );
}

/** Whether the last job was the first import, and the sample is still there. */
export function isProposed({
  job,
  lastImport,
  importedCompanies: imported,
  sampleCompanies: sample,
}: Pick<WorkspaceStatus, 'job' | 'lastImport' | 'importedCompanies' | 'sampleCompanies'>): boolean {
  const isImport = job?.kind === 'import' && job.state === 'done' && !job.dryRun;
  return isImport && imported > 0 && sample > 0 && lastImport?.added === imported;
}
