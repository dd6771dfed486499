import { Checkbox, Radio, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { bookmarkLists } from '#shared/domain/choices.ts';
import { filtersToQuery } from '#shared/domain/filterQuery.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { anySource } from '#shared/domain/knownSource.ts';
import { smartListNameSchema, proposedName } from '#shared/domain/names.ts';
import type { EndpointResponse } from '#shared/api/messages.ts';
import { fold } from '#shared/domain/text.ts';
import { counted, formatCount } from '#shared/domain/formats.ts';
import { useKnownSources } from '../../data/known.ts';
import { useFilterNames } from '../../data/filterNames.ts';
import { allSmartLists, useSmartLists } from '../../data/smartLists.ts';
import { useApiQuery, useCreation } from '../../data/useApi.ts';
import { isolated } from '../../ui/title.ts';
import { FilterPreview } from '../filters/FilterPreview.tsx';
import { NameDialog } from '../../ui/Dialog.tsx';
import { showDone } from '../../ui/toasts.tsx';

/**
 * Saves a search as a smart list: its name (one is proposed), what would match, and whether to fill it now
 * (docs/api.md). Companies that are closed or acquired are left out unless one says otherwise.
 */
export function SaveSmartListDialog({
  filters: searched,
  onClose,
}: {
  readonly filters: FilterSet;
  readonly onClose: () => void;
}): ReactNode {
  const navigate = useNavigate();
  const lists = useSmartLists();
  const names = useFilterNames(searched);
  const [proposed] = useState(() => proposedName(searched, lists?.map((list) => list.name) ?? [], names));
  const [fill, setFill] = useState('now');
  const gone = useGone(searched);
  const [leavesOut, setLeavesOut] = useState(true);
  const [leavesKnownOut, setLeavesKnownOut] = useState(false);
  const open = leavesOut && gone > 0 ? withoutGone(searched) : searched;
  const known = useKnownMatches(open);
  const filters = leavesKnownOut ? withoutKnown(open) : open;
  const create = useCreation('createSmartList', ({ body }) => listOfSearch(body?.name ?? '', filters));
  const decided = useDecided(filters, fill === 'now');

  const save = (name: string): void => {
    create.mutate(
      { body: { name, filters, fill: fill === 'now' } },
      {
        onSuccess: (list) => {
          onClose();
          const left = `${leftOutText(list.left_out)}${knownText(list.known)}`;
          showDone(`Saved “${isolated(list.name)}”. ${left}New matches are added every week.`);
          void navigate(`/list/smart/${list.id}`);
        },
      },
    );
  };

  return (
    <NameDialog
      title="Save as smart list"
      size={520}
      initial={proposed}
      schema={smartListNameSchema}
      submit="Save"
      saving={create}
      onSave={save}
      onClose={onClose}
    >
      <FilterPreview filters={filters} />
      {gone > 0 && (
        <Checkbox
          size="xs"
          label={`Exclude closed and acquired companies (${formatCount(gone)} of these)`}
          checked={leavesOut}
          onChange={(event) => setLeavesOut(event.currentTarget.checked)}
        />
      )}
      <KnownChoice filters={searched} count={known} leavesOut={leavesKnownOut} onChange={setLeavesKnownOut} />
      <DecidedNote count={decided} />
      <Radio.Group label="Start with" value={fill} onChange={setFill}>
        <Stack gap={10} mt={8}>
          <Radio size="xs" value="now" label="The best current matches (up to 1,000)" />
          <Radio size="xs" value="later" label="New matches only" />
        </Stack>
      </Radio.Group>
    </NameDialog>
  );
}

/** Whether a list leaves out what the user knows; a search that says so already only says how much that is. */
function KnownChoice({
  filters,
  count,
  leavesOut,
  onChange,
}: {
  readonly filters: FilterSet;
  readonly count: number;
  readonly leavesOut: boolean;
  readonly onChange: (leavesOut: boolean) => void;
}): ReactNode {
  if (count === 0) return null;
  if (filters.exclude.known.length > 0) {
    return (
      <Text size="xs" c="dimmed">
        {formatCount(count)} known: left out.
      </Text>
    );
  }
  return (
    <Checkbox
      size="xs"
      label={`Leave out companies you know (${formatCount(count)} of these)`}
      checked={leavesOut}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

function DecidedNote({ count }: { readonly count: number }): ReactNode {
  if (count === 0) return null;
  return (
    <Text size="xs" c="dimmed">
      {count === 1
        ? 'You have decided on 1 of these before: it is'
        : `You have decided on ${formatCount(count)} of these before: they are`}{' '}
      left out.
    </Text>
  );
}

/** How many matches a new list takes (docs/api.md 5). */
const fillLimit = 1000;

const goneStatuses = ['closed', 'acquired'] as const;

/** How many matches are closed or acquired; 0 for a search that says itself which statuses it wants. */
function useGone(filters: FilterSet): number {
  const isAsked = filters.include.status.length > 0 || filters.exclude.status.length > 0;
  const { data } = useApiQuery('getFacets', { query: filtersToQuery(filters) }, { enabled: !isAsked });
  const counts = data?.facets['status'];
  return isAsked || counts === undefined ? 0 : goneStatuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
}

/** How many matches a list that is filled now would leave out; 0 where it takes only the best of more. */
function useDecided(filters: FilterSet, isFilled: boolean): number {
  const include = { ...filters.include, bookmarkList: bookmarkLists.map(({ value }) => value) };
  const isAsked = filters.include.bookmarkList.length > 0;
  const all = useApiQuery('searchCompanies', { query: { ...filtersToQuery(filters), page_size: 1 } });
  const query = { ...filtersToQuery({ ...filters, include }), page_size: 1 };
  const { data } = useApiQuery('searchCompanies', { query }, { enabled: isFilled && !isAsked });
  if (!isFilled || isAsked || all.data === undefined || all.data.count > fillLimit) return 0;
  return data?.count ?? 0;
}

/** How many matches are known, those that a search leaves out included; 0 for one that asks for what is known. */
function useKnownMatches(filters: FilterSet): number {
  const isAsked = filters.include.known.length > 0;
  const hasSources = (useKnownSources() ?? []).length > 0;
  const left = filters.exclude.known;
  const include = { ...filters.include, known: left.length > 0 ? left : [anySource] };
  const query = { ...filtersToQuery({ include, exclude: { ...filters.exclude, known: [] } }), page_size: 1 };
  const { data } = useApiQuery('searchCompanies', { query }, { enabled: hasSources && !isAsked });
  return isAsked || !hasSources ? 0 : (data?.count ?? 0);
}

function leftOutText(count: number): string {
  if (count === 0) return '';
  return `${counted(count, 'company', 'companies')} you decided on before ${count === 1 ? 'is' : 'are'} left out. `;
}

function knownText(count: number): string {
  return count === 0 ? '' : `${formatCount(count)} known: left out. `;
}

function withoutKnown(filters: FilterSet): FilterSet {
  return { ...filters, exclude: { ...filters.exclude, known: [anySource] } };
}

function withoutGone(filters: FilterSet): FilterSet {
  return { ...filters, exclude: { ...filters.exclude, status: [...goneStatuses] } };
}

/** The smart list with this name and search, if there is one. */
async function listOfSearch(
  name: string,
  filters: FilterSet,
): Promise<EndpointResponse<'createSmartList'> | undefined> {
  const search = searchOf(filters);
  const { results } = await allSmartLists();
  const list = results.find((one) => fold(one.name) === fold(name) && searchOf(one.filters) === search);
  return list === undefined ? undefined : { ...list, added: 0, left_out: list.leftOutCount, known: list.knownOutCount };
}

function searchOf(filters: FilterSet): string {
  return JSON.stringify(filtersToQuery(filters));
}
