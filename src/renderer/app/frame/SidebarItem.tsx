import { Tooltip, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import { NavLink, useMatch } from 'react-router-dom';
import { Keys } from '../../keyboard/Keys.tsx';
import type { CommandId } from '#shared/commands.ts';
import { formatCount } from '../../ui/numbers.ts';
import classes from './Sidebar.module.css';

/** One place in the sidebar. Collapsed it is an icon, with its name and key in the tooltip. */
export function SidebarItem({
  to,
  icon: Icon,
  label,
  command,
  hint = '',
  count = 0,
  countLabel = '',
  collapsed,
}: {
  readonly to: string;
  readonly icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>;
  readonly label: string;
  readonly command?: CommandId;
  /** What the place is for, in the tooltip. */
  readonly hint?: string;
  readonly count?: number;
  readonly countLabel?: string;
  readonly collapsed: boolean;
}): ReactNode {
  const link = useRef<HTMLAnchorElement>(null);
  const isHere = useMatch({ path: to, end: to === '/' }) !== null;
  // With many lists the one that a key, a notification or the palette has opened may be out of sight.
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  const hasTip = collapsed || command !== undefined || hint !== '';
  return (
    <Tooltip
      position="right"
      // Beside a name it only adds the key and lies over the screen: it waits longer there.
      openDelay={collapsed ? 250 : 900}
      disabled={!hasTip}
      label={
        <span className={classes.tip}>
          <span>
            {label}
            {count > 0 && collapsed && ` · ${countLabel}`}
            {hint !== '' && <span className={classes.hint}>{hint}</span>}
          </span>
          {command !== undefined && <Keys id={command} />}
        </span>
      }
    >
      <NavLink
        ref={link}
        to={to}
        end={to === '/'}
        className={classes.item ?? ''}
        {...(collapsed ? { 'aria-label': count > 0 ? `${label}, ${countLabel}` : label } : {})}
      >
        <Icon size={17} stroke={1.6} aria-hidden />
        {!collapsed && (
          <span className={classes.label} dir="auto" title={hasTip ? undefined : label}>
            {label}
          </span>
        )}
        {count > 0 && collapsed && <span className={classes.dot} />}
        {count > 0 && !collapsed && (
          <span className={classes.count}>
            {formatCount(count)}
            <VisuallyHidden> unrated</VisuallyHidden>
          </span>
        )}
      </NavLink>
    </Tooltip>
  );
}
