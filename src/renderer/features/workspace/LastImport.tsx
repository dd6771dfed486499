import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LastImport as LastImportInfo } from '#shared/bridge/workspace.ts';
import { useWorkspaceCommand } from '../../data/useWorkspaceCommands.ts';
import { formatCount, formatMoment } from '../../ui/numbers.ts';
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
  return (
    <div className={classes.lastImport}>
      <span>
        Last import {formatMoment(info.at)}: {formatCount(info.added)} new, {formatCount(info.changed)} earlier ones
        changed.
      </span>
      <Button variant="default" disabled={disabled} loading={undo.isPending} onClick={() => undo.mutate(null)}>
        Take it back
      </Button>
      {undo.isError && (
        <p className={classes.problem} role="alert">
          {undo.error.message} The companies are as they were.
        </p>
      )}
    </div>
  );
}
