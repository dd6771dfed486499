import { useEffect, useMemo, type ReactNode } from 'react';
import type { MatchContext } from '#shared/domain/filterMatch.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import type { ListName } from '#shared/domain/listName.ts';
import type { CompanyRow } from '../../grid/cells/companyRow.ts';
import { useStore } from '../../ui/store.ts';
import { FilterPanel } from '../../features/filters/FilterPanel.tsx';
import type { ListModel } from '../list.ts';
import { rowFacets } from '../rowFacets.ts';
import { usePaced } from '../../ui/usePaced.ts';

/** Rows of a list that are all loaded and counted while its panel is open; counting more would hold up a key press. */
const mostCounted = 2000;

/** The filter panel of a list that is filtered where it is: its counts are of the rows in the list. */
export function QuickPanel({
  model,
  filters,
  context,
  decidedIn,
  onChange,
  onClose,
}: {
  readonly model: ListModel;
  readonly filters: FilterSet;
  readonly context: MatchContext;
  readonly decidedIn: (row: CompanyRow) => readonly ListName[];
  readonly onChange: (filters: FilterSet) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { isComplete, loaded, before, total } = useStore(model.stream.state);
  const isCounted = total <= mostCounted;
  useEffect(() => {
    if (isCounted) model.stream.want(total);
  }, [model, isCounted, total]);
  // Rows leave as they are decided; drawing the whole panel anew is not for the moment of a key press.
  const tally = usePaced(model.shown.counts);
  const facets = useMemo(() => {
    if (!isCounted || !isComplete || before > 0) return undefined;
    const standing = model.stream.all().filter((row) => model.shown.belongs(row));
    const asksForLists = filters.include.bookmarkList.length > 0;
    // The companies themselves where that is enough: what was read of them is known.
    const rows = standing.map((row) => (asksForLists ? { ...row.company, decidedIn: decidedIn(row) } : row.company));
    return rowFacets(rows, filters, context);
    // oxlint-disable-next-line react/exhaustive-deps -- what is loaded and decided stands for the rows
  }, [model, filters, context, decidedIn, isCounted, isComplete, loaded, before, tally]);
  return <FilterPanel filters={filters} facets={facets} onChange={onChange} onClose={onClose} />;
}
