import { Button, Progress } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useCallback, type ReactNode } from 'react';
import type { CallOutput } from '#shared/bridge/contract.ts';
import type { FileJob } from '#shared/bridge/fileJobs.ts';
import { call, subscribe } from '../../bridge/bridge.ts';
import { notificationTime, showFailure } from '../../ui/toasts.tsx';
import classes from './FileNote.module.css';

/** For each kind of file: the call that lists them, and the event that reports on one. */
const kinds = {
  exports: { list: 'exports.list', changed: 'exports.changed', failed: 'Not exported' },
  reports: { list: 'reports.list', changed: 'reports.changed', failed: 'Couldn’t save the report' },
} as const;
type Kind = keyof typeof kinds;
type JobOf<K extends Kind> = CallOutput<(typeof kinds)[K]['list']>[number];

/**
 * Shows `note` for a file being started, even on other screens, or the reason if it could not be started. After the end
 * the note stays for a notification's usual time; after a failure, until the user dismisses it. If the shell downloads
 * files, the finished one is fetched automatically, once. Nothing happens if the user cancelled the dialog. Resolves
 * once it has started, or will not start.
 */
export function useFollowFile<K extends Kind>(
  kind: K,
  note: (job: JobOf<K>) => ReactNode,
): (starting: Promise<JobOf<K> | null>) => Promise<void> {
  return useCallback(
    async (starting) => {
      try {
        const job = await starting;
        if (job === null) return;
        notifications.show({ id: job.id, message: note(job), autoClose: false });
        await whenEnded(kind, job.id, (ended) => {
          download(ended);
          if (ended.state === 'failed') return;
          notifications.update({ id: job.id, message: note(job), autoClose: notificationTime });
        });
      } catch (error) {
        showFailure(kinds[kind].failed, error);
      }
    },
    [kind, note],
  );
}

/** Calls `tell` once when a file has ended, even if the user has dismissed the note or left the screen. */
async function whenEnded(kind: Kind, id: string, tell: (job: FileJob) => void): Promise<void> {
  const { list, changed } = kinds[kind];
  let hasEnded = false;
  const look = (job: FileJob | undefined): void => {
    if (hasEnded || job === undefined || job.id !== id || job.state === 'running') return;
    hasEnded = true;
    end();
    tell(job);
  };
  const end = subscribe(changed, look);
  // A small file may be done before the reply that it has started.
  const jobs: readonly FileJob[] = await call(list, null);
  look(jobs.find((job) => job.id === id));
}

function download({ state, downloadUrl, file }: FileJob): void {
  if (state !== 'done' || downloadUrl === '') return;
  const link = document.createElement('a');
  link.href = downloadUrl;
  link.download = file;
  link.click();
}

/** A file in progress: the current step and Cancel while it runs, then where it is or why there is none. */
export function FileNote({
  job,
  label,
  text,
  percent,
  onCancel,
}: {
  readonly job: FileJob;
  /** What the progress bar is about, for screen readers. */
  readonly label: string;
  readonly text: string;
  /** Null while the total is unknown. */
  readonly percent: number | null;
  readonly onCancel: () => void;
}): ReactNode {
  return (
    <div className={classes.note}>
      <p className={classes.text} aria-live="polite">
        {text}
      </p>
      {job.state === 'running' && (
        <>
          <Progress value={percent ?? 100} animated={percent === null} size="sm" aria-label={label} />
          <div className={classes.actions}>
            <Button variant="default" size="compact-sm" onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

/** Where a finished file is, as the end of a sentence. */
export function whereItIs({ downloadUrl }: FileJob): string {
  return downloadUrl === '' ? '' : ' in the browser’s downloads';
}
