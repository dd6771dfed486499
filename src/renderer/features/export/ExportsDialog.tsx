import { Button, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { ExportJob } from '#shared/bridge/fileJobs.ts';
import { assertNever } from '#shared/errors.ts';
import { counted, formatCount, formatMoment } from '#shared/domain/formats.ts';
import { call } from '../../bridge/bridge.ts';
import { useExports } from '../../data/bridgeValues.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { EmptyFace } from '../../ui/Faces.tsx';
import { showFailure } from '../../ui/toasts.tsx';
import classes from './ExportsDialog.module.css';
import { useFollowExport } from './useStartExport.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

/** Earlier exports of this account, the newest first, each of which can be repeated. Opened by a command. */
export function ExportsDialog(): ReactNode {
  const [opened, { open, close }] = useDisclosure(false);
  useCommands({ 'app.exports': open }, { layer: 'frame' });
  if (!opened) return null;
  return (
    <Dialog onClose={close} title="Exports" size="58rem">
      <Content onClose={close} />
    </Dialog>
  );
}

function Content({ onClose }: { readonly onClose: () => void }): ReactNode {
  const exports = useExports().toSorted((a, b) => b.startedAt.localeCompare(a.startedAt));
  const follow = useFollowExport();
  useCommands({ 'app.exports': onClose }, { layer: 'dialog' });
  if (exports.length === 0) {
    const text = 'Export a list, a collection, a search or a selection to find it here.';
    return <EmptyFace title="No exports yet" text={text} />;
  }
  return (
    <Table stickyHeader verticalSpacing={6} className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>When</Table.Th>
          <Table.Th>What</Table.Th>
          <Table.Th className={classes.number}>Rows</Table.Th>
          <Table.Th>Columns</Table.Th>
          <Table.Th>Where</Table.Th>
          <Table.Th aria-label="Actions" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {exports.map((job) => (
          <Table.Tr key={job.id}>
            <Table.Td className={classes.fixed}>{formatMoment(job.startedAt)}</Table.Td>
            <Table.Td>{job.name}</Table.Td>
            <Table.Td className={classes.number}>{formatCount(job.rows)}</Table.Td>
            <Table.Td className={classes.fixed}>{job.columns === 0 ? 'All' : formatCount(job.columns)}</Table.Td>
            <Table.Td className={classes.where}>{whereOf(job)}</Table.Td>
            <Table.Td>
              <Button
                variant="default"
                size="compact-sm"
                disabled={!job.repeatable || job.state === 'running'}
                aria-label={`Repeat export: ${job.name}`}
                onClick={() => follow(call('exports.repeat', { id: job.id }))}
              >
                Repeat
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function whereOf(job: ExportJob): ReactNode {
  switch (job.state) {
    case 'running':
      return (
        <>
          {job.file}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => cancel(job.id)}>
            Cancel
          </Button>
        </>
      );
    case 'done':
      return `${job.file}${job.folder === '' ? ' in the browser’s downloads' : ` in ${job.folder}`}`;
    case 'failed':
      return `Export failed. ${job.reason}`;
    case 'cancelled':
      return `Cancelled after ${counted(job.rows, 'row', 'rows')}.`;
    default:
      return assertNever(job.state);
  }
}

function cancel(id: string): void {
  call('exports.cancel', { id }).catch((error: unknown) => showFailure('Not cancelled', error));
}
