import type { ReactNode } from 'react';
import type { ExportJob } from '#shared/bridge/exports.ts';
import { assertNever } from '#shared/errors.ts';
import { call } from '../../bridge/bridge.ts';
import { useExports } from '../../data/bridgeValues.ts';
import { counted, formatCount } from '../../ui/numbers.ts';
import { showFailure } from '../../ui/toasts.tsx';
import { FileNote, whereItIs } from '../files/FileNote.tsx';

/** How an export stands: rows written while it runs, then where the file is or why there is none. */
export function ExportNote({ first }: { readonly first: ExportJob }): ReactNode {
  const job = useExports().find(({ id }) => id === first.id) ?? first;
  const cancel = (): void => {
    call('exports.cancel', { id: job.id }).catch((error: unknown) => showFailure('Not cancelled', error));
  };
  const percent = job.total === null ? null : job.total === 0 ? 100 : (job.rows / job.total) * 100;
  return <FileNote job={job} label="Export" text={textOf(job)} percent={percent} onCancel={cancel} />;
}

function textOf(job: ExportJob): string {
  switch (job.state) {
    case 'running':
      return `Exporting ${job.name}: ${formatCount(job.rows)}${job.total === null ? ' rows' : ` of ${formatCount(job.total)}`}${rateOf(job)}`;
    case 'done':
      return `Exported ${counted(job.rows, 'company', 'companies')} to ${job.file}${whereItIs(job)}.`;
    case 'failed':
      return `${job.name} was not exported. ${job.reason} No file was left behind.`;
    case 'cancelled':
      return `The export of ${job.name} was cancelled. No file was left behind.`;
    default:
      return assertNever(job.state);
  }
}

/** Rows a second since the beginning, once there is something to tell. */
function rateOf({ rows, startedAt }: ExportJob): string {
  const seconds = (Date.now() - Date.parse(startedAt)) / 1000;
  return rows === 0 || seconds < 0.5 ? '' : ` · ${formatCount(Math.round(rows / seconds))} a second`;
}
