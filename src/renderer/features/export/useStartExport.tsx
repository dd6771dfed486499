import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { ExportJob, ExportSource } from '#shared/bridge/exports.ts';
import { call, subscribe } from '../../app/bridge.ts';
import { usePreferences } from '../../data/bridgeValues.ts';
import { keys } from '../../data/keys.ts';
import { showFailure } from '../../ui/toasts.tsx';
import { ExportNote } from './ExportNote.tsx';

/** Starts an export. `name` is the suggested file name. */
export function useStartExport(): (source: ExportSource, name: string) => void {
  const { csvByteOrderMark } = usePreferences();
  const follow = useFollowExport();
  return (source, name) => {
    follow(
      call('exports.start', {
        source,
        name: name.slice(0, 200) || 'Companies',
        columns: [],
        bom: csvByteOrderMark,
      }),
    );
  };
}

/**
 * Shows the progress of an export that is being started until the user puts the note away. Where the shell downloads, the
 * finished file is fetched by itself. Nothing happens where the user has cancelled the dialog.
 */
export function useFollowExport(): (starting: Promise<ExportJob | null>) => void {
  const client = useQueryClient();
  return (starting) => {
    starting.then(
      (job) => {
        if (job === null) return undefined;
        notifications.show({ id: job.id, message: <ExportNote first={job} />, autoClose: false });
        // A small export may be done before the reply that it has begun.
        const known = client.getQueryData<ExportJob[]>(keys.exports)?.find(({ id }) => id === job.id) ?? job;
        downloadWhenDone(known);
        return undefined;
      },
      (error: unknown) => showFailure('Not exported', error),
    );
  };
}

/** Fetches the file once, also when the user has put the note away or left the screen. */
function downloadWhenDone(job: ExportJob): void {
  if (job.state !== 'running') {
    download(job);
    return;
  }
  const end = subscribe('exports.changed', (changed) => {
    if (changed.id !== job.id || changed.state === 'running') return;
    end();
    download(changed);
  });
}

function download({ state, downloadUrl, file }: ExportJob): void {
  if (state !== 'done' || downloadUrl === '') return;
  const link = document.createElement('a');
  link.href = downloadUrl;
  link.download = file;
  link.click();
}
