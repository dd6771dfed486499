import { TextInput } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { filtersToQuery } from '#shared/domain/filterQuery.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { filterFields } from '#shared/fields/filterFields.ts';
import { ownColumnOf, ownTitle, readOwnCondition, writeOwnCondition } from '#shared/fields/ownValues.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { Choices } from './Choices.tsx';
import { valuesOf, withChoice } from './filterEdits.ts';
import classes from './FromFiles.module.css';

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
  return ownAsked(filters).length > 0 || lists.some(({ field }) => namesOf(field, filters, counts).length > 0);
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
  return [
    ...listsOf({ filters, counts, onChange }),
    <OwnValuesPart key="values" filters={filters} counts={counts} onChange={onChange} />,
  ];
}

interface Part {
  readonly filters: FilterSet;
  readonly counts: Counts;
  readonly onChange: (filters: FilterSet) => void;
}

function listsOf({ filters, counts, onChange }: Part): ReactNode[] {
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

/** The values that are asked for or left out, of whichever column. */
function ownAsked(filters: FilterSet): readonly string[] {
  return [...valuesOf(filters, 'include', 'ownValues'), ...valuesOf(filters, 'exclude', 'ownValues')];
}

/** Every column with its values, which are looked up once it is opened. */
function OwnValuesPart({ filters, counts, onChange }: Part): ReactNode {
  const [opened, setOpened] = useState<string | null>(null);
  const columns = [...new Set([...ownAsked(filters).map(ownColumnOf), ...namesOf('ownColumns', filters, counts)])];
  if (columns.length === 0) return null;
  return (
    <div className={classes.columns}>
      <h3 className={classes.title}>Values of a column</h3>
      {columns.map((column) => (
        <div key={column}>
          <button
            type="button"
            className={classes.column}
            aria-expanded={opened === column}
            onClick={() => setOpened(opened === column ? null : column)}
          >
            <IconChevronRight size={12} stroke={2} aria-hidden />
            {ownTitle(column)}
          </button>
          {opened === column && <ColumnValues column={column} filters={filters} onChange={onChange} />}
        </div>
      ))}
    </div>
  );
}

/** A value without the name of its column, which stands above. */
function labelOf(value: string): string {
  const { kind, text = '' } = readOwnCondition(value) ?? {};
  return kind === 'contains' ? `contains “${text}”` : text;
}

/** With more values than these a column is asked for a text. */
const fewValues = 12;

function ColumnValues({ column, filters, onChange }: Omit<Part, 'counts'> & { readonly column: string }): ReactNode {
  const [text, setText] = useState('');
  const query = { ...filtersToQuery(filters), column, text };
  const { data } = useApiQuery('getOwnValues', { query }, { placeholderData: keepPreviousData });
  const counted = data?.values ?? [];
  const asked = ownAsked(filters).filter((value) => ownColumnOf(value) === column);
  const valueOf = (value: string): string => writeOwnCondition({ name: column, kind: 'is', text: value });
  const values = [...new Set([...asked, ...counted.map(({ value }) => valueOf(value))])];
  const choices = values.map((value) => ({ value, label: labelOf(value) }));
  const contains = (): void => {
    if (text.trim() === '') return;
    const condition = writeOwnCondition({ name: column, kind: 'contains', text: text.trim() });
    onChange(withChoice(filters, 'ownValues', condition, 'in'));
    setText('');
  };
  return (
    <>
      {(text !== '' || (data?.distinct ?? 0) > fewValues) && (
        <TextInput
          size="xs"
          className={classes.text}
          aria-label={`${ownTitle(column)} contains`}
          placeholder="Find a value, Enter: contains it"
          value={text}
          maxLength={300}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) contains();
          }}
          spellCheck={false}
          autoComplete="off"
        />
      )}
      <Choices
        field="ownValues"
        list={{ title: ownTitle(column), choices: () => choices, layout: 'rows' }}
        filters={filters}
        counts={Object.fromEntries(counted.map(({ value, count }) => [valueOf(value), count]))}
        onChange={onChange}
      />
    </>
  );
}
