import { Button, Group, Modal } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { WorkspaceCopy, WorkspaceStatus } from '#shared/bridge/workspace.ts';
import { useWorkspaceCommand } from '../../data/useWorkspaceCommands.ts';
import { Section } from '../../ui/Screen.tsx';
import { counted, formatBytes, formatMoment } from '../../ui/numbers.ts';
import classes from './Workspace.module.css';

/** Copies of the whole workspace: making one, and going back to one (UX `Workspace`). */
export function CopiesSection({
  workspace,
  disabled,
}: {
  readonly workspace: WorkspaceStatus;
  readonly disabled: boolean;
}): ReactNode {
  const backUp = useWorkspaceCommand('workspace.backUp');
  const restore = useWorkspaceCommand('workspace.restore');
  const [asked, setAsked] = useState<WorkspaceCopy | null>(null);
  const { copies } = workspace;
  const failed = backUp.error ?? restore.error;
  return (
    <Section
      title="Backup and restore"
      aside={
        <Button variant="default" disabled={disabled} loading={backUp.isPending} onClick={() => backUp.mutate(null)}>
          Back up now
        </Button>
      }
    >
      <p className={classes.text}>
        A backup holds all companies, lists, decisions and collections. It lies in the folder “backups” of the
        workspace; keep a copy of that folder on another disk.
      </p>
      {copies.length === 0 ? (
        <p className={classes.hint}>There is no backup yet.</p>
      ) : (
        <ul className={classes.copies} aria-label="Backups">
          {copies.map((copy) => (
            <li key={copy.name}>
              <span>
                {formatMoment(copy.at)}
                {copy.kind === 'aside' && ' · before a restore'}
              </span>
              <span className={classes.hint}>
                {counted(copy.companies, 'company', 'companies')} · {formatBytes(copy.bytes)}
              </span>
              <Button
                variant="default"
                size="compact-xs"
                disabled={disabled}
                aria-label={`Restore ${copy.name}`}
                onClick={() => setAsked(copy)}
              >
                Restore
              </Button>
            </li>
          ))}
        </ul>
      )}
      {failed !== null && (
        <p className={classes.problem} role="alert">
          {failed.message} The workspace is as it was.
        </p>
      )}
      {asked !== null && (
        <Modal opened onClose={() => setAsked(null)} title={`Restore the backup of ${formatMoment(asked.at)}?`}>
          <p className={classes.text}>
            The backup is checked first. Then its {counted(asked.companies, 'company', 'companies')}, lists and
            decisions take the place of what is here now. What is here now is kept as one more backup.
          </p>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setAsked(null)} data-autofocus>
              Cancel
            </Button>
            <Button
              onClick={() => {
                restore.mutate({ name: asked.name });
                setAsked(null);
              }}
            >
              Restore
            </Button>
          </Group>
        </Modal>
      )}
    </Section>
  );
}
