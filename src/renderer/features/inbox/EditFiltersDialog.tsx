import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { filterSentence } from '#shared/domain/filterSentence.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import type { SmartList } from '#shared/domain/smartList.ts';
import { useApiMutation } from '../../data/useApi.ts';
import { showFailure } from '../../ui/toasts.tsx';
import { FilterChips } from '../filters/FilterChips.tsx';
import { FilterPanel } from '../filters/FilterPanel.tsx';
import { FilterPreview } from '../filters/FilterPreview.tsx';
import { useFacets } from '../filters/useFacets.ts';
import classes from './EditFiltersDialog.module.css';
import { Dialog } from '../../ui/Dialog.tsx';

/** Changes what a smart list asks for, beside a preview of what it would hold. */
export function EditFiltersDialog({
  list,
  onClose,
}: {
  readonly list: SmartList;
  readonly onClose: () => void;
}): ReactNode {
  const [filters, setFilters] = useState(list.filters);
  const facets = useFacets(filters, true);
  const update = useApiMutation('updateSmartList');
  const save = (): void =>
    update.mutate(
      { params: { id: list.id }, body: { filters } },
      { onSuccess: onClose, onError: (error) => showFailure('Filters not saved', error) },
    );
  return (
    <Dialog onClose={onClose} title={`Filters of ${list.name}`} size={860}>
      <div className={classes.body}>
        <div className={classes.panel}>
          <FilterPanel filters={filters} facets={facets} onChange={setFilters} />
        </div>
        <div className={classes.outcome}>
          <FilterChips
            filters={filters}
            sentence={filterSentence(filters)}
            isFlush
            onChange={setFilters}
            onClear={() => setFilters(emptyFilters())}
          />
          <FilterPreview filters={filters} />
          <p className={classes.note}>
            Undecided companies that no longer match leave the list, and up to 1,000 new matches come in. What is
            decided stays.
          </p>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={save} loading={update.isPending}>
              Save filters
            </Button>
          </Group>
        </div>
      </div>
    </Dialog>
  );
}
