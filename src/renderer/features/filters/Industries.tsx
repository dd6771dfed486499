import { IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Choice } from '#shared/domain/choices.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { fold } from '#shared/domain/text.ts';
import { industries, industriesOfGroup, industryGroups } from '#shared/reference/industries.ts';
import { filterFields, type ListField } from '#shared/fields/filterFields.ts';
import { typeGroup } from '../../keyboard/typeAhead.ts';
import { ChoiceButton, EmptyToggle, ListSearch, useChoose, withoutEmpty, type Parted } from './Choices.tsx';
import choiceClasses from './Choices.module.css';
import { stateOf, valuesOf } from './filterEdits.ts';
import { searchable } from './panelKeys.ts';
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
  const needle = fold(text.trim());
  const choose = useChoose(filters, onChange);
  const choice: ChoiceOf = (field, value) => {
    const facet = counts?.[filterFields[field].parameter];
    return (
      <ChoiceButton
        key={`${field} ${value}`}
        field={field}
        value={value}
        label={value}
        state={stateOf(filters, field, value)}
        count={facet === undefined ? undefined : (facet[value] ?? 0)}
        layout="rows"
        hasSearch
        onChoose={choose}
      />
    );
  };
  return (
    <fieldset className={choiceClasses.field} aria-label="Industry" {...typeGroup} {...{ [searchable]: '' }}>
      <ListSearch label="Find an industry" text={text} onText={setText} />
      {needle === '' ? (
        <Groups filters={filters} counts={counts} choice={choice} />
      ) : (
        <Found needle={needle} choice={choice} />
      )}
    </fieldset>
  );
}

/** The groups, those with most matches first, and above them the industries that are chosen. */
function Groups({
  filters,
  counts,
  choice,
}: {
  readonly filters: FilterSet;
  readonly counts: Counts | undefined;
  readonly choice: ChoiceOf;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [showsEmpty, setShowsEmpty] = useState(false);
  const [openGroups, setOpenGroups] = useState<ReadonlySet<string>>(new Set());
  const toggle = (group: string): void =>
    setOpenGroups((open) =>
      open.has(group) ? new Set([...open].filter((item) => item !== group)) : new Set([...open, group]),
    );
  const parted = (names: readonly string[], field: IndustryField): Parted<Choice> =>
    withoutEmpty(named(names), field, filters, counts?.[filterFields[field].parameter]);
  const offered = (names: readonly string[], field: IndustryField): readonly string[] =>
    showsEmpty ? names : parted(names, field).there.map(({ value }) => value);
  const facet = counts?.['industry_groups'];
  const groups = offered(industryGroups, 'industryGroups').toSorted((a, b) => (facet?.[b] ?? 0) - (facet?.[a] ?? 0));
  const chosen = [...valuesOf(filters, 'include', 'industries'), ...valuesOf(filters, 'exclude', 'industries')];
  const chosenGroups = groups.filter((name) => stateOf(filters, 'industryGroups', name) !== 'off');
  const isLonger = groups.length > firstShown;
  const shown = isOpen ? groups : [...new Set([...chosenGroups, ...groups.slice(0, firstShown)])];
  return (
    <>
      {chosen.length > 0 && <div className={classes.chosen}>{chosen.map((name) => choice('industries', name))}</div>}
      <div className={choiceClasses.rows}>
        {shown.map((group) => (
          <Group
            key={group}
            name={group}
            isOpen={openGroups.has(group)}
            onToggle={() => toggle(group)}
            members={() => offered(industriesOfGroup(group), 'industries')}
            choice={choice}
          />
        ))}
      </div>
      {isLonger && (
        <button type="button" className={choiceClasses.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show all ${groups.length} groups`}
        </button>
      )}
      {(isOpen || !isLonger) && (
        <EmptyToggle
          count={parted(industryGroups, 'industryGroups').empty.length}
          isShown={showsEmpty}
          onToggle={setShowsEmpty}
        />
      )}
    </>
  );
}

function named(names: readonly string[]): Choice[] {
  return names.map((value) => ({ value, label: value }));
}

/** Draws an industry or a group that can be chosen. */
type ChoiceOf = (field: IndustryField, value: string) => ReactNode;
type IndustryField = ListField & ('industries' | 'industryGroups');

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
  members,
  choice,
}: {
  readonly name: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** The industries to show in it. */
  readonly members: () => readonly string[];
  readonly choice: ChoiceOf;
}): ReactNode {
  return (
    <div>
      <div data-group className={classes.group}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-label={`Industries in ${name}`}
          data-beside
          onClick={onToggle}
        >
          <IconChevronRight size={13} stroke={2} aria-hidden />
        </button>
        {choice('industryGroups', name)}
      </div>
      {isOpen && <div className={classes.members}>{members().map((member) => choice('industries', member))}</div>}
    </div>
  );
}
