import { Button, Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WorkspaceJob } from '#shared/bridge/workspace.ts';
import { formatCount } from './numbers.ts';
import classes from './JobProgress.module.css';

/** Long work with its count, its rate and Cancel (product 10.7). It goes on when the user leaves the screen. */
export function JobProgress({
  job,
  onCancel,
}: {
  readonly job: WorkspaceJob;
  readonly onCancel: () => void;
}): ReactNode {
  const percent = job.total === null || job.total === 0 ? 0 : Math.min(100, (job.done / job.total) * 100);
  const total = job.total === null ? '' : ` / ${formatCount(job.total)}`;
  const rate = job.rate > 0 ? ` · ${formatCount(Math.round(job.rate))} a second` : '';
  return (
    <div className={classes.job}>
      <div className={classes.line}>
        <span>{job.label}</span>
        <span className={classes.figures}>
          {formatCount(job.done)}
          {total}
          {rate}
        </span>
      </div>
      <Progress
        value={job.total === null ? 100 : percent}
        animated={job.total === null}
        size="sm"
        aria-label={job.label}
      />
      <div className={classes.foot}>
        <Button variant="default" size="compact-xs" onClick={onCancel}>
          Cancel
        </Button>
        <span>This goes on while you look around.</span>
      </div>
    </div>
  );
}
