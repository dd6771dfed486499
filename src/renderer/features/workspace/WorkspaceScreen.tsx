import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSession, useWorkspace, useWorkspaceProblem } from '../../data/bridgeValues.ts';
import { useWorkspaceCommand } from '../../data/useWorkspaceCommands.ts';
import { ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import { JobProgress } from '../../ui/JobProgress.tsx';
import { counted } from '../../ui/numbers.ts';
import { Screen, Section } from '../../ui/Screen.tsx';
import { CopiesSection } from './CopiesSection.tsx';
import { ImportSection } from './ImportSection.tsx';
import { JobOutcome } from './JobOutcome.tsx';
import { RefreshSection } from './RefreshSection.tsx';
import { SampleSection } from './SampleSection.tsx';
import { StorageSection } from './StorageSection.tsx';
import { useFilePreviews } from './useFilePreviews.ts';

/** The local workspace's own administration. */
export function WorkspaceScreen(): ReactNode {
  const workspace = useWorkspace();
  const problem = useWorkspaceProblem();
  const { place } = useSession();
  const cancel = useWorkspaceCommand('workspace.cancel');
  const files = useFilePreviews();
  if (workspace === undefined) {
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
  const { job } = workspace;
  const running = job?.state === 'running' ? job : null;
  // A check of chosen files is told beside their buttons; the counts of others say nothing about them.
  const isTold = job?.dryRun === true && files.previews.length > 0;
  const busy = running !== null || workspace.readOnly !== '';
  return (
    <Screen
      title="Workspace"
      narrow
      intro={`${counted(workspace.companies, 'company', 'companies')} on this computer.`}
    >
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
      {running !== null && !isTold && (
        <Section title="Running now">
          <JobProgress job={running} onCancel={() => cancel.mutate(null)} />
        </Section>
      )}
      {job !== null && running === null && !isTold && <JobOutcome key={job.id} job={job} />}
      <ImportSection workspace={workspace} files={files} disabled={busy} />
      <RefreshSection workspace={workspace} disabled={busy} />
      <SampleSection workspace={workspace} disabled={busy} />
      <CopiesSection workspace={workspace} disabled={busy} />
      <StorageSection workspace={workspace} />
    </Screen>
  );
}
