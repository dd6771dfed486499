import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { commandOf, type CommandId } from '#shared/commands.ts';
import { KeyTip } from '../../keyboard/KeyTip.tsx';
import { Keys } from '../../keyboard/Keys.tsx';
import classes from './ListToolbar.module.css';

/** A command as a button of the toolbar: its icon, its name and its key come with it. */
export function ToolButton({
  id,
  icon,
  label,
  pressed,
  disabled,
  onClick,
}: {
  readonly id: CommandId;
  readonly icon: ReactNode;
  readonly label?: string;
  readonly pressed?: boolean;
  /** Why it cannot be used; it stays visible and says so. */
  readonly disabled?: string;
  readonly onClick: () => void;
}): ReactNode {
  const isDisabled = disabled !== undefined && disabled !== '';
  return (
    <KeyTip id={id} {...(isDisabled ? { label: disabled } : label === undefined ? {} : { label })}>
      <ActionIcon
        size={30}
        className={classes.tool}
        aria-label={label ?? commandOf(id).title}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        {...(isDisabled ? { 'aria-disabled': true, 'data-disabled': true } : {})}
        onClick={() => {
          if (!isDisabled) onClick();
        }}
      >
        {icon}
      </ActionIcon>
    </KeyTip>
  );
}

/** A menu of commands that are used less often. */
export function MoreMenu({
  items,
}: {
  readonly items: readonly { id: CommandId; label?: string; icon?: ReactNode; run: () => void }[];
}): ReactNode {
  return (
    <Menu position="bottom-end" withinPortal>
      <Tooltip label="More actions">
        <Menu.Target>
          <ActionIcon size={30} className={classes.tool} aria-label="More actions">
            <IconDots size={17} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        {items.map(({ id, label, icon, run }) => (
          <Menu.Item key={`${id} ${label ?? ''}`} leftSection={icon} rightSection={<Keys id={id} />} onClick={run}>
            {label ?? commandOf(id).title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Name of the list, how many match, and what can be done with all of it. */
export function ListToolbar({
  title,
  result,
  children,
}: {
  readonly title: string;
  readonly result: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <header className={classes.bar}>
      <div className={classes.heading}>
        <h1 className={classes.title} title={title} dir="auto">
          {title}
        </h1>
        <p className={classes.result} aria-live="polite">
          {result}
        </p>
      </div>
      <div className={classes.tools} role="toolbar" aria-label="List">
        {children}
      </div>
    </header>
  );
}
