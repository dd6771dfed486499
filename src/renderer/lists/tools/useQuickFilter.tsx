import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, type ReactNode, type RefObject } from 'react';
import type { EndpointResponse } from '#shared/api/messages.ts';
import type { Facets } from '#shared/api/schemas.ts';
import { matcherOf } from '#shared/domain/filterMatch.ts';
import { filterSentence } from '#shared/domain/filterSentence.ts';
import { activeFieldCount, emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import { type ListName, listNames, listSlugs } from '#shared/domain/listName.ts';
import {
  filterFieldNames,
  filterFields,
  memberFields,
  valuesOfRow,
  type FilterField,
} from '#shared/fields/filterFields.ts';
import type { MatchableRow, MatchContext } from '#shared/fields/filterRows.ts';
import { stampedApi } from '../../bridge/bridge.ts';
import { keys } from '../../data/keys.ts';
import { useFilterNames } from '../../data/filterNames.ts';
import { useServerDay } from '../../data/serverDay.ts';
import { apiQuery, useApiQuery } from '../../data/useApi.ts';
import { isAfter, moveAt, shownList, type Overlay } from '../../decide/overlay.ts';
import { FilterChips } from '../../features/filters/FilterChips.tsx';
import { FilterPanel } from '../../features/filters/FilterPanel.tsx';
import { valuesOf, withoutFields } from '../../features/filters/filterEdits.ts';
import { usePanelCommand } from '../../features/filters/panelKeys.ts';
import type { CompanyRow } from '../../grid/cells/companyRow.ts';
import { useStore } from '../../ui/store.ts';
import { usePaced } from '../../ui/usePaced.ts';
import type { ListModel } from '../list.ts';
import type { NarrowedBy } from './useNarrowing.tsx';
import { knownMarks } from '../../ui/knownMarks.ts';

/** A filter over the rows of a list that is already there (product 5 `Client-side filtering`). */
interface QuickFilter {
  readonly filters: FilterSet;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly clear: () => void;
  readonly narrowed: NarrowedBy;
  readonly panel: ReactNode;
  readonly chips: ReactNode;
}

/** Rows of a list that are all loaded and counted while its panel is open; counting more would hold up a key press. */
const mostCounted = 2000;

/** Narrows an inbox, a special list or a collection by the same panel that a search has, without asking the server. */
export function useQuickFilter(model: ListModel): QuickFilter {
  const { filters, isOpen } = useStore(model.quick);
  const today = useServerDay();
  const isActive = activeFieldCount(filters) > 0;
  const context = useMemo(() => ({ today }), [today]);
  const matchable = useMatchable(model, filters);
  const names = useFilterNames(filters);
  useEffect(() => {
    if (!isActive) {
      model.setQuickFilter(null);
      return;
    }
    const matches = matcherOf(filters, context);
    model.setQuickFilter((row) => matches(matchable(row)));
  }, [model, filters, isActive, context, matchable]);

  const setFilters = (next: FilterSet): void => model.quick.set({ ...model.quick.get(), filters: next });
  const setOpen = (open: boolean): void => model.quick.set({ ...model.quick.get(), isOpen: open });
  const toggle = (): void => setOpen(!model.quick.get().isOpen);
  const clear = (): void => setFilters(emptyFilters());
  const panel = usePanelCommand({ isOpen, setOpen, toList: () => model.takeFocus() });
  return {
    filters,
    isActive,
    isOpen,
    toggle,
    clear,
    narrowed: { filters, set: setFilters },
    panel: isOpen && (
      <QuickPanel
        model={model}
        filters={filters}
        context={context}
        matchable={matchable}
        panel={panel}
        onChange={setFilters}
        onClose={toggle}
      />
    ),
    chips: (
      <FilterChips
        filters={filters}
        sentence={isActive ? filterSentence(filters, names) : 'All companies of this list.'}
        keepsPlace={isOpen}
        onChange={setFilters}
        onClear={clear}
      />
    ),
  };
}

/** The filter panel of a list that is filtered where it is: its counts are of the rows in the list. */
function QuickPanel({
  model,
  filters,
  context,
  matchable,
  panel,
  onChange,
  onClose,
}: {
  readonly model: ListModel;
  readonly filters: FilterSet;
  readonly context: MatchContext;
  readonly matchable: (row: CompanyRow) => MatchableRow;
  readonly panel: RefObject<HTMLElement | null>;
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
    const { facets: counts, ...all } = rowFacets(standing.map(matchable), filters, context);
    // Of what is the user's own, lists, notes and known companies, only what is asked for is known.
    const { smart_lists: _lists, collections: _collections, notes: _notes, note_words: _words, ...others } = counts;
    const { known: _known, reasons: _reasons, ...known } = others;
    return { ...all, facets: known };
    // oxlint-disable-next-line react/exhaustive-deps -- what is loaded and decided stands for the rows
  }, [model, filters, context, matchable, isCounted, isComplete, loaded, before, tally]);
  return (
    <FilterPanel
      filters={filters}
      facets={facets}
      findsParts
      panel={panel}
      onChange={onChange}
      onClose={onClose}
      toList={() => model.takeFocus()}
    />
  );
}

/**
 * Rows as filters look at them. Which of the user's lists their companies are in is asked for only if the filters name
 * such lists; otherwise a row is its company itself, and what was read of it is known.
 */
function useMatchable(model: ListModel, filters: FilterSet): (row: CompanyRow) => MatchableRow {
  const namesIn = (field: (typeof memberFields)[number]): readonly string[] => [
    ...filters.include[field],
    ...filters.exclude[field],
  ];
  const asksForDecided = namesIn('bookmarkList').length > 0;
  const asksForLists = memberFields.some((field) => namesIn(field).length > 0);
  const { data: decided } = useQuery({ queryKey: keys.decidedEntries, queryFn: loadDecided, enabled: asksForDecided });
  const smartLists = useSmartListMembers(namesIn('smartLists'));
  const collections = useCollectionMembers(namesIn('collections'));
  const reasons = useMembers('reasons', namesIn('reasons'));
  const notes = useMembers('notes', namesIn('notes'));
  const noteWords = useMembers('note_words', namesIn('noteWords'));
  const colleagues = useMembers('colleagues', namesIn('colleagues'));
  const changes = useMembers('changes', namesIn('changes'));
  const marks = useStore(knownMarks);
  return useCallback(
    (row) => {
      if (!asksForLists) return row.company;
      const { id } = row.company;
      return {
        ...row.company,
        decidedIn: decidedIn(id, model.listOf(row), decided, model.triage.overlay),
        smartLists: listsWith(smartLists, id),
        collections: listsWith(collections, id),
        reasons: listsWith(reasons, id),
        notes: listsWith(notes, id),
        noteWords: listsWith(noteWords, id),
        colleagues: listsWith(colleagues, id),
        changes: listsWith(changes, id),
        knownFrom: [...new Set((marks.get(id) ?? []).map(({ source }) => source))],
      };
    },
    [model, asksForLists, decided, smartLists, collections, reasons, notes, noteWords, colleagues, changes, marks],
  );
}

/** The companies of lists, by the list's id as it goes over the wire. */
type ListMembers = ReadonlyMap<string, ReadonlySet<number>>;

function listsWith(members: ListMembers, companyId: number): readonly string[] {
  return [...members].flatMap(([id, companies]) => (companies.has(companyId) ? [id] : []));
}

function useSmartListMembers(ids: readonly string[]): ListMembers {
  return useQueries({
    queries: ids.map((id) => apiQuery('listEntryIds', { query: { user_smart_list_id: Number(id) } })),
    combine: useCallback(
      (answers: readonly { readonly data?: EndpointResponse<'listEntryIds'> | undefined }[]) =>
        new Map(ids.map((id, index) => [id, new Set(answers[index]?.data?.entries.map((one) => one.company_id))])),
      // oxlint-disable-next-line react/exhaustive-deps -- the ids themselves, and not the array that holds them
      [ids.join()],
    ),
  });
}

function useCollectionMembers(ids: readonly string[]): ListMembers {
  const { data } = useApiQuery('listCollections', { query: { page_size: 1000 } }, { enabled: ids.length > 0 });
  return useMemo(
    () => new Map((data?.results ?? []).map(({ id, companies }) => [String(id), new Set(companies)])),
    [data],
  );
}

/** The companies whose decision or notes meet a filter, by its values. */
function useMembers(
  parameter: 'reasons' | 'notes' | 'note_words' | 'colleagues' | 'changes',
  values: readonly string[],
): ListMembers {
  return useQueries({
    queries: values.map((value) => apiQuery('searchCompanyIds', { query: { [parameter]: value } })),
    combine: useCallback(
      (answers: readonly { readonly data?: EndpointResponse<'searchCompanyIds'> | undefined }[]) =>
        new Map(values.map((value, index) => [value, new Set(answers[index]?.data?.ids)])),
      // oxlint-disable-next-line react/exhaustive-deps -- the values stand for their list
      [values.join()],
    ),
  });
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

/** Entries of each company that the special lists had at a revision of the queue. */
interface DecidedEntries {
  readonly revision: number;
  readonly byCompany: ReadonlyMap<number, readonly { readonly entryId: number; readonly list: ListName }[]>;
}

/** An answer of a special list by ids. */
interface EntryIds {
  readonly list: ListName;
  readonly revision: number;
  readonly entries: readonly {
    readonly id: number;
    readonly company_id: number;
    readonly doubles: readonly number[];
  }[];
}

/** Gathers what the special lists have, each company's other entries in the same list too. */
export function decidedEntries(answers: readonly EntryIds[]): DecidedEntries {
  const byCompany = new Map<number, { entryId: number; list: ListName }[]>();
  for (const { list, entries } of answers) {
    for (const { id, company_id: companyId, doubles } of entries) {
      const decided = [id, ...doubles].map((entryId) => ({ entryId, list }));
      byCompany.set(companyId, [...(byCompany.get(companyId) ?? []), ...decided]);
    }
  }
  return { revision: Math.min(...answers.map((answer) => answer.revision)), byCompany };
}

/**
 * The lists that a company is in: by the row that stands for it, by its other entries, and by what was decided about it
 * in this session, wherever that was.
 */
export function decidedIn(
  companyId: number,
  listOfRow: ListName,
  decided: DecidedEntries | undefined,
  overlay: Overlay,
): readonly ListName[] {
  const company = { id: companyId };
  const { revision = -1, byCompany } = decided ?? {};
  const others = (byCompany?.get(companyId) ?? []).map((entry) => shownList({ ...entry, company, revision }, overlay));
  const newest = moveAt(overlay, null, companyId);
  return [listOfRow, ...others, ...(newest !== undefined && isAfter(newest, revision) ? [newest.list] : [])].filter(
    (list) => list !== 'None',
  );
}

/**
 * The values of rows that were counted before, by field. They are counted again with every decision, and reading them
 * takes most of the time; a row that has changed is another object.
 */
const readBefore = new WeakMap<MatchableRow, Map<FilterField, readonly string[] | null>>();

/**
 * What `facets` of a search are, for rows that are all here: of each value how many rows have it among those that pass
 * the other fields.
 */
export function rowFacets(rows: readonly MatchableRow[], filters: FilterSet, context: MatchContext): Facets {
  const passing = (wanted: FilterSet): MatchableRow[] => rows.filter(matcherOf(wanted, context));
  const all = activeFieldCount(filters) === 0 ? rows : passing(filters);
  const facets: Facets['facets'] = {};
  for (const field of filterFieldNames) {
    const isAsked = [valuesOf(filters, 'include', field), valuesOf(filters, 'exclude', field)].flat().length > 0;
    const counts = counted(isAsked ? passing(withoutFields(filters, [field])) : all, field);
    if (counts !== null) facets[filterFields[field].parameter] = counts;
  }
  return { count: all.length, facets };
}

/** How many rows have each value of a field; null if they do not say. */
function counted(rows: readonly MatchableRow[], field: FilterField): Record<string, number> | null {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const values = valuesOnce(row, field);
    if (values === null) return null;
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

/** The values of a row in a field, each once. */
function valuesOnce(row: MatchableRow, field: FilterField): readonly string[] | null {
  const fields = readBefore.get(row) ?? new Map<FilterField, readonly string[] | null>();
  if (fields.size === 0) readBefore.set(row, fields);
  const known = fields.get(field);
  if (known !== undefined) return known;
  const has = valuesOfRow(field, row);
  const values = has === null ? null : [...new Set(has)];
  fields.set(field, values);
  return values;
}
