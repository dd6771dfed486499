import { Button, Group, NumberInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { WorkspaceStatus } from '#shared/bridge/workspace.ts';
import { useWorkspaceCommand } from '../../data/useWorkspaceCommands.ts';
import { Section } from '../../ui/Screen.tsx';
import { counted } from '../../ui/numbers.ts';
import classes from './Workspace.module.css';

/** Sample data: made-up companies to look around with. */
export function SampleSection({
  workspace,
  disabled,
}: {
  readonly workspace: WorkspaceStatus;
  readonly disabled: boolean;
}): ReactNode {
  const [companies, setCompanies] = useState(50_000);
  const create = useWorkspaceCommand('workspace.createSample');
  const has = workspace.sampleCompanies > 0;
  return (
    <Section title="Sample data">
      <p className={classes.text}>
        {has
          ? `${counted(workspace.sampleCompanies, 'made-up company is', 'made-up companies are')} here.${workspace.importedCompanies === 0 ? ' The first import can remove them.' : ''}`
          : 'Made-up companies with founders, funding and texts, the same on every computer.'}
      </p>
      {!has && (
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
            Make the sample
          </Button>
        </Group>
      )}
      {create.isError && (
        <p className={classes.problem} role="alert">
          {create.error.message}
        </p>
      )}
    </Section>
  );
}
