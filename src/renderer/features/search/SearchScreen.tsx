import { Button, Menu, Text } from '@mantine/core';
import { IconSearchOff, IconArrowsSort, IconCheck, IconListSearch } from '@tabler/icons-react';
import {
  memo,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type RefObject,
} from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { SearchWords } from '#shared/api/schemas.ts';
import { bestMatchOrder, labelOf, sortOptions, type SortOption } from '#shared/domain/choices.ts';
import { filtersToQuery } from '#shared/domain/filterQuery.ts';
import { filterSentence } from '#shared/domain/filterSentence.ts';
import { activeFieldCount, emptyFilters, type FilterSet, isActive } from '#shared/domain/filters.ts';
import { manyMatches, resultText } from '#shared/domain/resultText.ts';
import { inQuotes, isActiveText } from '#shared/domain/searchText.ts';
import { counted } from '#shared/domain/formats.ts';
import type { FilterNames } from '#shared/fields/filterRows.ts';
import { useHasWorkspace, usePreferences, useTurnPreferences } from '../../data/bridgeValues.ts';
import { useFilterNames } from '../../data/filterNames.ts';
import { asksToSave, chooseFiles } from '../../data/routeState.ts';
import { searchPath, type AddressedSearch } from '../../data/searchAddress.ts';
import { readSearchMessage, writeSearchMessage, useSearch, useSearchStore } from '../../data/searchState.tsx';
import { useApiQuery } from '../../data/useApi.ts';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { KeyTip } from '../../keyboard/Keys.tsx';
import { sortedByOf, sortOf, type SortedBy } from '../../grid/columns.ts';
import type { ListModel } from '../../lists/list.ts';
import { useListModel } from '../../lists/ListModels.tsx';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { showsAll } from '../../lists/shown.ts';
import { searchSource } from '../../lists/sources.ts';
import { FilterButton } from '../../lists/tools/ListToolbar.tsx';
import { useKnownEntries } from '../../lists/useKnownEntries.ts';
import { EmptyFace } from '../../ui/Faces.tsx';
import { useStore } from '../../ui/store.ts';
import { FilterChips } from '../filters/FilterChips.tsx';
import { FilterPanel } from '../filters/FilterPanel.tsx';
import { including } from '../filters/filterEdits.ts';
import { usePanelCommand } from '../filters/panelKeys.ts';
import { useFacets } from '../filters/useFacets.ts';
import { SaveSmartListDialog } from './SaveSmartListDialog.tsx';
import { EarlierFilters } from './EarlierFilters.tsx';
import { LongerWords, NamesOnly, useSearchWords } from './SearchWords.tsx';
import { searchKey, WaysOut } from './WaysOut.tsx';

/**
 * Search results (product 2 `/list/search`). The frame keeps this screen alive while others are in front. What says
 * what is searched for follows the search at once; the rest of the screen is drawn once its rows are there (T19).
 */
export function SearchScreen(): ReactNode {
  const model = useListModel('search');
  useKnownEntries(model);
  useOpenSearch(model);
  return <Screen model={model} drawn={useDeferredValue(useSearch())} />;
}

const Screen = memo(function Screen({
  model,
  drawn: { filters },
}: {
  readonly model: ListModel;
  /** The search that the whole screen shows: now and then the one before. */
  readonly drawn: AddressedSearch;
}): ReactNode {
  const store = useSearchStore();
  const [isSaving, setSaving] = useState(false);
  const panel = useSearchPanel(model);
  const searchSort = useSearchSort();
  const narrowed = useMemo(
    () => ({
      get filters() {
        return store.getSearch().filters;
      },
      set: store.setSearchFilters,
    }),
    [store],
  );
  useCommands({ 'list.saveSmartList': () => setSaving(true) });
  useAskedToSave(() => setSaving(true));

  return (
    <>
      <ListScreen
        model={model}
        columnsKey="search"
        title="Search"
        result={<ResultLine model={model} />}
        filters={filters}
        narrowed={narrowed}
        tools={
          <>
            <KeyTip id="list.saveSmartList">
              <Button
                variant="light"
                leftSection={<IconListSearch size={15} stroke={1.7} aria-hidden />}
                onClick={() => setSaving(true)}
              >
                Save as smart list
              </Button>
            </KeyTip>
            <SortOfSearch />
            <FilterButton isOpen={panel.isOpen} onToggle={panel.toggle} />
          </>
        }
        chips={<Chips keepsPlace={panel.isOpen} />}
        panel={panel.panel}
        report={{ kind: 'search', filters, kept: false }}
        failed="Search failed."
        searchSort={searchSort}
        empty={<NothingFound />}
      />
      {isSaving && <SaveSmartListDialog filters={store.getSearch().filters} onClose={() => setSaving(false)} />}
    </>
  );
});

/** The chips of the search, and what else could be searched for. */
function Chips({ keepsPlace }: { readonly keepsPlace: boolean }): ReactNode {
  const { filters } = useSearch();
  const { setSearchFilters } = useSearchStore();
  const names = useFilterNames(filters);
  const words = useSearchWords(filters);
  return (
    <FilterChips
      filters={filters}
      sentence={filterSentence(filters, names)}
      keepsPlace={keepsPlace}
      beside={
        <>
          <NamesOnly filters={filters} />
          <EarlierFilters />
          <LongerWords words={words} onText={(text) => setSearchFilters(withText(filters, text))} />
        </>
      }
      onChange={setSearchFilters}
      onClear={() => setSearchFilters(emptyFilters())}
    />
  );
}

function withText(filters: FilterSet, textSearch: string): FilterSet {
  return including(filters, { textSearch });
}

/** What to do about a search that finds nothing. */
function NothingFound(): ReactNode {
  const { filters } = useSearch();
  const { setSearchFilters } = useSearchStore();
  return (
    <NoMatches
      filters={filters}
      words={useSearchWords(filters)}
      onChange={setSearchFilters}
      onClear={() => setSearchFilters(emptyFilters())}
    />
  );
}

function SortOfSearch(): ReactNode {
  const { sortBy } = useSearch();
  return <SortMenu sortBy={sortBy} onSort={useSearchStore().setSearchSort} />;
}

/**
 * Asks for a search as soon as it changes, before anything is drawn anew: the answer arrives while the screen, with its
 * filter panel and its facets, is drawn.
 */
function useOpenSearch(model: ListModel): void {
  const store = useSearchStore();
  useLayoutEffect(() => {
    let asked: AddressedSearch | null = null;
    const open = (): void => {
      const search = store.getSearch();
      if (asked === search) return;
      asked = search;
      const { filters, sortBy } = search;
      model.open(keyOf(filters, sortBy), searchSource(filters, sortBy), { ...showsAll, skipsDecided: false });
    };
    open();
    return store.subscribe(open);
  }, [model, store]);
}

function keyOf(filters: FilterSet, sortBy: SortOption): string {
  return JSON.stringify([filtersToQuery(filters), sortBy]);
}

/** The search's filter panel: open or not as the user has left it. */
function useSearchPanel(model: ListModel): {
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly panel: ReactNode;
} {
  const { filterPanelOpen: isOpen } = usePreferences();
  const turnPreferences = useTurnPreferences();
  const toList = (): void => model.takeFocus();
  const toggle = (): void => turnPreferences((now) => ({ filterPanelOpen: !now.filterPanelOpen }));
  const element = usePanelCommand({
    isOpen,
    setOpen: (filterPanelOpen) => turnPreferences(() => ({ filterPanelOpen })),
    toList,
  });
  return { isOpen, toggle, panel: isOpen && <Panel element={element} onClose={toggle} toList={toList} /> };
}

function Panel({
  element,
  onClose,
  toList,
}: {
  readonly element: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly toList: () => void;
}): ReactNode {
  const { filters } = useSearch();
  const { setSearchFilters } = useSearchStore();
  return (
    <FilterPanel
      filters={filters}
      facets={useFacets(filters, true)}
      panel={element}
      onChange={setSearchFilters}
      onClose={onClose}
      toList={toList}
    />
  );
}

/** What the headers of the table sort a search by. */
function useSearchSort(): NonNullable<ComponentProps<typeof ListScreen>['searchSort']> {
  const { sortBy } = useSearch();
  const { setSearchSort } = useSearchStore();
  return useMemo(
    () => ({ sorted: sortedByOf(sortBy), set: (sorted: SortedBy | null) => setSearchSort(sortOf(sorted)) }),
    [sortBy, setSearchSort],
  );
}

/** Opens the dialog that saves the search if the link here asked for it, once. */
function useAskedToSave(open: () => void): void {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const isAsked = pathname === searchPath && asksToSave(state);
  const latest = useRef({ open, navigate });
  useEffect(() => {
    latest.current = { open, navigate };
  });
  useEffect(() => {
    if (!isAsked) return;
    void latest.current.navigate({ pathname, search }, { replace: true, state: null });
    latest.current.open();
  }, [isAsked, pathname, search]);
}

/** The result text of product 8; until the first answer, the one this search had last (docs/api.md 7). */
function ResultLine({ model }: { readonly model: ListModel }): ReactNode {
  const { filters, sortBy } = useSearch();
  const query = useMemo(() => keyOf(filters, sortBy), [filters, sortBy]);
  const { status, loaded, total, isStale } = useStore(model.stream.state);
  const [lastMessage] = useState(readSearchMessage);
  const isKnown = loaded > 0 || (status === 'ready' && !isStale);
  const last = lastMessage?.query === query ? lastMessage.text : '';
  const isSearch = isActive(filters);
  // Everything that matches can be scrolled to. Of more than anybody scrolls through, what has come is told.
  const shown = total > manyMatches && !isSearch ? loaded : total;
  const text = isKnown ? resultText({ shown, total, isSearch }) : last;
  useEffect(() => {
    if (status === 'ready') writeSearchMessage({ text, query });
  }, [status, text, query]);
  return text;
}

/** How best match ranks, as a sentence of its own. */
const bestMatchHint = `${bestMatchOrder.charAt(0).toUpperCase()}${bestMatchOrder.slice(1)}.`;

/** The sorts of product 3; the sortable headers of the table do the same. */
export function SortMenu({
  sortBy,
  onSort,
}: {
  readonly sortBy: SortOption;
  readonly onSort: (sortBy: SortOption) => void;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useCommands({ 'list.sort': () => setOpen(true) });
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end">
      <KeyTip id="list.sort">
        <Menu.Target>
          <Button variant="subtle" color="gray" leftSection={<IconArrowsSort size={15} stroke={1.7} aria-hidden />}>
            {labelOf(sortOptions, sortBy)}
          </Button>
        </Menu.Target>
      </KeyTip>
      <Menu.Dropdown>
        {sortOptions.map(({ value, label }) => (
          <Menu.Item
            key={value}
            maw="20rem"
            role="menuitemradio"
            aria-checked={value === sortBy}
            rightSection={value === sortBy ? <IconCheck size={14} stroke={2} aria-hidden /> : null}
            onClick={() => onSort(value)}
          >
            {label}
            {value === 'best_match' && (
              <Text size="xs" c="dimmed">
                {bestMatchHint}
              </Text>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/**
 * A search without results: what was searched for, how many companies there are without it, and a button that shows
 * them. After an import of companies with unknown stages, the default filter leads here (product 9).
 */
export function NoMatches({
  filters,
  words,
  onChange,
  onClear,
}: {
  readonly filters: FilterSet;
  /** Other texts that find something. */
  readonly words: SearchWords | undefined;
  readonly onChange: (filters: FilterSet) => void;
  readonly onClear: () => void;
}): ReactNode {
  const { data } = useApiQuery('searchCompanies', { query: { page_size: 1 } });
  const hasWorkspace = useHasWorkspace();
  const names = useFilterNames(filters);
  const all = data?.count ?? 0;
  const isFiltered = activeFieldCount(filters) > 0;
  if (data !== undefined && all === 0) {
    return (
      <EmptyFace
        icon={IconSearchOff}
        title="No matches found."
        text="There are no companies yet. Import some to start."
      >
        {hasWorkspace && (
          <Button component={Link} to="/workspace" state={chooseFiles} variant="light">
            Import
          </Button>
        )}
      </EmptyFace>
    );
  }
  if (!isFiltered || data === undefined) {
    return (
      <EmptyFace icon={IconSearchOff} title="No matches found." text="Remove a filter or try other words.">
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
          {noMatchText(filters, names)}
          {wantsValues(filters) && ' A company with an unknown stage or other value matches no filter on it.'}
        </>
      }
    >
      <WaysOut key={searchKey(filters)} filters={filters} words={words} onChange={onChange} />
      <Button variant="light" onClick={onClear}>
        {all === 1 ? 'Show the only company' : `Show all ${counted(all, 'company', 'companies')}`}
      </Button>
    </EmptyFace>
  );
}

/** What no company matches: the words alone, or the whole filter. */
function noMatchText(filters: FilterSet, names: FilterNames): string {
  const { textSearch } = filters.include;
  if (wantsValues(filters) || !isActiveText(textSearch))
    return `No company matches this: ${filterSentence(filters, names)}`;
  return `No company matches ${inQuotes(textSearch)}.`;
}

/** Whether anything besides text is asked for. */
function wantsValues({ include }: FilterSet): boolean {
  return activeFieldCount({ ...emptyFilters(), include: { ...include, textSearch: '' } }) > 0;
}
