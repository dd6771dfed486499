import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { usePreferences, useSession, useWorkspace } from '../../data/bridgeValues.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { Keys } from '../../keyboard/Keys.tsx';
import { EmptyFace, ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import { counted } from '../../ui/numbers.ts';
import { Screen } from '../../ui/Screen.tsx';
import { useUnrated } from '../moves/TriageProvider.tsx';
import classes from './Dashboard.module.css';
import { FirstRun } from './FirstRun.tsx';
import { SmartListCard } from './SmartListCard.tsx';

/** Smart lists with their counts and best companies (product 2). */
export function DashboardScreen(): ReactNode {
  const { firstRunDone } = usePreferences();
  const isLocal = useSession().place === 'local';
  const workspace = useWorkspace();
  const query = useApiQuery('listSmartListCompanies', { query: { page_size: 200 } });
  const lists = query.data?.results ?? [];
  const unratedOf = useUnrated();
  const unrated = lists.reduce((sum, list) => sum + unratedOf(list), 0);
  const isEmptyWorkspace = isLocal && workspace !== undefined && workspace.companies === 0;
  // Whoever has made a smart list knows the way; the choices come back when nothing is left to look at. They are about
  // the local workspace: whoever is on a server has chosen, and its companies are there.
  const showsStart = isEmptyWorkspace || (isLocal && !firstRunDone && query.isSuccess && lists.length === 0);
  return (
    <Screen
      title="Dashboard"
      intro={
        lists.length === 0
          ? undefined
          : `${counted(unrated, 'company', 'companies')} to review in ${counted(lists.length, 'smart list', 'smart lists')}.`
      }
    >
      {showsStart && <FirstRun workspace={workspace} />}
      {query.isPending && <LoadingFace lines={8} label="Loading the smart lists" />}
      {query.isError && query.data === undefined && (
        <ErrorFace
          title="The smart lists could not be loaded."
          error={query.error}
          safe="Your decisions are safe."
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && lists.length === 0 && !isEmptyWorkspace && (
        <EmptyFace
          icon={IconInbox}
          title="No smart lists yet"
          text="Search, set filters, then save the search as a smart list. It is filled again every week with new matches."
        >
          <Button component={Link} to="/list/search" rightSection={<Keys id="go.search" />}>
            Search companies
          </Button>
        </EmptyFace>
      )}
      <div className={classes.cards}>
        {lists.map((list) => (
          <SmartListCard key={list.id} list={list} unrated={unratedOf(list)} />
        ))}
      </div>
    </Screen>
  );
}
