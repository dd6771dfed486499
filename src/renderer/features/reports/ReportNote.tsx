import { Button, Progress } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { reportSteps, type ReportJob } from '#shared/bridge/reports.ts';
import { assertNever } from '#shared/errors.ts';
import { call, subscribe } from '../../app/bridge.ts';
import { counted } from '../../ui/numbers.ts';
import { showFailure } from '../../ui/toasts.tsx';
import classes from './ReportNote.module.css';

/** How a report on its way to a file stands: its step and Cancel while it runs, then where it is or why it is nowhere. */
export function ReportNote({ first }: { readonly first: ReportJob }): ReactNode {
  const [job, setJob] = useState(first);
  useEffect(
    () =>
      subscribe('reports.changed', (changed) => {
        if (changed.id === first.id) setJob(changed);
      }),
    [first.id],
  );
  const cancel = (): void => {
    call('reports.cancel', { id: job.id }).then(setJob, (error: unknown) => showFailure('Not cancelled', error));
  };
  return (
    <div className={classes.note}>
      <p className={classes.text} aria-live="polite">
        {textOf(job)}
      </p>
      {job.state === 'running' && (
        <>
          <Progress
            value={((reportSteps.indexOf(job.step) + 0.5) / reportSteps.length) * 100}
            animated
            size="sm"
            aria-label="Report"
          />
          <div className={classes.actions}>
            <Button variant="default" size="compact-sm" onClick={cancel}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

const stepTexts = { drawing: 'drawing its charts', printing: 'printing', saving: 'saving the file' } as const;

function textOf(job: ReportJob): string {
  switch (job.state) {
    case 'running':
      return `${job.title}: ${stepTexts[job.step]}, step ${reportSteps.indexOf(job.step) + 1} of ${reportSteps.length}`;
    case 'done': {
      const pages = job.pages === 0 ? '' : ` (${counted(job.pages, 'page', 'pages')})`;
      return `Saved ${job.file}${pages}${job.downloadUrl === '' ? '' : ' in the browser’s downloads'}.`;
    }
    case 'failed':
      return `${job.title} was not saved. ${job.reason} No file was left behind.`;
    case 'cancelled':
      return `${job.title} was cancelled. No file was left behind.`;
    default:
      return assertNever(job.state);
  }
}
