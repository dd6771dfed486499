import type { ReactNode } from 'react';
import type { ExportJob, ExportRequest, ExportSource } from '#shared/bridge/fileJobs.ts';
import type { SessionState } from '#shared/bridge/session.ts';
import { exportAddon } from '#shared/domain/account.ts';
import { presetNames } from '#shared/domain/handover.ts';
import { assertNever } from '#shared/errors.ts';
import { counted, formatCount } from '#shared/domain/formats.ts';
import { call } from '../../bridge/bridge.ts';
import { useExports, usePreferences } from '../../data/bridgeValues.ts';
import { showFailure } from '../../ui/toasts.tsx';
import { FileNote, whereItIs, useFollowFile } from '../files/useFollowFile.tsx';

/** What is special about a hand-over. */
type Handover = Required<Pick<ExportRequest, 'preset'>> & Pick<ExportRequest, 'sinceLast'>;

/**
 * Starts an export. `name` is the suggested file name; `columns` are keys of `exportColumns`, none means all. With
 * `handover` it is files for another product.
 */
export function useStartExport(): (
  source: ExportSource,
  name: string,
  columns: readonly string[],
  handover?: Handover,
) => void {
  const { csvByteOrderMark } = usePreferences();
  const follow = useFollowExport();
  return (source, name, columns, handover) => {
    follow(
      call('exports.start', {
        source,
        name: name.slice(0, 200) || 'Companies',
        columns: [...columns],
        bom: csvByteOrderMark,
        ...handover,
      }),
    );
  };
}

/** Shows the progress of an export being started until the user dismisses the note, and fetches its file. */
export function useFollowExport(): (starting: Promise<ExportJob | null>) => void {
  const follow = useFollowFile('exports', noteOf);
  return (starting) => void follow(starting);
}

/** Why the user cannot export, naming the missing add-on (product 6, 17.3); `''` if they can. */
export function whyNoExport({ user, config }: Pick<SessionState, 'user' | 'config'>): string {
  const addon = config?.addons['export'] ?? exportAddon;
  if (user?.addons.includes(addon) === true) return '';
  return `Export needs the “${addon}” add-on, which is not in your plan.`;
}

function noteOf(job: ExportJob): ReactNode {
  return <ExportNote first={job} />;
}

/** The state of an export: rows written while it runs, then where the file is or why there is none. */
function ExportNote({ first }: { readonly first: ExportJob }): ReactNode {
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
      return `Exporting ${job.name}: ${rowsOf(job)}${rateOf(job)}`;
    case 'done':
      if (job.handover !== undefined) return handedOverText(job, job.handover);
      return `Exported ${counted(job.rows, 'company', 'companies')} to ${job.file}${whereItIs(job)}.`;
    case 'failed':
      return `Couldn’t export ${job.name}. ${job.reason} No file was saved.`;
    case 'cancelled':
      return `Cancelled the export of ${job.name}. No file was saved.`;
    default:
      return assertNever(job.state);
  }
}

/** What there is in the files of a hand-over, and which are not written because nothing would be in them. */
function handedOverText(job: ExportJob, handover: NonNullable<ExportJob['handover']>): string {
  const { preset, companies, people, notes } = handover;
  const parts = [
    counted(companies, 'company', 'companies'),
    ...(people > 0 ? [counted(people, 'founder', 'founders')] : []),
    ...(notes > 0 ? [counted(notes, 'note', 'notes')] : []),
  ];
  const all = parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
  const none = [...(people === 0 ? ['founders'] : []), ...(notes === 0 ? ['notes'] : [])].join(' or ');
  const left = none === '' ? '' : ` There are no ${none}, so there is no file of them.`;
  return `Handed over ${all} for ${presetNames[preset]} in ${job.file}${whereItIs(job)}.${left}`;
}

function rowsOf({ rows, total }: ExportJob): string {
  return total === null ? `${formatCount(rows)} rows` : `${formatCount(rows)} of ${formatCount(total)}`;
}

/** Rows per second since the start, once there is enough to measure. */
function rateOf({ rows, startedAt }: ExportJob): string {
  const seconds = (Date.now() - Date.parse(startedAt)) / 1000;
  return rows === 0 || seconds < 0.5 ? '' : ` · ${formatCount(Math.round(rows / seconds))} a second`;
}
