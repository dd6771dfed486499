import { Checkbox, Radio, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { filtersToQuery } from '#shared/domain/filterQuery.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { smartListNameSchema, proposedName } from '#shared/domain/names.ts';
import type { SmartList } from '#shared/domain/smartList.ts';
import { fold } from '#shared/domain/text.ts';
import { formatCount } from '#shared/domain/formats.ts';
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
  const filters = leavesOut && gone > 0 ? withoutGone(searched) : searched;
  const create = useCreation('createSmartList', ({ body }) => listOfSearch(body?.name ?? '', filters));

  const save = (name: string): void => {
    create.mutate(
      { body: { name, filters, fill: fill === 'now' } },
      {
        onSuccess: (list) => {
          onClose();
          showDone(`Saved “${isolated(list.name)}”. New matches are added every week.`);
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
      <Radio.Group label="Start with" value={fill} onChange={setFill}>
        <Stack gap={6} mt={6}>
          <Radio size="xs" value="now" label="The best current matches (up to 1,000)" />
          <Radio size="xs" value="later" label="New matches only" />
        </Stack>
      </Radio.Group>
    </NameDialog>
  );
}

const goneStatuses = ['closed', 'acquired'] as const;

/** How many matches are closed or acquired; 0 for a search that says itself which statuses it wants. */
function useGone(filters: FilterSet): number {
  const isAsked = filters.include.status.length > 0 || filters.exclude.status.length > 0;
  const { data } = useApiQuery('getFacets', { query: filtersToQuery(filters) }, { enabled: !isAsked });
  const counts = data?.facets['status'];
  return isAsked || counts === undefined ? 0 : goneStatuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
}

function withoutGone(filters: FilterSet): FilterSet {
  return { ...filters, exclude: { ...filters.exclude, status: [...goneStatuses] } };
}

/** The smart list with this name and search, if there is one. */
async function listOfSearch(name: string, filters: FilterSet): Promise<SmartList | undefined> {
  const search = searchOf(filters);
  const { results } = await allSmartLists();
  return results.find((list) => fold(list.name) === fold(name) && searchOf(list.filters) === search);
}

function searchOf(filters: FilterSet): string {
  return JSON.stringify(filtersToQuery(filters));
}
