import { useEffect, useMemo, type ReactNode } from 'react';
import { matcherOf } from '#shared/domain/filterMatch.ts';
import { filterSentence } from '#shared/domain/filterSentence.ts';
import { activeFieldCount, emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import { useServerDay } from '../../data/serverDay.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { useStore } from '../../ui/store.ts';
import { FilterChips } from '../../features/filters/FilterChips.tsx';
import type { ListModel } from '../list.ts';
import { QuickPanel } from './QuickPanel.tsx';
import { useDecidedIn } from './useDecidedIn.ts';

/** A filter over the rows of a list that is already there (SPEC 5 `Client-side filtering`). */
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
