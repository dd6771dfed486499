import type { ReactNode } from 'react';
import type { FilterSet } from '#shared/domain/filters.ts';
import { Choices } from './Choices.tsx';
import { valuesOf } from './filterEdits.ts';

/** More names than these can be searched. */
const fewNames = 12;

/** The own columns of imported files that companies have a value in: those of the data, and those that are chosen. */
export function namesOfOwnColumns(
  filters: FilterSet,
  counts: Readonly<Record<string, Readonly<Record<string, number>>>> | undefined,
): readonly string[] {
  const chosen = [...valuesOf(filters, 'include', 'ownColumns'), ...valuesOf(filters, 'exclude', 'ownColumns')];
  const counted = Object.entries(counts?.['own_columns'] ?? {})
    .toSorted(([a, many], [b, more]) => more - many || a.localeCompare(b))
    .map(([name]) => name);
  return [...new Set([...chosen, ...counted])];
}

/** The columns of imported files that are no field of ours: whether a company has a value there. */
export function OwnColumns({
  filters,
  counts,
  onChange,
}: {
  readonly filters: FilterSet;
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>> | undefined;
  readonly onChange: (filters: FilterSet) => void;
}): ReactNode {
  const names = namesOfOwnColumns(filters, counts);
  const choices = names.map((value) => ({ value, label: value }));
  return (
    <Choices
      field="ownColumns"
      list={{
        title: 'Has a value in',
        choices: () => choices,
        layout: 'rows',
        ...(names.length > fewNames ? { search: 'Find a column' } : {}),
      }}
      filters={filters}
      counts={counts?.['own_columns']}
      onChange={onChange}
    />
  );
}
