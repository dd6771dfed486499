import { Skeleton } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSession } from '../../data/bridgeValues.ts';
import { useSmartListsQuery } from '../../data/smartLists.ts';
import { useUnrated } from '../../features/moves/TriageProvider.tsx';
import { formatCount } from '../../ui/numbers.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { SidebarItem } from './SidebarItem.tsx';
import classes from './Sidebar.module.css';

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
