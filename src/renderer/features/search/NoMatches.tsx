import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { activeFieldCount, emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import { filterSentence } from '#shared/domain/filterSentence.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { chooseFiles } from '../../data/routeState.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { EmptyFace } from '../../ui/Faces.tsx';
import { counted } from '../../ui/numbers.ts';

/**
 * A search that found nothing: what was searched for, how many companies there are without it, and the way to them. Who
 * has just imported companies whose stage is unknown meets the default filter here (product 9).
 */
export function NoMatches({
  filters,
  onClear,
}: {
  readonly filters: FilterSet;
  readonly onClear: () => void;
}): ReactNode {
  const { data } = useApiQuery('searchCompanies', { query: { page_size: 1 } });
  const { place } = useSession();
  const all = data?.count ?? 0;
  const isFiltered = activeFieldCount(filters) > 0;
  if (data !== undefined && all === 0) {
    return (
      <EmptyFace icon={IconSearchOff} title="No matches found." text="There are no companies here yet. Import some.">
        {place === 'local' && (
          <Button component={Link} to="/workspace" state={chooseFiles} variant="light">
            Import
          </Button>
        )}
      </EmptyFace>
    );
  }
  if (!isFiltered || data === undefined) {
    return (
      <EmptyFace icon={IconSearchOff} title="No matches found." text="Take away a filter, or try other words.">
        {isFiltered && (
          <Button variant="light" onClick={onClear}>
            Clear all filters
          </Button>
        )}
      </EmptyFace>
    );
  }
  return (
    <EmptyFace
      icon={IconSearchOff}
      title="No matches found."
      text={
        <>
          You search for: {filterSentence(filters)} None of the {counted(all, 'company', 'companies')} here matches.
          {wantsValues(filters) && ' A company whose stage or other value is unknown matches no filter on it.'}
        </>
      }
    >
      <Button variant="light" onClick={onClear}>
        {all === 1 ? 'Show the one company' : `Show all ${counted(all, 'company', 'companies')}`}
      </Button>
    </EmptyFace>
  );
}

/** Whether anything but words is asked for. */
function wantsValues({ include }: FilterSet): boolean {
  return activeFieldCount({ ...emptyFilters(), include: { ...include, textSearch: '' } }) > 0;
}
