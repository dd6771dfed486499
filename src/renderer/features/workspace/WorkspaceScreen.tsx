import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { WorkspaceJob, WorkspaceStatus } from '#shared/bridge/workspace.ts';
import { counted, formatBytes, formatCount } from '#shared/domain/formats.ts';
import { useHasWorkspace, useSession, useWorkspace, useWorkspaceProblem } from '../../data/bridgeValues.ts';
import { useWorkspaceCommand } from '../../data/useApi.ts';
import { EmptyFace, ErrorFace, JobProgress, LoadingFace } from '../../ui/Faces.tsx';
import { Screen, Section } from '../../ui/Screen.tsx';
import { KnownSection } from '../known/KnownSection.tsx';
import { DuplicatesSection } from '../merge/DuplicatesSection.tsx';
import { CopiesSection } from './CopiesSection.tsx';
import { ImportSection } from './ImportSection.tsx';
import { LastImport } from './LastImport.tsx';
import { JobOutcome } from './JobOutcome.tsx';
import { RefreshSection } from './RefreshSection.tsx';
import { SampleProposal, SampleSection } from './SampleSection.tsx';
import classes from './Workspace.module.css';
import { useFilePreviews } from './useFilePreviews.ts';

/** How often a server is asked what others do there, in milliseconds. */
const askEvery = 5000;

/** The administration of the local workspace, or of a server's for its staff. */
export function WorkspaceScreen(): ReactNode {
  const hasWorkspace = useHasWorkspace();
  const workspace = useWorkspace({ askEvery });
  if (!hasWorkspace) return <NotForThisUser />;
  return workspace === undefined ? <NotThereYet /> : <Workspace workspace={workspace} />;
}

function Workspace({ workspace }: { readonly workspace: WorkspaceStatus }): ReactNode {
  const { place, server } = useSession();
  const cancel = useWorkspaceCommand('workspace.cancel');
  const stop = (): void => cancel.mutate(null);
  const files = useFilePreviews();
  const { job, upkeep } = workspace;
  const running = job?.state === 'running' ? job : null;
  // A check of chosen files is shown beside their buttons; the counts of other files say nothing about them.
  const isTold = job?.dryRun === true && files.previews.length > 0;
  const busy = running !== null || workspace.readOnly !== '';
  const isLocal = place === 'local';
  return (
    <Screen title="Workspace" narrow intro={introOf(workspace, isLocal ? '' : server)}>
      <Notices workspace={workspace} />
      {running !== null && !isTold && (
        <Section title="Running now">
          <JobProgress job={running} onCancel={stop} />
        </Section>
      )}
      {running === null && <Upkeep job={upkeep} onCancel={stop} />}
      <LastResult job={job} isShown={running === null && !isTold}>
        {isLocal && <SampleProposal key={`after ${job?.id ?? ''}`} workspace={workspace} disabled={busy} />}
      </LastResult>
      <LastImport />
      <DuplicatesSection workspace={workspace} disabled={busy} />
      <ImportSection workspace={workspace} files={files} disabled={busy} />
      <KnownSection disabled={workspace.readOnly !== ''} onAdd={(file) => files.handOver([file])} isBusy={busy} />
      <RefreshSection workspace={workspace} disabled={busy} />
      {isLocal ? <OfThisComputer workspace={workspace} disabled={busy} /> : <ServerSection workspace={workspace} />}
    </Screen>
  );
}

function introOf({ companies }: WorkspaceStatus, server: string): string {
  const where = server === '' ? 'this computer' : new URL(server).host;
  return `${counted(companies, 'company', 'companies')} on ${where}.`;
}

/** What a server's own machine does, and this computer for the local workspace. */
function OfThisComputer(props: { readonly workspace: WorkspaceStatus; readonly disabled: boolean }): ReactNode {
  return (
    <>
      <SampleSection {...props} />
      <CopiesSection {...props} />
      <StorageSection workspace={props.workspace} />
    </>
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

function NotForThisUser(): ReactNode {
  return (
    <Screen title="Workspace" narrow>
      <EmptyFace
        icon={IconLock}
        title="Only staff can see the workspace of this server."
        text="Ask whoever runs the server to make your account a staff account."
      />
    </Screen>
  );
}

function NotThereYet(): ReactNode {
  const problem = useWorkspaceProblem();
  const { place } = useSession();
  return (
    <Screen title="Workspace" narrow>
      {problem === null ? (
        <LoadingFace label="Loading workspace" />
      ) : (
        <ErrorFace
          title={place === 'local' ? 'The workspace has stopped responding.' : 'Couldn’t load the server’s workspace.'}
          error={problem.error}
          safe="Your data is safe."
          onRetry={problem.retry}
        />
      )}
    </Screen>
  );
}

/** What to know before doing anything here. */
function Notices({ workspace }: { readonly workspace: WorkspaceStatus }): ReactNode {
  return (
    <>
      {workspace.notices.map((notice) => (
        <Alert key={notice} mb="md" color="yellow" variant="light">
          {notice}
        </Alert>
      ))}
      {workspace.readOnly !== '' && (
        <Alert mb="md" color="yellow" variant="light" icon={<IconLock size={17} />} title="This workspace is read-only">
          {workspace.readOnly} Search and lists still work.
        </Alert>
      )}
    </>
  );
}

/** What the workspace does on its own; nothing waits for it, so everything below stays enabled. */
function Upkeep({ job, onCancel }: { readonly job: WorkspaceJob | null; readonly onCancel: () => void }): ReactNode {
  if (job === null) return null;
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

/** What the server has, and what only its own machine can do. */
function ServerSection({ workspace }: { readonly workspace: WorkspaceStatus }): ReactNode {
  return (
    <Section title="Companies">
      <dl className={classes.facts}>
        <dt>All</dt>
        <dd>{companiesText(workspace)}</dd>
      </dl>
      <p className={classes.note}>
        What you import or undo here changes the companies of everyone on this server. Backups are made on the server.
      </p>
    </Section>
  );
}

function companiesText({ companies, sampleCompanies: sample, importedCompanies: imported }: WorkspaceStatus): string {
  const all = formatCount(companies);
  if (companies === 0) return 'None yet';
  if (companies === imported) return `${all}, all imported`;
  if (companies === sample) return `${all}, all sample`;
  return `${all} (${formatCount(sample)} sample, ${formatCount(imported)} imported)`;
}
