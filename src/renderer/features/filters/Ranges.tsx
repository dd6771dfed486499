import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { FilterSet } from '#shared/domain/filters.ts';
import { filterFields, type FilterField, type ListField } from '#shared/fields/filterFields.ts';
import {
  isNumberParameter,
  numberFilterOf,
  readRange,
  readTyped,
  typedText,
  unknownNumber,
  writeRange,
  type NumberFilter,
  type NumberParameter,
} from '#shared/fields/numberRanges.ts';
import { ChoiceCount } from './Choices.tsx';
import { stateOf, valuesOf, withChoice } from './filterEdits.ts';
import classes from './Ranges.module.css';

type Counts = Readonly<Record<string, Readonly<Record<string, number>>>> | undefined;

interface RangesProps {
  readonly fields: readonly FilterField[];
  readonly filters: FilterSet;
  readonly counts: Counts;
  readonly onChange: (filters: FilterSet) => void;
}

/** Two ends for every number of a section. */
export function Ranges({ fields, filters, counts, onChange }: RangesProps): ReactNode {
  return fields.flatMap((field) => {
    const { parameter } = filterFields[field];
    if (!isNumberParameter(parameter)) return [];
    return [
      <RangeField
        key={field}
        field={field as ListField}
        parameter={parameter}
        filters={filters}
        counts={counts?.[parameter]}
        onChange={onChange}
      />,
    ];
  });
}

/** What the two fields say, as somebody has typed it. */
interface Draft {
  readonly from: string;
  readonly to: string;
}

/** How long typing rests before the list follows, in milliseconds. */
const typingDelay = 220;

function RangeField({
  field,
  parameter,
  filters,
  counts,
  onChange,
}: {
  readonly field: ListField;
  readonly parameter: NumberParameter;
  readonly filters: FilterSet;
  readonly counts: Readonly<Record<string, number>> | undefined;
  readonly onChange: (filters: FilterSet) => void;
}): ReactNode {
  const filter = numberFilterOf(parameter);
  const asked = valuesOf(filters, 'include', field).find((value) => value !== unknownNumber);
  const { shown, problem, setDraft, complete } = useDraft(asked, filter, (value) =>
    onChange(withRange(filters, field, asked, value)),
  );
  const input = (end: 'from' | 'to'): ReactNode => (
    <TextInput
      size="xs"
      className={classes.end}
      aria-label={`${filter.title} ${end}`}
      placeholder={end === 'from' ? 'from' : 'to'}
      value={shown[end]}
      error={problem !== ''}
      maxLength={30}
      onChange={(event) => setDraft({ ...shown, [end]: event.currentTarget.value })}
      onBlur={complete}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) complete();
      }}
      spellCheck={false}
      autoComplete="off"
    />
  );
  return (
    <fieldset className={classes.range} aria-label={filter.title}>
      <legend className={classes.title}>
        {filter.title}
        {unitOf(filter)} {asked !== undefined && counts !== undefined && <ChoiceCount count={counts[asked] ?? 0} />}
      </legend>
      <div className={classes.ends}>
        {input('from')}
        <span aria-hidden>–</span>
        {input('to')}
        <UnknownChoice field={field} label={filter.unknown.chip} filters={filters} onChange={onChange} />
      </div>
      {problem !== '' && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

/** What is typed into the two fields; the list follows at each pause, with Enter and on leaving them. */
function useDraft(
  asked: string | undefined,
  filter: NumberFilter,
  onRange: (value: string | undefined) => void,
): {
  readonly shown: Draft;
  readonly problem: string;
  readonly setDraft: (draft: Draft) => void;
  readonly complete: () => void;
} {
  const [draft, setDraft] = useState<Draft | null>(null);
  const shown = draft ?? draftOf(asked, filter);
  const { value, problem } = rangeOf(shown, filter);
  const take = (): void => {
    if (problem === '' && value !== asked) onRange(value);
  };
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    if (draft === null) return undefined;
    const timer = setTimeout(() => latest.current(), typingDelay);
    return () => clearTimeout(timer);
  }, [draft]);
  const complete = (): void => {
    take();
    if (problem === '') setDraft(null);
  };
  return { shown, problem, setDraft, complete };
}

/** Also, or only, companies of which the number is not known. */
function UnknownChoice({
  field,
  label,
  filters,
  onChange,
}: {
  readonly field: ListField;
  readonly label: string;
  readonly filters: FilterSet;
  readonly onChange: (filters: FilterSet) => void;
}): ReactNode {
  const isChosen = stateOf(filters, field, unknownNumber) === 'in';
  return (
    <button
      type="button"
      className={classes.unknown}
      aria-pressed={isChosen}
      aria-label={label}
      title={label}
      onClick={() => onChange(withChoice(filters, field, unknownNumber, isChosen ? 'off' : 'in'))}
    >
      Unknown
    </button>
  );
}

function unitOf({ form }: NumberFilter): string {
  return form === 'dollars' ? ' ($)' : form === 'percent' ? ' (%)' : '';
}

function draftOf(asked: string | undefined, { form }: NumberFilter): Draft {
  const { from = null, to = null } = (asked === undefined ? undefined : readRange(asked)) ?? {};
  return { from: typedText(from, form), to: typedText(to, form) };
}

/** The range that two fields say, as a value of the filter; none where both are empty. */
function rangeOf(
  draft: Draft,
  { form }: NumberFilter,
): { readonly value: string | undefined; readonly problem: string } {
  const [from, to] = [readTyped(draft.from, form), readTyped(draft.to, form)];
  if (from === undefined || to === undefined) {
    return { value: undefined, problem: form === 'dollars' ? 'Type an amount, such as 2m or 500k.' : 'Type a number.' };
  }
  if (from !== null && to !== null && from > to) return { value: undefined, problem: 'It ends before it begins.' };
  return { value: from === null && to === null ? undefined : writeRange({ from, to }), problem: '' };
}

/** The filters with another range in place of the one that the fields show. */
function withRange(
  filters: FilterSet,
  field: ListField,
  before: string | undefined,
  value: string | undefined,
): FilterSet {
  const without = before === undefined ? filters : withChoice(filters, field, before, 'off');
  return value === undefined ? without : withChoice(without, field, value, 'in');
}
