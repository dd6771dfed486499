import { Skeleton } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { addWeeks } from '#shared/domain/digestWeek.ts';
import { filtersToQuery } from '#shared/domain/filterQuery.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { formatCount, counted } from '#shared/domain/formats.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { shortTextOf } from '../../grid/cells/cellTexts.ts';
import { CompanyLogo } from '../../ui/CompanyLogo.tsx';
import { CompanyMarks } from '../../ui/CompanyMarks.tsx';
import { KnownChips } from '../../ui/KnownChips.tsx';
import classes from './FilterPreview.module.css';

/** Weeks that the preview of a filter tells of. */
const weeksShown = 4;

/**
 * What would have come in each of the last four weeks, oldest first. `counts` are of the weeks that have matches,
 * whatever weeks the filter asks for (as live counts are); `''` where there is no digest yet (`newest`).
 */
export function lastWeeksText(
  counts: Readonly<Record<string, number>>,
  newest: string,
  { include }: Pick<FilterSet, 'include'>,
): string {
  if (newest === '') return '';
  const weeks = Array.from({ length: weeksShown }, (_, index) => addWeeks(newest, index + 1 - weeksShown));
  const isAsked = (week: string): boolean => include.digestWeek.length === 0 || include.digestWeek.includes(week);
  const came = weeks.map((week) => formatCount(isAsked(week) ? (counts[week] ?? 0) : 0));
  return `New in the last four weeks: ${came.join(', ')} (latest).`;
}

/** Companies of the sample. */
const sampleSize = 5;

/** What a filter would bring: how many match, how many came in each of the last four weeks, and a sample. */
export function FilterPreview({ filters }: { readonly filters: FilterSet }): ReactNode {
  const query = filtersToQuery(filters);
  const options = { placeholderData: keepPreviousData } as const;
  const search = useApiQuery('searchCompanies', { query: { ...query, page_size: sampleSize } }, options);
  const facets = useApiQuery('getFacets', { query }, options).data;
  const digest = useApiQuery('getDigest').data;
  if (search.isError) {
    return (
      <p className={classes.text} role="alert">
        Couldn’t count the matches. {search.error.message}
      </p>
    );
  }
  if (search.data === undefined) return <Skeleton height={150} />;
  const { count, items } = search.data;
  return (
    <div className={classes.preview}>
      <p className={classes.text}>
        <strong>{counted(count, 'company matches', 'companies match')} today.</strong>{' '}
        {facets !== undefined && lastWeeksText(facets.facets['digest_week'] ?? {}, digest?.week ?? '', filters)}
      </p>
      <ul className={classes.sample} aria-label="Some of the matches">
        {items.map((company) => (
          <li key={company.id} className={classes.company}>
            <CompanyLogo name={company.name} logo={company.logo} />
            <span className={classes.name} title={company.name}>
              {company.name}
            </span>
            <CompanyMarks company={company} />
            <KnownChips companyId={company.id} />
            <span className={classes.short} title={shortTextOf(company)}>
              {shortTextOf(company)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
