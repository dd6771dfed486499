import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { filtersToQuery } from '#shared/domain/filterQuery.ts';
import { emptyFilters, type FilterSet, type IncludeFilters } from '#shared/domain/filters.ts';
import { counted } from '#shared/domain/formats.ts';
import { apiQuery, useApiMutation } from '../../data/useApi.ts';
import { showDone } from '../../ui/toasts.tsx';
import classes from './Dashboard.module.css';

const early = ['inv_stage_pre_seed', 'inv_stage_seed'] as const satisfies IncludeFilters['stages'];

/** Searches that many investors begin with; those that find nothing here are not offered. */
const readyLists: readonly { readonly name: string; readonly include: Partial<IncludeFilters> }[] = [
  {
    name: 'Early AI in Europe',
    include: { industries: ['Artificial Intelligence'], regions: ['Europe'], stages: [...early] },
  },
  { name: 'Climate and energy', include: { industries: ['CleanTech', 'Renewable Energy', 'GreenTech'] } },
  { name: 'Early fintech', include: { industries: ['FinTech'], stages: [...early] } },
  { name: 'Digital health', include: { industries: ['mHealth', 'Health Care'] } },
  { name: 'Artificial intelligence', include: { industries: ['Artificial Intelligence'] } },
  { name: 'B2B software', include: { industries: ['SaaS', 'Enterprise Software'] } },
];

/** How many are offered. */
const offered = 3;

/** Smart lists to begin with, at one click: for whoever has companies and no list of them yet. */
export function ReadyLists(): ReactNode {
  const navigate = useNavigate();
  const create = useApiMutation('createSmartList');
  const ready = useReadyLists();
  if (ready.length === 0) return null;
  return (
    <>
      <p className={classes.readyIntro}>Or start with one of these:</p>
      <ul className={classes.ready} aria-label="Ready smart lists">
        {ready.map(({ name, filters, count }) => (
          <li key={name}>
            <Button
              variant="default"
              disabled={create.isPending}
              leftSection={<IconInbox size={15} stroke={1.7} aria-hidden />}
              onClick={() =>
                create.mutate(
                  { body: { name, filters, fill: true } },
                  {
                    onSuccess: ({ id }) => {
                      showDone(`${name} is your first smart list. New matches arrive every week.`);
                      void navigate(`/list/smart/${id}`);
                    },
                  },
                )
              }
            >
              {name} · {counted(count, 'company', 'companies')}
            </Button>
          </li>
        ))}
        {create.isError && <li role="alert">{create.error.message}</li>}
      </ul>
    </>
  );
}

/** The first ready lists that find something here. */
function useReadyLists(): { name: string; filters: FilterSet; count: number }[] {
  const lists = readyLists.map(({ name, include }) => ({ name, filters: filtersOf(include) }));
  const answers = useQueries({
    queries: lists.map(({ filters }) =>
      apiQuery('searchCompanies', { query: { ...filtersToQuery(filters), page: 0, page_size: 1 } }),
    ),
  });
  return lists
    .map((list, index) => ({ ...list, count: answers[index]?.data?.count ?? 0 }))
    .filter(({ count }) => count > 0)
    .slice(0, offered);
}

function filtersOf(include: Partial<IncludeFilters>): FilterSet {
  const filters = emptyFilters();
  Object.assign(filters.include, include);
  return { ...filters, exclude: { ...filters.exclude, status: ['closed', 'acquired'] } };
}
