import type { ReactNode } from 'react';
import type { FilterSet } from '#shared/domain/filters.ts';
import { filterFields } from '#shared/fields/filterFields.ts';
import { Choices } from './Choices.tsx';
import { valuesOf } from './filterEdits.ts';

/** More names than these can be searched. */
const fewNames = 12;

type Counts = Readonly<Record<string, Readonly<Record<string, number>>>> | undefined;

/** The filters by what only imported files have: the files themselves, and columns that are no field of ours. */
const lists = [
  { field: 'fromFiles', title: 'From the file', search: 'Find a file' },
  { field: 'ownColumns', title: 'Has a value for', search: 'Find a column' },
] as const;
type FileField = (typeof lists)[number]['field'];

/** The names that can be chosen: those of the data, and those that are chosen. */
function namesOf(field: FileField, filters: FilterSet, counts: Counts): readonly string[] {
  const chosen = [...valuesOf(filters, 'include', field), ...valuesOf(filters, 'exclude', field)];
  const counted = Object.entries(counts?.[filterFields[field].parameter] ?? {})
    .toSorted(([a, many], [b, more]) => more - many || a.localeCompare(b))
    .map(([name]) => name);
  return [...new Set([...chosen, ...counted])];
}

/** Whether there is anything to filter by that files have said. */
export function hasFileFilters(filters: FilterSet, counts: Counts): boolean {
  return lists.some(({ field }) => namesOf(field, filters, counts).length > 0);
}

/** Where companies come from, and in which columns of their own they have a value. */
export function FromFiles({
  filters,
  counts,
  onChange,
}: {
  readonly filters: FilterSet;
  readonly counts: Counts;
  readonly onChange: (filters: FilterSet) => void;
}): ReactNode {
  return lists.map(({ field, title, search }) => {
    const names = namesOf(field, filters, counts);
    if (names.length === 0) return null;
    const choices = names.map((value) => ({ value, label: value }));
    return (
      <Choices
        key={field}
        field={field}
        list={{ title, choices: () => choices, layout: 'rows', ...(names.length > fewNames ? { search } : {}) }}
        filters={filters}
        counts={counts?.[filterFields[field].parameter]}
        onChange={onChange}
      />
    );
  });
}
