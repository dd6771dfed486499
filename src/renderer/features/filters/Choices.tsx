import { TextInput } from '@mantine/core';
import { IconCheck, IconMinus, IconSearch } from '@tabler/icons-react';
import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Choice } from '#shared/domain/choices.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { fold } from '#shared/domain/text.ts';
import { canExclude, type ListField } from '#shared/fields/filterFields.ts';
import type { ChoiceList } from '#shared/fields/filterRows.ts';
import { formatCount } from '#shared/domain/formats.ts';
import { typedInto, typeGroup } from '../../keyboard/typeAhead.ts';
import { nextState, stateOf, withChoice, type ChoiceState } from './filterEdits.ts';
import { searchable, stateByKey } from './panelKeys.ts';
import classes from './Choices.module.css';

/** Values of a long list that are shown before the user asks for all. */
const firstShown = 7;
/** Values that a search in a long list shows. */
const foundShown = 40;

type Counts = Readonly<Record<string, number>>;
type Choose = (field: ListField, value: string, state: ChoiceState) => void;

/** Chooses a value. The same function at every drawing: a change draws only the buttons that it is about (T19). */
export function useChoose(filters: FilterSet, onChange: (filters: FilterSet) => void): Choose {
  const latest = useRef({ filters, onChange });
  useLayoutEffect(() => {
    latest.current = { filters, onChange };
  });
  return useCallback((field, value, state) => {
    const now = latest.current;
    now.onChange(withChoice(now.filters, field, value, state));
  }, []);
}

/** A value that can be included, excluded where the specification has an exclude, or off. */
export const ChoiceButton = memo(function ChoiceButton({
  field,
  value,
  label,
  state,
  count,
  layout,
  hasSearch = false,
  onChoose,
}: {
  readonly field: ListField;
  readonly value: string;
  readonly label: string;
  readonly state: ChoiceState;
  readonly count: number | undefined;
  readonly layout: 'chips' | 'rows';
  /** It stands below a search field, to which Esc goes back; elsewhere Esc closes the dialog that it is in. */
  readonly hasSearch?: boolean;
  readonly onChoose: Choose;
}): ReactNode {
  const said = state === 'in' ? ', included' : state === 'out' ? ', excluded' : '';
  return (
    <span className={layout === 'chips' ? classes.chip : classes.row} data-state={state} data-none={count === 0}>
      <button
        type="button"
        className={classes.choice}
        aria-pressed={state !== 'off'}
        aria-label={`${label}${matchesText(count)}${said}`}
        {...(hasSearch ? { 'data-mantine-stop-propagation': true } : {})}
        onClick={() => onChoose(field, value, nextState(field, state))}
        onKeyDown={(event) => {
          const next = stateByKey(event, field, state);
          if (next === null) return;
          event.preventDefault();
          if (next !== state) onChoose(field, value, next);
        }}
      >
        {layout === 'rows' && (
          <span className={classes.box} aria-hidden>
            {state === 'in' && <IconCheck size={12} stroke={2.6} />}
            {state === 'out' && <IconMinus size={12} stroke={2.6} />}
          </span>
        )}
        {/* The blank keeps what is seen a part of the name, which voice control needs (WCAG 2.5.3). */}
        <span className={classes.label}>{label}</span> <ChoiceCount count={count} />
      </button>
      {layout === 'rows' && canExclude(field) && state === 'off' && (
        <button
          type="button"
          className={classes.exclude}
          aria-label={`Exclude ${label}`}
          title={`Exclude ${label}`}
          data-beside
          onClick={() => onChoose(field, value, 'out')}
        >
          <IconMinus size={13} stroke={2} aria-hidden />
        </button>
      )}
    </span>
  );
});

/** How many companies a choice would leave, for screen readers: part of its name. */
export function matchesText(count: number | undefined): string {
  return count === undefined ? '' : ` ${formatCount(count)} matches`;
}

/** The same for the eye. */
export function ChoiceCount({ count }: { readonly count: number | undefined }): ReactNode {
  if (count === undefined) return null;
  return (
    <span className={classes.count} aria-hidden>
      {formatCount(count)}
    </span>
  );
}

/** The choices of one field with live counts; a long list can be searched and opened. Those without a match wait. */
export function Choices({
  field,
  list: { title, choices: choicesOf, layout, search },
  filters,
  counts,
  onChange,
}: {
  readonly field: ListField;
  readonly list: ChoiceList;
  readonly filters: FilterSet;
  readonly counts: Counts | undefined;
  readonly onChange: (filters: FilterSet) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [showsEmpty, setShowsEmpty] = useState(false);
  const isLong = search !== undefined;
  const choices = useMemo(() => choicesOf(), [choicesOf]);
  const { there, empty } = useMemo(
    () => withoutEmpty(choices, field, filters, counts),
    [choices, field, filters, counts],
  );
  const offered = showsEmpty ? choices : there;
  const shown = useMemo(() => {
    if (!isLong) return offered;
    return text.trim() === '' ? longList(offered, field, filters, counts, isOpen) : foundIn(choices, text);
  }, [isLong, choices, offered, field, filters, counts, text, isOpen]);
  const isWhole = !isLong || (text === '' && (isOpen || offered.length <= firstShown));
  const choose = useChoose(filters, onChange);
  return (
    <fieldset className={classes.field} aria-label={title} {...typeGroup} {...(isLong ? { [searchable]: '' } : {})}>
      {isLong && <ListSearch label={search} text={text} onText={setText} />}
      <div className={layout === 'chips' ? classes.chips : classes.rows}>
        {shown.map(({ value, label }) => (
          <ChoiceButton
            key={value}
            field={field}
            value={value}
            label={label}
            state={stateOf(filters, field, value)}
            count={counts === undefined ? undefined : (counts[value] ?? 0)}
            layout={layout}
            hasSearch={isLong}
            onChoose={choose}
          />
        ))}
        {shown.length === 0 && empty.length === 0 && <p className={classes.nothing}>No match.</p>}
      </div>
      {isLong && text === '' && offered.length > firstShown && (
        <button type="button" className={classes.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show all ${offered.length}`}
        </button>
      )}
      {isWhole && <EmptyToggle count={empty.length} isShown={showsEmpty} onToggle={setShowsEmpty} />}
    </fieldset>
  );
}

/** Shows and hides the choices without a match. */
export function EmptyToggle({
  count,
  isShown,
  onToggle,
}: {
  readonly count: number;
  readonly isShown: boolean;
  readonly onToggle: (isShown: boolean) => void;
}): ReactNode {
  if (count === 0) return null;
  return (
    <button type="button" className={classes.more} aria-expanded={isShown} onClick={() => onToggle(!isShown)}>
      {isShown ? 'Hide empty' : `Show empty (${count})`}
    </button>
  );
}

/** Choices that are offered, and those without a match, which are not unless they are chosen. */
export interface Parted<T> {
  readonly there: readonly T[];
  readonly empty: readonly T[];
}

/** Parts choices by whether they have a match; a single one without is left where it is. */
export function withoutEmpty(
  choices: readonly Choice[],
  field: ListField,
  filters: FilterSet,
  counts: Counts | undefined,
): Parted<Choice> {
  if (counts === undefined) return { there: choices, empty: [] };
  const isEmpty = ({ value }: Choice): boolean =>
    (counts[value] ?? 0) === 0 && stateOf(filters, field, value) === 'off';
  const empty = choices.filter(isEmpty);
  return empty.length < 2 ? { there: choices, empty: [] } : { there: choices.filter((one) => !isEmpty(one)), empty };
}

/** The search field of a long list. */
export function ListSearch({
  label,
  text,
  onText,
}: {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}): ReactNode {
  return (
    <TextInput
      size="xs"
      className={classes.search}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={13} stroke={1.8} aria-hidden />}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      {...typedInto}
    />
  );
}

/** The choices whose names have what is typed. */
function foundIn(choices: readonly Choice[], text: string): readonly Choice[] {
  const needle = fold(text.trim());
  return choices.filter(({ label }) => fold(label).includes(needle)).slice(0, foundShown);
}

/** Chosen values first, then those with most matches; by name where there are no counts. */
function longList(
  choices: readonly Choice[],
  field: ListField,
  filters: FilterSet,
  counts: Counts | undefined,
  isOpen: boolean,
): readonly Choice[] {
  const chosen = choices.filter(({ value }) => stateOf(filters, field, value) !== 'off');
  const others = choices.filter((choice) => !chosen.includes(choice));
  const byCount = others.toSorted((a, b) => (counts?.[b.value] ?? 0) - (counts?.[a.value] ?? 0));
  return isOpen ? [...chosen, ...byCount] : [...chosen, ...byCount.slice(0, Math.max(0, firstShown - chosen.length))];
}
