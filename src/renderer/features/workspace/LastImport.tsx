import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LastImport as LastImportInfo } from '#shared/bridge/workspace.ts';
import { useWorkspaceCommand } from '../../data/useWorkspaceCommands.ts';
import { counted, formatCount, formatMoment } from '../../ui/numbers.ts';
import { useConfirm } from '../../ui/useConfirm.tsx';
import classes from './Workspace.module.css';

/** The newest import, which can be taken back: added companies go, changed ones are as before. */
export function LastImport({
  info,
  disabled,
}: {
  readonly info: LastImportInfo;
  readonly disabled: boolean;
}): ReactNode {
  const undo = useWorkspaceCommand('workspace.undoImport');
  const { dialog, confirm } = useConfirm();
  const ask = (): void =>
    confirm({
      title: `Take the import of ${formatMoment(info.at)} back?`,
      consequences: consequencesOf(info),
      action: 'Take it back',
      isDestructive: true,
      run: () => undo.mutate(null),
    });
  return (
    <div className={classes.lastImport}>
      <span>
        Last import {formatMoment(info.at)}: {formatCount(info.added)} new, {formatCount(info.changed)} earlier ones
        changed.
      </span>
      <Button variant="default" disabled={disabled} loading={undo.isPending} onClick={ask}>
        Take it back
      </Button>
      {dialog}
      {undo.isError && (
        <p className={classes.problem} role="alert">
          {undo.error.message} The companies are as they were.
        </p>
      )}
    </div>
  );
}

function consequencesOf({ added, changed }: LastImportInfo): string {
  const gone =
    added === 0
      ? ''
      : `Its ${counted(added, 'company goes', 'companies go')}, with all decisions about them and their places in collections. `;
  const back = changed === 0 ? '' : `${counted(changed, 'company', 'companies')} that it changed will be as before. `;
  return `${gone}${back}This cannot be undone.`;
}
