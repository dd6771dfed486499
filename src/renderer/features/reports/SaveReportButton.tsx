import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { ReportJob } from '#shared/bridge/reports.ts';
import type { ReportSubject } from '#shared/report/subject.ts';
import { call, subscribe } from '../../app/bridge.ts';
import { showFailure } from '../../ui/toasts.tsx';
import { ReportNote } from './ReportNote.tsx';

/** Saves a report as PDF. Its progress stays in sight until the user puts it away, also on other screens. */
export function SaveReportButton({
  subject,
  variant = 'filled',
}: {
  readonly subject: ReportSubject;
  readonly variant?: 'filled' | 'default';
}): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const save = (): void => {
    setAsking(true);
    saveReport(subject)
      .catch((error: unknown) => showFailure('The report was not saved', error))
      .finally(() => setAsking(false));
  };
  return (
    <Button
      variant={variant}
      size="compact-md"
      loading={isAsking}
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      onClick={save}
    >
      Save as PDF
    </Button>
  );
}

/** Starts and shows it; where the shell downloads, the finished file is fetched by itself. */
async function saveReport(subject: ReportSubject): Promise<void> {
  // A short report may be done before the reply that it has begun.
  const latest = new Map<string, ReportJob>();
  let id = '';
  const end = subscribe('reports.changed', (job) => {
    latest.set(job.id, job);
    if (job.id === id) finish(job);
  });
  const finish = (job: ReportJob): void => {
    if (job.state === 'running') return;
    end();
    download(job);
  };
  try {
    const begun = await call('reports.save', { subject });
    if (begun === null) {
      end();
      return;
    }
    ({ id } = begun);
    const job = latest.get(id) ?? begun;
    notifications.show({ id, message: <ReportNote first={job} />, autoClose: false });
    finish(job);
  } catch (error) {
    end();
    throw error;
  }
}

function download({ state, downloadUrl, file }: ReportJob): void {
  if (state !== 'done' || downloadUrl === '') return;
  const link = document.createElement('a');
  link.href = downloadUrl;
  link.download = file;
  link.click();
}
