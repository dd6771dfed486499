import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { ReportJob } from '#shared/bridge/reports.ts';
import type { ReportSubject } from '#shared/report/subject.ts';
import { call } from '../../bridge/bridge.ts';
import { useFollowFile } from '../files/useFollowFile.tsx';
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
