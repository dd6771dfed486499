import { ActionIcon, ScrollArea, Skeleton } from '@mantine/core';
import {
  IconArchive,
  IconBookmark,
  IconChartBar,
  IconDatabase,
  IconFolders,
  IconHome2,
  IconInbox,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSearch,
  IconStar,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usePreferences, useSession, useSetPreferences } from '../../data/bridgeValues.ts';
import { useSmartListsQuery } from '../../data/smartLists.ts';
import { useUnrated } from '../../features/moves/TriageProvider.tsx';
import { KeyTip } from '../../keyboard/KeyTip.tsx';
import { Delayed } from '../../ui/Delayed.tsx';
import { formatCount } from '../../ui/numbers.ts';
import classes from './Sidebar.module.css';
import { SidebarItem } from './SidebarItem.tsx';

/** Places of the app with the unrated count of every smart list (product 11). */
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

/** The smart lists in the sidebar. Collapsed there is no room to say why there are none. */
export function SidebarLists({ collapsed }: { readonly collapsed: boolean }): ReactNode {
  const { status } = useSession();
  const query = useSmartListsQuery(status === 'signedIn');
  const unratedOf = useUnrated();
  if (query.data === undefined) {
    if (collapsed) return null;
    return query.isError ? <Failed onRetry={() => void query.refetch()} /> : <Loading />;
  }
  const lists = query.data.results;
  if (lists.length === 0 && !collapsed) return <p className={classes.none}>Save a search to have it here.</p>;
  return lists.map((list) => (
    <SidebarItem
      key={list.id}
      to={`/list/smart/${list.id}`}
      icon={IconInbox}
      label={list.name}
      count={unratedOf(list)}
      countLabel={`${formatCount(unratedOf(list))} unrated`}
      collapsed={collapsed}
    />
  ));
}

function Failed({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  return (
    <p className={classes.none}>
      Not loaded.{' '}
      <button type="button" className={classes.retry} aria-label="Retry loading the smart lists" onClick={onRetry}>
        Retry
      </button>
    </p>
  );
}

function Loading(): ReactNode {
  return (
    <output className={classes.none} aria-label="Loading the smart lists">
      <Delayed>
        <Skeleton height={12} width="70%" radius="sm" />
      </Delayed>
    </output>
  );
}
