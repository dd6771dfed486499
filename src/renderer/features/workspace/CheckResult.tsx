import { useEffect, useRef, type ReactNode } from 'react';
import type { WorkspaceJob } from '#shared/bridge/workspace.ts';
import { useWorkspaceCommand } from '../../data/useWorkspaceCommands.ts';
import { JobProgress } from '../../ui/JobProgress.tsx';
import { JobResult } from './JobOutcome.tsx';
import classes from './Workspace.module.css';

/**
 * What a check of the chosen files counts, where its button is: above them it would be out of sight. `checked` is the id
 * of their check, undefined before it and once something else was chosen.
 */
export function CheckResult({
  job,
  checked,
}: {
  readonly job: WorkspaceJob | null;
  readonly checked: string | undefined;
}): ReactNode {
  const cancel = useWorkspaceCommand('workspace.cancel');
  const place = useRef<HTMLDivElement>(null);
  const check = job?.dryRun === true && (job.state === 'running' || job.id === checked) ? job : null;
  const shown = check === null ? '' : `${check.id} ${check.state}`;
  useEffect(() => {
    if (shown === '' || place.current === null) return;
    place.current.scrollIntoView({ block: 'nearest' });
    // The pressed button cannot be used while it counts, and lets go of the focus.
    if (document.activeElement === document.body) place.current.focus({ preventScroll: true });
  }, [shown]);
  return (
    <>
      {/* Only the end is said aloud, not each count on the way to it. */}
      <div ref={place} tabIndex={-1} aria-live="polite" className={check === null ? undefined : classes.check}>
        {check !== null && check.state !== 'running' && <JobResult key={check.id} job={check} />}
      </div>
      {check?.state === 'running' && <JobProgress job={check} onCancel={() => cancel.mutate(null)} />}
    </>
  );
}
