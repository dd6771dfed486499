import { Anchor } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { EndpointResponse } from '#shared/api/messages.ts';
import { changeKinds, changeText } from '#shared/domain/companyChange.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { counted, formatCount, formatMoment } from '#shared/domain/formats.ts';
import { backCountsText, type BackCounts } from '#shared/domain/later.ts';
import { saveSearch } from '../../data/routeState.ts';
import { useSearchStore } from '../../data/searchState.tsx';
import { useApiQuery } from '../../data/useApi.ts';
import { Section } from '../../ui/Screen.tsx';
import classes from './Workspace.module.css';

type ImportRun = EndpointResponse<'listImports'>['results'][number];

/** What the newest import did, until it is undone: each number leads to just those companies. */
export function LastImport(): ReactNode {
  const [run] = useApiQuery('listImports').data?.results ?? [];
  if (run === undefined) return null;
  return (
    <Section title="Last import">
      <p className={classes.note}>
        {run.files.length === 0 ? '' : `${filesText(run.files)}, `}
        {formatMoment(run.at)}
      </p>
      <WhatCame run={run} />
    </Section>
  );
}

function filesText(files: readonly string[]): string {
  const [first = ''] = files;
  return files.length === 1 ? first : `${first} and ${counted(files.length - 1, 'more file', 'more files')}`;
}

/** The numbers of an import as links. */
function WhatCame({ run }: { readonly run: ImportRun }): ReactNode {
  const show = useShow(run.id);
  const kinds = changeKinds.filter((kind) => (run.changed[kind] ?? 0) > 0);
  return (
    <>
      <ul className={classes.changes} aria-label="What the last import did">
        <Number of={run.added} text="new" to={show('added')} />
        <Number of={run.updated} text="updated" to={show('updated')} />
        {kinds.map((kind) => (
          <Number key={kind} of={run.changed[kind] ?? 0} text={changeText(kind)} to={show(kind)} />
        ))}
        <Number of={run.watchlist} text="of the changed ones on your Watchlist" to={show('changed', true)} />
        <Number of={run.same} text="as they were" to={show('same')} />
        <Number of={run.repeated} text="in several rows" to={show('repeated')} />
      </ul>
      <CameBack back={run.back ?? {}} to={show('back')} />
      {run.lists.map(({ id, name, now_match: count }) => (
        <p key={id} className={classes.note}>
          {counted(count, 'company now matches', 'companies now match')} in {name}.{' '}
          <Anchor component={Link} to={`/list/smart/${id}?show=new`} fz="inherit">
            Show
          </Anchor>
        </p>
      ))}
      {run.added > 0 && (
        <p className={classes.note}>
          <Anchor component={Link} to="/list/search" state={saveSearch} fz="inherit" onClick={show('added')}>
            Make a smart list from the new ones
          </Anchor>
        </p>
      )}
    </>
  );
}

/** How many companies that were put off are back, and why, as a link to just those. */
function CameBack({ back, to }: { readonly back: BackCounts; readonly to: () => void }): ReactNode {
  const text = backCountsText(back);
  if (text === '') return null;
  return (
    <p className={classes.note}>
      <Anchor component={Link} to="/list/search" fz="inherit" onClick={to}>
        {text}
      </Anchor>
      , on top of the inboxes that showed them.
    </p>
  );
}

/** Sets the search to the companies of a part of an import. */
function useShow(run: number): (what: string, onWatchlist?: boolean) => () => void {
  const store = useSearchStore();
  return (what, onWatchlist = false) =>
    () => {
      const filters = emptyFilters();
      filters.include.changes = [`${run}:${what}`];
      if (onWatchlist) filters.include.bookmarkList = ['watchlist'];
      store.setSearchFilters(filters);
    };
}

function Number({ of, text, to }: { readonly of: number; readonly text: string; readonly to: () => void }): ReactNode {
  if (of === 0) return <Fragment />;
  return (
    <li>
      <Anchor component={Link} to="/list/search" fz="inherit" onClick={to}>
        {formatCount(of)} {text}
      </Anchor>
    </li>
  );
}
