import { keepPreviousData } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import type { Facets } from '#shared/api/schemas.ts';
import { filtersToQuery } from '#shared/domain/filterQuery.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { useApiQuery } from '../../data/useApi.ts';

/** How long the filters rest before their values are counted again, in milliseconds. */
const countDelay = 120;

/** Live counts beside the values of the panel; those from before stay until the new ones are there. */
export function useFacets(filters: FilterSet, enabled: boolean): Facets | undefined {
  const query = useMemo(() => filtersToQuery(filters), [filters]);
  const [resting] = useDebouncedValue(query, countDelay);
  return useApiQuery(
    'getFacets',
    { query: resting },
    { replaces: 'facets', enabled, placeholderData: keepPreviousData },
  ).data;
}
