import { Tooltip } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { commandOf, type CommandId } from '#shared/commands.ts';
import { Keys } from './Keys.tsx';
import classes from './KeyTip.module.css';

/** A tooltip that names a command and its key. `label` replaces the command's title. */
export function KeyTip({
  id,
  label,
  children,
}: {
  readonly id: CommandId;
  readonly label?: string;
  readonly children: ReactElement;
}): ReactNode {
  return (
    <Tooltip
      label={
        <span className={classes.tip}>
          {label ?? commandOf(id).title} <Keys id={id} />
        </span>
      }
    >
      {children}
    </Tooltip>
  );
}
