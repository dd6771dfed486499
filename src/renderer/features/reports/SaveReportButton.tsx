import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { reportSteps, type ReportJob } from '#shared/bridge/fileJobs.ts';
import { assertNever } from '#shared/errors.ts';
import type { ReportSubject } from '#shared/report/reportData.ts';
import { counted } from '#shared/domain/formats.ts';
import { call } from '../../bridge/bridge.ts';
import { useSavedReports } from '../../data/bridgeValues.ts';
import { showFailure } from '../../ui/toasts.tsx';
import { FileNote, whereItIs, useFollowFile } from '../files/useFollowFile.tsx';

/** Saves a report as PDF. Its progress stays in sight, even on other screens, until the user dismisses it. */
export function SaveReportButton({
  subject,
  variant = 'filled',
}: {
  readonly subject: ReportSubject;
  readonly variant?: 'filled' | 'default';
}): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const follow = useFollowFile('reports', noteOf);
  const save = (): void => {
    setAsking(true);
    void follow(call('reports.save', { subject })).then(() => setAsking(false));
  };
  return (
    <Button variant={variant} loading={isAsking} leftSection={<IconFileTypePdf size={16} aria-hidden />} onClick={save}>
      Save as PDF
    </Button>
  );
}

function noteOf(job: ReportJob): ReactNode {
  return <ReportNote first={job} />;
}

/** The state of a report: its step while it runs, then where the file is or why there is none. */
export function ReportNote({ first }: { readonly first: ReportJob }): ReactNode {
  const job = useSavedReports().find(({ id }) => id === first.id) ?? first;
  const cancel = (): void => {
    call('reports.cancel', { id: job.id }).catch((error: unknown) => showFailure('Not cancelled', error));
  };
  const percent = ((reportSteps.indexOf(job.step) + 0.5) / reportSteps.length) * 100;
  return <FileNote job={job} label="Report" text={textOf(job)} percent={percent} onCancel={cancel} />;
}

const stepTexts = { drawing: 'drawing charts', printing: 'printing', saving: 'saving' } as const;

function textOf(job: ReportJob): string {
  switch (job.state) {
    case 'running':
      return `${job.title}: ${stepTexts[job.step]}, step ${reportSteps.indexOf(job.step) + 1} of ${reportSteps.length}`;
    case 'done': {
      const pages = job.pages === 0 ? '' : ` (${counted(job.pages, 'page', 'pages')})`;
      return `Saved ${job.file}${pages}${whereItIs(job)}.`;
    }
    case 'failed':
      return `Couldn’t save ${job.title}. ${job.reason} No file was saved.`;
    case 'cancelled':
      return `Cancelled ${job.title}. No file was saved.`;
    default:
      return assertNever(job.state);
  }
}
