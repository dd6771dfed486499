import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, type ReactNode } from 'react';
import { matcherOf, type MatchContext } from '#shared/domain/filterMatch.ts';
import { filterSentence } from '#shared/domain/filterSentence.ts';
import { activeFieldCount, emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import { listNames, listSlugs, type ListName } from '#shared/domain/listName.ts';
import { stampedApi } from '../../bridge/bridge.ts';
import { keys } from '../../data/keys.ts';
import { useServerDay } from '../../data/serverDay.ts';
import { FilterChips } from '../../features/filters/FilterChips.tsx';
import { FilterPanel } from '../../features/filters/FilterPanel.tsx';
import type { CompanyRow } from '../../grid/cells/companyRow.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { useStore } from '../../ui/store.ts';
import { usePaced } from '../../ui/usePaced.ts';
import { decidedEntries, decidedIn, type DecidedEntries } from '../decidedIn.ts';
import type { ListModel } from '../list.ts';
import { rowFacets } from '../rowFacets.ts';

/** A filter over the rows of a list that is already there (product 5 `Client-side filtering`). */
export interface QuickFilter {
  readonly filters: FilterSet;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly clear: () => void;
  readonly panel: ReactNode;
  readonly chips: ReactNode;
}

/** Narrows an inbox, a special list or a collection by the same panel that a search has, without asking the server. */
export function useQuickFilter(model: ListModel): QuickFilter {
  const { filters, isOpen } = useStore(model.quick);
  const today = useServerDay();
  const isActive = activeFieldCount(filters) > 0;
  const context = useMemo(() => ({ today }), [today]);
  const asksForLists = filters.include.bookmarkList.length > 0;
  const decidedIn = useDecidedIn(model, asksForLists);
  useEffect(() => {
    if (!isActive) {
      model.setQuickFilter(null);
      return;
    }
    const matches = matcherOf(filters, context);
    model.setQuickFilter((row) => matches({ ...row.company, decidedIn: asksForLists ? decidedIn(row) : [] }));
  }, [model, filters, isActive, context, asksForLists, decidedIn]);

  const setFilters = (next: FilterSet): void => model.quick.set({ ...model.quick.get(), filters: next });
  const toggle = (): void => {
    const now = model.quick.get();
    model.quick.set({ ...now, isOpen: !now.isOpen });
  };
  const clear = (): void => setFilters(emptyFilters());
  useCommands({ 'list.filters': toggle });
  return {
    filters,
    isActive,
    isOpen,
    toggle,
    clear,
    panel: isOpen && (
      <QuickPanel
        model={model}
        filters={filters}
        context={context}
        decidedIn={decidedIn}
        onChange={setFilters}
        onClose={toggle}
      />
    ),
    chips: (
      <FilterChips
        filters={filters}
        sentence={isActive ? filterSentence(filters) : 'All companies of this list.'}
        keepsPlace={isOpen}
        onChange={setFilters}
        onClear={clear}
      />
    ),
  };
}

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

/**
 * Says which lists the company of a row has been decided into, as a search on the server does; asked while `enabled`.
 */
export function useDecidedIn(model: ListModel, enabled: boolean): (row: CompanyRow) => readonly ListName[] {
  const { data } = useQuery({ queryKey: keys.decidedEntries, queryFn: loadDecided, enabled });
  return useCallback((row) => decidedIn(row.company.id, model.listOf(row), data, model.triage.overlay), [model, data]);
}

async function loadDecided(): Promise<DecidedEntries> {
  const answers = await Promise.all(
    listNames
      .filter((list) => list !== 'None')
      .map(async (list) => {
        const { value, revision } = await stampedApi('listEntryIds', { query: { [`tag_${listSlugs[list]}`]: 'true' } });
        return { list, entries: value.entries, revision };
      }),
  );
  return decidedEntries(answers);
}
