import { IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { FilterSet } from '#shared/domain/filters.ts';
import { fold } from '#shared/domain/text.ts';
import { industries, industriesOfGroup, industryGroups } from '#shared/reference/industries.ts';
import type { ListField } from '#shared/fields/filterFields.ts';
import { ChoiceButton, ListSearch } from './Choices.tsx';
import choiceClasses from './Choices.module.css';
import { stateOf, valuesOf, withChoice } from './filterEdits.ts';
import classes from './Industries.module.css';

/** Matches of a search in the 711 industries that are shown. */
const foundShown = 40;
/** Groups that are shown before the user asks for all 46. */
const firstShown = 8;

type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Industries under their groups: a group opens to its industries, and all 711 can be searched by name. */
export function Industries({
  filters,
  counts,
  onChange,
}: {
  readonly filters: FilterSet;
  readonly counts: Counts | undefined;
  readonly onChange: (filters: FilterSet) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [openGroups, setOpenGroups] = useState<ReadonlySet<string>>(new Set());
  const needle = fold(text.trim());
  const choice: ChoiceOf = (field, value) => {
    const facet = counts?.[field === 'industries' ? 'industries' : 'industry_groups'];
    return (
      <ChoiceButton
        key={`${field} ${value}`}
        field={field}
        choice={{ value, label: value }}
        state={stateOf(filters, field, value)}
        count={facet === undefined ? undefined : (facet[value] ?? 0)}
        layout="rows"
        onChoose={(of, chosen, state) => onChange(withChoice(filters, of, chosen, state))}
      />
    );
  };
  const toggle = (group: string): void =>
    setOpenGroups((open) =>
      open.has(group) ? new Set([...open].filter((item) => item !== group)) : new Set([...open, group]),
    );

  const search = <ListSearch label="Find an industry" text={text} onText={setText} />;
  if (needle !== '') {
    return (
      <fieldset className={choiceClasses.field} aria-label="Industry">
        {search}
        <Found needle={needle} choice={choice} />
      </fieldset>
    );
  }
  const facet = counts?.['industry_groups'];
  const byCount = industryGroups.toSorted((a, b) => (facet?.[b] ?? 0) - (facet?.[a] ?? 0));
  const chosen = [...valuesOf(filters, 'include', 'industries'), ...valuesOf(filters, 'exclude', 'industries')];
  const chosenGroups = byCount.filter((name) => stateOf(filters, 'industryGroups', name) !== 'off');
  const shown = isOpen ? byCount : [...new Set([...chosenGroups, ...byCount.slice(0, firstShown)])];
  return (
    <fieldset className={choiceClasses.field} aria-label="Industry">
      {search}
      {chosen.length > 0 && <div className={classes.chosen}>{chosen.map((name) => choice('industries', name))}</div>}
      <div className={choiceClasses.rows}>
        {shown.map((group) => (
          <Group
            key={group}
            name={group}
            isOpen={openGroups.has(group)}
            onToggle={() => toggle(group)}
            choice={choice}
          />
        ))}
      </div>
      <button type="button" className={choiceClasses.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Show fewer' : `Show all ${industryGroups.length} groups`}
      </button>
    </fieldset>
  );
}

/** Draws an industry or a group that can be chosen. */
type ChoiceOf = (field: ListField & ('industries' | 'industryGroups'), value: string) => ReactNode;

/** What a search finds, groups first. */
function Found({ needle, choice }: { readonly needle: string; readonly choice: ChoiceOf }): ReactNode {
  const isFound = (name: string): boolean => fold(name).includes(needle);
  const groups = industryGroups.filter((name) => isFound(name));
  const found = industries.filter((name) => isFound(name)).slice(0, foundShown);
  return (
    <div className={choiceClasses.rows}>
      {groups.length > 0 && <p className={classes.caption}>Groups</p>}
      {groups.map((name) => choice('industryGroups', name))}
      {found.length > 0 && <p className={classes.caption}>Industries</p>}
      {found.map((name) => choice('industries', name))}
      {groups.length + found.length === 0 && <p className={choiceClasses.nothing}>No match.</p>}
    </div>
  );
}

/** A group, which opens to its industries. */
function Group({
  name,
  isOpen,
  onToggle,
  choice,
}: {
  readonly name: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly choice: ChoiceOf;
}): ReactNode {
  return (
    <div>
      <div className={classes.group}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-label={`Industries in ${name}`}
          onClick={onToggle}
        >
          <IconChevronRight size={13} stroke={2} aria-hidden />
        </button>
        {choice('industryGroups', name)}
      </div>
      {isOpen && (
        <div className={classes.members}>{industriesOfGroup(name).map((member) => choice('industries', member))}</div>
      )}
    </div>
  );
}
