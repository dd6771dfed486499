import { Button, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { everyColumnKey } from '#shared/domain/exportColumns.ts';
import type { ExportHistoryRecord } from '#shared/api/schemas.ts';
import type { ExportJob } from '#shared/bridge/fileJobs.ts';
import { presetNames, type HandoverPreset } from '#shared/domain/handover.ts';
import { AppError, assertNever } from '#shared/errors.ts';
import { counted, formatCount, formatMoment } from '#shared/domain/formats.ts';
import { call } from '../../bridge/bridge.ts';
import { useExports } from '../../data/bridgeValues.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { EmptyFace, ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
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

/** One export: as the user's history has it, as this computer made it, or both. */
interface Line {
  readonly id: string;
  readonly at: string;
  readonly what: string;
  readonly rows: number;
  readonly columns: string;
  readonly job: ExportJob | undefined;
}

function Content({ onClose }: { readonly onClose: () => void }): ReactNode {
  const jobs = useExports();
  const { data, isPending, error, refetch } = useApiQuery('listExports', {}, { refetchOnMount: 'always' });
  useCommands({ 'app.exports': onClose }, { layer: 'dialog' });
  const lines = linesOf(data?.results ?? [], jobs);
  // A server from before there was a history has none; what this computer made is there.
  const failed = data === undefined && error !== null && AppError.from(error).code !== 'not_found';
  if (lines.length === 0) {
    if (isPending) return <LoadingFace lines={3} label="Loading exports" />;
    if (failed) {
      const safe = 'Files that you exported are where you saved them.';
      return <ErrorFace title="Couldn’t load the exports." error={error} safe={safe} onRetry={() => void refetch()} />;
    }
    const text = 'Export a list, a collection, a search or a selection to find it here.';
    return <EmptyFace title="No exports yet" text={text} />;
  }
  return (
    <>
      {failed && (
        <p className={classes.problem} role="alert">
          These are only the exports of this computer. Couldn’t load the others: {AppError.from(error).message}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      )}
      <Lines lines={lines} />
    </>
  );
}

function Lines({ lines }: { readonly lines: readonly Line[] }): ReactNode {
  const follow = useFollowExport();
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
        {lines.map(({ id, at, what, rows, columns, job }) => (
          <Table.Tr key={id}>
            <Table.Td className={classes.fixed}>{formatMoment(at)}</Table.Td>
            <Table.Td className={classes.what}>{what}</Table.Td>
            <Table.Td className={classes.number}>{formatCount(rows)}</Table.Td>
            <Table.Td className={classes.fixed}>{columns}</Table.Td>
            <Table.Td className={classes.where}>{job !== undefined && whereOf(job)}</Table.Td>
            <Table.Td>
              {job !== undefined && (
                <Button
                  variant="default"
                  size="compact-sm"
                  disabled={!job.repeatable || job.state === 'running'}
                  aria-label={`Repeat export: ${what}`}
                  onClick={() => follow(call('exports.repeat', { id: job.id }))}
                >
                  Repeat
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The history, and what this computer has made that is not in it: what runs, failed, or was before there was one. */
function linesOf(history: ExportHistoryRecord['results'], jobs: readonly ExportJob[]): readonly Line[] {
  const kept = new Set(history.map(({ id }) => id));
  const lines = history.map(({ id, at, what, rows, columns, preset }): Line => {
    const job = jobs.find((each) => each.id === id);
    return {
      id,
      at,
      what,
      rows,
      columns: columnsText(columns.includes(everyColumnKey) ? 0 : columns.length, preset),
      job,
    };
  });
  const others = jobs.filter(({ id }) => !kept.has(id));
  const ofJobs = others.map((job): Line => {
    const { id, startedAt: at, name: what, rows, columns, handover } = job;
    return { id, at, what, rows, columns: columnsText(columns, handover?.preset ?? ''), job };
  });
  return [...lines, ...ofJobs].toSorted((a, b) => b.at.localeCompare(a.at));
}

function columnsText(count: number, preset: HandoverPreset | ''): string {
  if (preset !== '') return `For ${presetNames[preset]}`;
  return count === 0 ? 'All' : formatCount(count);
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
