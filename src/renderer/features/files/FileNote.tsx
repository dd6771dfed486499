import { Button, Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FileJob } from '#shared/bridge/fileJobs.ts';
import classes from './FileNote.module.css';

/** How a file on its way stands: what is being done and Cancel while it runs, then where it is or why it is nowhere. */
export function FileNote({
  job,
  label,
  text,
  percent,
  onCancel,
}: {
  readonly job: FileJob;
  /** What the progress is of, for those who do not see it. */
  readonly label: string;
  readonly text: string;
  /** Null while it is not known how much there is to do. */
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
