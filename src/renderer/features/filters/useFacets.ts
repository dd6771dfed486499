import { keepPreviousData } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import type { Facets } from '#shared/api/schemas.ts';
import { filtersToQuery } from '#shared/domain/filterQuery.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { useApiQuery } from '../../data/useApi.ts';

/** How long the filters rest before their values are counted again, in milliseconds. */
const countDelay = 120;

/** Live counts beside the values of the panel; those from before stay until the new ones are there. */
export function useFacets(filters: FilterSet, enabled: boolean): Facets | undefined {
  const query = useMemo(() => filtersToQuery(filters), [filters]);
  // The first counts wait as well: the rows of the screen come before them.
  const [first, setFirst] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setFirst(false), countDelay);
    return () => clearTimeout(timer);
  }, []);
  const [resting] = useDebouncedValue(query, countDelay);
  return useApiQuery(
    'getFacets',
    { query: resting },
    { replaces: 'facets', enabled: enabled && !first, placeholderData: keepPreviousData },
  ).data;
}
