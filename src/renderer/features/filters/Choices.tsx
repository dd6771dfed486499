import { TextInput } from '@mantine/core';
import { IconCheck, IconMinus, IconSearch } from '@tabler/icons-react';
import { memo, useMemo, useState, type ReactNode } from 'react';
import type { Choice } from '#shared/domain/choices.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { fold } from '#shared/domain/text.ts';
import { canExclude, type ChoiceList, type ListField } from '#shared/fields/filterFields.ts';
import { formatCount } from '#shared/domain/formats.ts';
import { nextState, stateOf, withChoice, type ChoiceState } from './filterEdits.ts';
import classes from './Choices.module.css';

/** Values of a long list that are shown before the user asks for all. */
const firstShown = 7;
/** Values that a search in a long list shows. */
const foundShown = 40;

type Counts = Readonly<Record<string, number>>;
type Choose = (field: ListField, value: string, state: ChoiceState) => void;

/** A value that can be included, excluded where the specification has an exclude, or off. */
export const ChoiceButton = memo(function ChoiceButton({
  field,
  choice,
  state,
  count,
  layout,
  onChoose,
}: {
  readonly field: ListField;
  readonly choice: Choice;
  readonly state: ChoiceState;
  readonly count: number | undefined;
  readonly layout: 'chips' | 'rows';
  readonly onChoose: Choose;
}): ReactNode {
  const said = state === 'in' ? ', included' : state === 'out' ? ', excluded' : '';
  return (
    <span className={layout === 'chips' ? classes.chip : classes.row} data-state={state} data-none={count === 0}>
      <button
        type="button"
        className={classes.choice}
        aria-pressed={state !== 'off'}
        aria-label={`${choice.label}${matchesText(count)}${said}`}
        onClick={() => onChoose(field, choice.value, nextState(field, state))}
      >
        {layout === 'rows' && (
          <span className={classes.box} aria-hidden>
            {state === 'in' && <IconCheck size={12} stroke={2.6} />}
            {state === 'out' && <IconMinus size={12} stroke={2.6} />}
          </span>
        )}
        {/* The blank keeps what is seen a part of the name, which voice control needs (WCAG 2.5.3). */}
        <span className={classes.label}>{choice.label}</span> <ChoiceCount count={count} />
      </button>
      {layout === 'rows' && canExclude(field) && state === 'off' && (
        <button
          type="button"
          className={classes.exclude}
          aria-label={`Exclude ${choice.label}`}
          title={`Exclude ${choice.label}`}
          onClick={() => onChoose(field, choice.value, 'out')}
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

/** The choices of one field with live counts; a long list can be searched and opened. */
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
  const isLong = search !== undefined;
  const choices = useMemo(() => choicesOf(), [choicesOf]);
  const shown = useMemo(
    () => (isLong ? longList(choices, field, filters, counts, text, isOpen) : choices),
    [isLong, choices, field, filters, counts, text, isOpen],
  );
  const choose: Choose = (of, value, state) => onChange(withChoice(filters, of, value, state));
  return (
    <fieldset className={classes.field} aria-label={title}>
      {isLong && <ListSearch label={search} text={text} onText={setText} />}
      <div className={layout === 'chips' ? classes.chips : classes.rows}>
        {shown.map((choice) => (
          <ChoiceButton
            key={choice.value}
            field={field}
            choice={choice}
            state={stateOf(filters, field, choice.value)}
            count={counts === undefined ? undefined : (counts[choice.value] ?? 0)}
            layout={layout}
            onChoose={choose}
          />
        ))}
        {shown.length === 0 && <p className={classes.nothing}>No match.</p>}
      </div>
      {isLong && text === '' && choices.length > firstShown && (
        <button type="button" className={classes.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show all ${choices.length}`}
        </button>
      )}
    </fieldset>
  );
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
    />
  );
}

/** Chosen values first, then those with most matches; by name where the user searches or there are no counts. */
function longList(
  choices: readonly Choice[],
  field: ListField,
  filters: FilterSet,
  counts: Counts | undefined,
  text: string,
  isOpen: boolean,
): readonly Choice[] {
  const needle = fold(text.trim());
  if (needle !== '') return choices.filter(({ label }) => fold(label).includes(needle)).slice(0, foundShown);
  const chosen = choices.filter(({ value }) => stateOf(filters, field, value) !== 'off');
  const others = choices.filter((choice) => !chosen.includes(choice));
  const byCount = others.toSorted((a, b) => (counts?.[b.value] ?? 0) - (counts?.[a.value] ?? 0));
  return isOpen ? [...chosen, ...byCount] : [...chosen, ...byCount.slice(0, Math.max(0, firstShown - chosen.length))];
}
