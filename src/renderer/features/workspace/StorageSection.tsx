import type { ReactNode } from 'react';
import type { WorkspaceStatus } from '#shared/bridge/workspace.ts';
import { Section } from '../../ui/Screen.tsx';
import { formatBytes, formatCount } from '../../ui/numbers.ts';
import classes from './Workspace.module.css';

/** Where the workspace lies and how large it is. */
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
  return `${all}, of them ${formatCount(sample)} of the sample and ${formatCount(imported)} imported`;
}
