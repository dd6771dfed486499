import { ActionIcon, Button, Group, Modal } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { WorkspaceCopy, WorkspaceStatus } from '#shared/bridge/workspace.ts';
import { useWorkspaceCommand } from '../../data/useWorkspaceCommands.ts';
import { Section } from '../../ui/Screen.tsx';
import { counted, formatBytes, formatMoment } from '../../ui/numbers.ts';
import classes from './Workspace.module.css';

/** Copies of the whole workspace: making one, going back to one, deleting one (UX `Workspace`). */
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
  const [asked, setAsked] = useState<{ readonly to: 'restore' | 'delete'; readonly copy: WorkspaceCopy } | null>(null);
  const { copies } = workspace;
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
                onClick={() => setAsked({ to: 'restore', copy })}
              >
                Restore
              </Button>
              <ActionIcon
                size={24}
                variant="subtle"
                color="gray"
                disabled={disabled}
                aria-label={`Delete ${copy.name}`}
                onClick={() => setAsked({ to: 'delete', copy })}
              >
                <IconTrash size={15} stroke={1.6} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {failed !== null && (
        <p className={classes.problem} role="alert">
          {failed.message} The workspace is as it was.
        </p>
      )}
      {asked?.to === 'restore' && (
        <Asked
          title={`Restore the backup of ${formatMoment(asked.copy.at)}?`}
          action="Restore"
          onDo={() => restore.mutate({ name: asked.copy.name })}
          onClose={() => setAsked(null)}
        >
          The backup is checked first. Then its {counted(asked.copy.companies, 'company', 'companies')}, lists and
          decisions take the place of what is here now. What is here now is kept as one more backup.
        </Asked>
      )}
      {asked?.to === 'delete' && (
        <Asked
          title={`Delete the backup of ${formatMoment(asked.copy.at)}?`}
          action="Delete"
          color="red"
          onDo={() => remove.mutate({ name: asked.copy.name })}
          onClose={() => setAsked(null)}
        >
          Its {formatBytes(asked.copy.bytes)} are taken off the disk. This cannot be undone. The workspace itself stays
          as it is.
        </Asked>
      )}
    </Section>
  );
}

/** A question before something that cannot be taken back. */
function Asked({
  title,
  action,
  color,
  onDo,
  onClose,
  children,
}: {
  readonly title: string;
  readonly action: string;
  readonly color?: string;
  readonly onDo: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Modal opened onClose={onClose} title={title}>
      <p className={classes.text}>{children}</p>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          {...(color === undefined ? {} : { color })}
          onClick={() => {
            onDo();
            onClose();
          }}
        >
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
