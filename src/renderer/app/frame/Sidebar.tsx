import { ActionIcon, ScrollArea } from '@mantine/core';
import {
  IconArchive,
  IconBookmark,
  IconChartBar,
  IconDatabase,
  IconFolders,
  IconHome2,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSearch,
  IconStar,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usePreferences, useSetPreferences } from '../../data/bridgeValues.ts';
import { KeyTip } from '../../keyboard/KeyTip.tsx';
import { SidebarItem } from './SidebarItem.tsx';
import { SidebarLists } from './SidebarLists.tsx';
import classes from './Sidebar.module.css';

/** Places of the app with the unrated count of every smart list (UX `The frame`). */
export function Sidebar({
  collapsed,
  canExpand,
}: {
  readonly collapsed: boolean;
  readonly canExpand: boolean;
}): ReactNode {
  const { sidebarCollapsed } = usePreferences();
  const setPreferences = useSetPreferences();
  const item = { collapsed } as const;
  return (
    <div className={classes.sidebar} data-collapsed={collapsed}>
      <ScrollArea className={classes.scroll} type="hover" scrollbarSize={6}>
        <div className={classes.group}>
          <SidebarItem {...item} to="/" icon={IconHome2} label="Dashboard" command="go.dashboard" />
          <SidebarItem
            {...item}
            to="/list/search"
            icon={IconSearch}
            label="Search"
            hint="All companies, with text and filters"
            command="go.search"
          />
        </div>
        <Heading collapsed={collapsed} text="Smart lists" />
        <div className={classes.group}>
          <SidebarLists collapsed={collapsed} />
        </div>
        <Heading collapsed={collapsed} text="Decided" />
        <div className={classes.group}>
          <SidebarItem
            {...item}
            to="/list/watchlist"
            icon={IconBookmark}
            label="Watchlist"
            hint="Companies to keep an eye on"
            command="go.watchlist"
          />
          <SidebarItem
            {...item}
            to="/list/opportunities"
            icon={IconStar}
            label="Opportunities"
            hint="Companies to act on"
            command="go.opportunities"
          />
          <SidebarItem
            {...item}
            to="/list/archive"
            icon={IconArchive}
            label="Archive"
            hint="Companies you passed on"
            command="go.archive"
          />
        </div>
        <Heading collapsed={collapsed} text="More" />
        <div className={classes.group}>
          <SidebarItem
            {...item}
            to="/collections"
            icon={IconFolders}
            label="Collections"
            hint="Companies you gathered yourself"
            command="go.collections"
          />
          <SidebarItem
            {...item}
            to="/reports"
            icon={IconChartBar}
            label="Reports"
            hint="Overviews of a sector"
            command="go.reports"
          />
          <SidebarItem
            {...item}
            to="/workspace"
            icon={IconDatabase}
            label="Workspace"
            hint="Import, weekly refresh, storage"
          />
        </div>
      </ScrollArea>
      {canExpand && (
        <div className={classes.foot}>
          <KeyTip id="app.sidebar" label={collapsed ? 'Show the sidebar' : 'Hide the sidebar'}>
            <ActionIcon
              aria-label={collapsed ? 'Show the sidebar' : 'Hide the sidebar'}
              onClick={() => setPreferences.mutate({ sidebarCollapsed: !sidebarCollapsed })}
            >
              {collapsed ? <IconLayoutSidebarLeftExpand size={17} /> : <IconLayoutSidebarLeftCollapse size={17} />}
            </ActionIcon>
          </KeyTip>
        </div>
      )}
    </div>
  );
}

function Heading({ collapsed, text }: { readonly collapsed: boolean; readonly text: string }): ReactNode {
  return collapsed ? <hr className={classes.rule} /> : <p className={classes.heading}>{text}</p>;
}
