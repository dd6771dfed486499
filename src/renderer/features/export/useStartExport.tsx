import type { ReactNode } from 'react';
import type { ExportJob, ExportSource } from '#shared/bridge/exports.ts';
import { call } from '../../bridge/bridge.ts';
import { usePreferences } from '../../data/bridgeValues.ts';
import { useFollowFile } from '../files/useFollowFile.tsx';
import { ExportNote } from './ExportNote.tsx';

/** Starts an export. `name` is the suggested file name; `columns` are keys of `exportColumns`, none means all. */
export function useStartExport(): (source: ExportSource, name: string, columns: readonly string[]) => void {
  const { csvByteOrderMark } = usePreferences();
  const follow = useFollowExport();
  return (source, name, columns) => {
    follow(
      call('exports.start', {
        source,
        name: name.slice(0, 200) || 'Companies',
        columns: [...columns],
        bom: csvByteOrderMark,
      }),
    );
  };
}

/** Shows the progress of an export that is being started until the user puts the note away, and fetches its file. */
export function useFollowExport(): (starting: Promise<ExportJob | null>) => void {
  const follow = useFollowFile('exports', noteOf);
  return (starting) => void follow(starting);
}

function noteOf(job: ExportJob): ReactNode {
  return <ExportNote first={job} />;
}
