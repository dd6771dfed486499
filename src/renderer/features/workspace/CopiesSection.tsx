import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { WorkspaceCopy, WorkspaceStatus } from '#shared/bridge/workspace.ts';
import { counted, formatBytes, formatMoment } from '#shared/domain/formats.ts';
import { useWorkspaceCommand } from '../../data/useApi.ts';
import { Section } from '../../ui/Screen.tsx';
import { useConfirm, type Question } from '../../ui/Dialog.tsx';
import review from '../../ui/Review.module.css';
import classes from './Workspace.module.css';

/** Copies of the whole workspace: making, restoring and deleting them (product 15.5). */
export function CopiesSection({
  workspace,
  disabled,
}: {
  readonly workspace: WorkspaceStatus;
  readonly disabled: boolean;
}): ReactNode {
  const backUp = useWorkspaceCommand('workspace.backUp');
  const restore = useWorkspaceCommand('workspace.restore');
  const remove = useWorkspaceCommand('workspace.removeCopy');
  const { dialog, confirm } = useConfirm();
  const { copies } = workspace;
  const askToRestore = (copy: WorkspaceCopy): void =>
    confirm({ ...questionToRestore(copy), run: () => restore.mutate({ name: copy.name }) });
  const askToDelete = (copy: WorkspaceCopy): void =>
    confirm({ ...questionToDelete(copy), run: () => remove.mutate({ name: copy.name }) });
  const failed = backUp.error ?? restore.error ?? remove.error;
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
        A backup holds all companies, lists, decisions and collections. Stored in the workspace’s “backups” folder. Keep
        a copy on another disk.
      </p>
      {copies.length === 0 ? (
        <p className={classes.hint}>No backups yet.</p>
      ) : (
        <ul className={classes.copies} aria-label="Backups">
          {copies.map((copy) => (
            <CopyRow
              key={copy.name}
              copy={copy}
              disabled={disabled}
              onRestore={() => askToRestore(copy)}
              onDelete={() => askToDelete(copy)}
            />
          ))}
        </ul>
      )}
      {failed !== null && (
        <p className={review.problem} role="alert">
          {failed.message} Nothing was changed.
        </p>
      )}
      {dialog}
    </Section>
  );
}

function CopyRow({
  copy,
  disabled,
  onRestore,
  onDelete,
}: {
  readonly copy: WorkspaceCopy;
  readonly disabled: boolean;
  readonly onRestore: () => void;
  readonly onDelete: () => void;
}): ReactNode {
  return (
    <li>
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
        onClick={onRestore}
      >
        Restore
      </Button>
      <ActionIcon
        size={24}
        variant="subtle"
        color="gray"
        disabled={disabled}
        aria-label={`Delete ${copy.name}`}
        onClick={onDelete}
      >
        <IconTrash size={15} stroke={1.6} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function questionToRestore({ at, companies }: WorkspaceCopy): Omit<Question, 'run'> {
  return {
    title: `Restore the backup from ${formatMoment(at)}?`,
    consequences:
      `The backup is checked first. Then its ${counted(companies, 'company', 'companies')}, lists and decisions ` +
      'replace the current workspace, which is backed up first.',
    action: 'Restore',
  };
}

function questionToDelete({ at, bytes }: WorkspaceCopy): Omit<Question, 'run'> {
  return {
    title: `Delete the backup from ${formatMoment(at)}?`,
    consequences: `This frees ${formatBytes(bytes)}. Your workspace is not affected. This can’t be undone.`,
    action: 'Delete',
    isDestructive: true,
  };
}
