import { Button, CloseButton } from '@mantine/core';
import { IconDatabase, IconFileImport, IconServer } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { WorkspaceStatus } from '#shared/bridge/workspace.ts';
import { useSetPreferences } from '../../data/bridgeValues.ts';
import { chooseFiles } from '../../data/routeState.ts';
import { useWorkspaceCommand } from '../../data/useWorkspaceCommands.ts';
import { JobProgress } from '../../ui/JobProgress.tsx';
import { counted } from '../../ui/numbers.ts';
import classes from './Dashboard.module.css';

/** Companies in the sample that is made at first start (product 17.11). */
const sampleSize = 50_000;

/** The first-run choices: explore the sample, import a file, connect to a server. */
export function FirstRun({ workspace }: { readonly workspace: WorkspaceStatus | undefined }): ReactNode {
  const setPreferences = useSetPreferences();
  const createSample = useWorkspaceCommand('workspace.createSample');
  const cancel = useWorkspaceCommand('workspace.cancel');
  const job = workspace?.job ?? null;
  const running = job?.state === 'running' ? job : null;
  const companies = workspace?.companies ?? 0;
  return (
    <section className={classes.firstRun} aria-label="Start">
      <div className={classes.firstRunHead}>
        <div>
          <h2 className={classes.firstRunTitle}>Start with something to look at</h2>
          <p className={classes.firstRunText}>You can change your mind later in Workspace and Settings.</p>
        </div>
        <CloseButton
          aria-label="Put these choices away"
          onClick={() => setPreferences.mutate({ firstRunDone: true })}
        />
      </div>
      <div className={classes.choices}>
        <Choice icon={<IconDatabase size={20} stroke={1.6} aria-hidden />} title="Explore the sample">
          {running === null ? (
            <>
              <p>
                {companies === 0
                  ? `${counted(sampleSize, 'made-up company', 'made-up companies')} with founders, funding and texts; some of them come with the weekly refreshes.`
                  : `${counted(companies, 'company', 'companies')} are here.`}
              </p>
              {companies === 0 ? (
                <Button loading={createSample.isPending} onClick={() => createSample.mutate({ companies: sampleSize })}>
                  Make the sample
                </Button>
              ) : (
                <Button component={Link} to="/list/search">
                  Search them
                </Button>
              )}
              {createSample.isError && <p role="alert">{createSample.error.message}</p>}
            </>
          ) : (
            <JobProgress job={running} onCancel={() => cancel.mutate(null)} />
          )}
        </Choice>
        <Choice icon={<IconFileImport size={20} stroke={1.6} aria-hidden />} title="Import a file">
          <p>CSV, TSV, XLSX, JSON or JSON Lines with your own companies. Columns are recognised; you see them first.</p>
          <Button component={Link} to="/workspace" state={chooseFiles} variant="default">
            Choose files
          </Button>
        </Choice>
        <Choice icon={<IconServer size={20} stroke={1.6} aria-hidden />} title="Connect to a server">
          <p>Work with your team on a Winnow server. The local workspace stays as it is.</p>
          <Button component={Link} to="/settings#connection" variant="default">
            Set the address
          </Button>
        </Choice>
      </div>
    </section>
  );
}

function Choice({
  icon,
  title,
  children,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={classes.choice}>
      <h3 className={classes.choiceTitle}>
        {icon}
        {title}
      </h3>
      {children}
    </div>
  );
}
