import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { WorkspaceJob, WorkspaceStatus } from '#shared/bridge/workspace.ts';
import { useSession, useWorkspace, useWorkspaceProblem } from '../../data/bridgeValues.ts';
import { useWorkspaceCommand } from '../../data/useApi.ts';
import { ErrorFace, JobProgress, LoadingFace } from '../../ui/Faces.tsx';
import { Screen, Section } from '../../ui/Screen.tsx';
import { counted, formatBytes, formatCount } from '../../ui/numbers.ts';
import { DuplicatesSection } from '../merge/DuplicatesSection.tsx';
import { CopiesSection } from './CopiesSection.tsx';
import { ImportSection } from './ImportSection.tsx';
import { JobOutcome } from './JobOutcome.tsx';
import { RefreshSection } from './RefreshSection.tsx';
import { SampleProposal, SampleSection } from './SampleSection.tsx';
import classes from './Workspace.module.css';
import { useFilePreviews } from './useFilePreviews.ts';

/** The administration of the local workspace. */
export function WorkspaceScreen(): ReactNode {
  const workspace = useWorkspace();
  const cancel = useWorkspaceCommand('workspace.cancel');
  const files = useFilePreviews();
  if (workspace === undefined) return <NotThereYet />;
  const { job, upkeep } = workspace;
  const running = job?.state === 'running' ? job : null;
  // A check of chosen files is shown beside their buttons; the counts of other files say nothing about them.
  const isTold = job?.dryRun === true && files.previews.length > 0;
  const busy = running !== null || workspace.readOnly !== '';
  return (
    <Screen
      title="Workspace"
      narrow
      intro={`${counted(workspace.companies, 'company', 'companies')} on this computer.`}
    >
      <Notices workspace={workspace} />
      {running !== null && !isTold && (
        <Section title="Running now">
          <JobProgress job={running} onCancel={() => cancel.mutate(null)} />
        </Section>
      )}
      {running === null && upkeep !== null && <Upkeep job={upkeep} onCancel={() => cancel.mutate(null)} />}
      <LastResult job={job} isShown={running === null && !isTold}>
        <SampleProposal key={`after ${job?.id ?? ''}`} workspace={workspace} disabled={busy} />
      </LastResult>
      <DuplicatesSection workspace={workspace} disabled={busy} />
      <ImportSection workspace={workspace} files={files} disabled={busy} />
      <RefreshSection workspace={workspace} disabled={busy} />
      <SampleSection workspace={workspace} disabled={busy} />
      <CopiesSection workspace={workspace} disabled={busy} />
      <StorageSection workspace={workspace} />
    </Screen>
  );
}

/**
 * How the last job ended. It comes into view when that happens: the buttons that started it may be a long way below.
 */
function LastResult({
  job,
  isShown,
  children,
}: {
  readonly job: WorkspaceJob | null;
  readonly isShown: boolean;
  /** What follows from it. */
  readonly children: ReactNode;
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const running = useRef('');
  const id = job?.id ?? '';
  const state = job?.state ?? 'done';
  useEffect(() => {
    if (state === 'running') running.current = id;
    else if (running.current === id && id !== '') {
      running.current = '';
      place.current?.scrollIntoView({ block: 'nearest' });
      if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
    }
  }, [id, state]);
  return (
    <div ref={place} tabIndex={-1} className={classes.result}>
      {job !== null && isShown && <JobOutcome key={job.id} job={job} />}
      {isShown && children}
    </div>
  );
}

function NotThereYet(): ReactNode {
  const problem = useWorkspaceProblem();
  return (
    <Screen title="Workspace" narrow>
      {problem === null ? (
        <LoadingFace label="Loading the workspace" />
      ) : (
        <ErrorFace
          title="The workspace does not answer."
          error={problem.error}
          safe="Your data is as it was."
          onRetry={problem.retry}
        />
      )}
    </Screen>
  );
}

/** What to know before doing anything here. */
function Notices({ workspace }: { readonly workspace: WorkspaceStatus }): ReactNode {
  const { place } = useSession();
  return (
    <>
      {place === 'server' && (
        <Alert mb="md" variant="light">
          You are signed in to a server. What you do here changes the local workspace, not the server.
        </Alert>
      )}
      {workspace.notices.map((notice) => (
        <Alert key={notice} mb="md" color="yellow" variant="light">
          {notice}
        </Alert>
      ))}
      {workspace.readOnly !== '' && (
        <Alert mb="md" color="yellow" variant="light" icon={<IconLock size={17} />} title="Nothing can be written">
          {workspace.readOnly} Search and lists still work.
        </Alert>
      )}
    </>
  );
}

/** What the workspace does on its own; nothing waits for it, so everything below stays enabled. */
function Upkeep({ job, onCancel }: { readonly job: WorkspaceJob; readonly onCancel: () => void }): ReactNode {
  if (job.state !== 'running') return <JobOutcome key={job.id} job={job} title="In the background" />;
  return (
    <Section title="In the background">
      <JobProgress job={job} onCancel={onCancel} />
    </Section>
  );
}

/** Where the workspace is and how large it is. */
export function StorageSection({ workspace }: { readonly workspace: WorkspaceStatus }): ReactNode {
  return (
    <Section title="Storage">
      <dl className={classes.facts}>
        <dt>Folder</dt>
        <dd className={classes.path}>{workspace.folder}</dd>
        <dt>Size</dt>
        <dd>{formatBytes(workspace.bytes)}</dd>
        <dt>Companies</dt>
        <dd>{companiesText(workspace)}</dd>
      </dl>
    </Section>
  );
}

function companiesText({ companies, sampleCompanies: sample, importedCompanies: imported }: WorkspaceStatus): string {
  const all = formatCount(companies);
  if (companies === 0) return 'None yet';
  if (companies === imported) return `${all}, all imported`;
  if (companies === sample) return `${all}, all of the sample`;
  return `${all} (${formatCount(sample)} sample, ${formatCount(imported)} imported)`;
}
