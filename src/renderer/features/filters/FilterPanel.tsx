import { TextInput, ActionIcon, Button } from '@mantine/core';
import { IconChevronRight, IconX } from '@tabler/icons-react';
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Facets } from '#shared/api/schemas.ts';
import { maxSearchLength, minSearchLength } from '#shared/domain/choices.ts';
import { type FilterSet, emptyFilters } from '#shared/domain/filters.ts';
import { isActiveText, whileTyping } from '#shared/domain/searchText.ts';
import {
  filterFieldNames,
  filterFields,
  isFlagField,
  isListField,
  rowOf,
  type FilterField,
  type FlagField,
} from '#shared/fields/filterFields.ts';
import { filterSections, type FilterSectionId, type PanelPart } from '#shared/fields/filterRows.ts';
import { useKnownSources } from '../../data/known.ts';
import { typeGroup } from '../../keyboard/typeAhead.ts';
import { ChoiceCount, Choices, matchesText } from './Choices.tsx';
import { Discovered } from './Discovered.tsx';
import { chipsOf } from './FilterChips.tsx';
import { Industries } from './Industries.tsx';
import { FromFiles, hasFileFilters } from './FromFiles.tsx';
import { Known } from './Known.tsx';
import { MyLists } from './MyLists.tsx';
import { excluding, including } from './filterEdits.ts';
import { Ranges } from './Ranges.tsx';
import { ThesisEditor } from './ThesisEditor.tsx';
import { panelKeys, usePanelKeys } from './panelKeys.ts';
import classes from './FilterPanel.module.css';

/** Sections that are open before the user has opened or closed any. */
const openAtFirst: ReadonlySet<string> = new Set(['stage', 'place', 'industry']);

/** The panel as a region: letters type in it, and it sees to some keys itself. */
const panelMarks = { 'data-region': 'filters', 'data-letters': 'type', 'data-keeps': panelKeys } as const;

/** What a part of the panel gets. */
interface PartProps {
  /** The filters of the section. */
  readonly fields: readonly FilterField[];
  readonly filters: FilterSet;
  readonly counts: Facets['facets'] | undefined;
  readonly ownList: number | undefined;
  readonly onChange: (filters: FilterSet) => void;
}

const panelParts: Readonly<Record<Exclude<PanelPart, 'words'>, (props: PartProps) => ReactNode>> = {
  industries: Industries,
  discovered: Discovered,
  fromFiles: FromFiles,
  myLists: MyLists,
  known: Known,
  ranges: Ranges,
};

/** A section, the filters in it, and the parts that draw several of them. The words stand above all sections. */
interface Section {
  readonly id: FilterSectionId;
  readonly fields: readonly FilterField[];
  readonly parts: readonly (keyof typeof panelParts)[];
}

const sectionIds = (Object.keys(filterSections) as FilterSectionId[]).filter((id) => id !== 'words');

const sections: readonly Section[] = sectionIds.map((id) => {
  const fields = filterFieldNames.filter((field) => filterFields[field].section === id);
  const parts = fields
    .map((field) => rowOf(field).panel)
    .filter((panel) => typeof panel === 'string' && panel !== 'words');
  return { id, fields, parts: [...new Set(parts)] };
});

/**
 * Every field of the filter set (product 3). It changes the list as one clicks and types; `facets` are the live counts
 * beside the values, undefined where there are none.
 */
export function FilterPanel({
  filters,
  facets,
  findsParts = false,
  ownList,
  panel,
  onChange,
  onClose,
  toList,
}: {
  readonly filters: FilterSet;
  readonly facets: Facets | undefined;
  /** The words are looked for anywhere in a text, also within words (product 5.7). */
  readonly findsParts?: boolean;
  /** The smart list whose filters they are. */
  readonly ownList?: number;
  /** The panel's element, for its keys. */
  readonly panel?: RefObject<HTMLElement | null>;
  readonly onChange: (filters: FilterSet) => void;
  /** Absent where the panel is in a dialog, as is `toList`, which gives the list the keyboard back. */
  readonly onClose?: () => void;
  readonly toList?: () => void;
}): ReactNode {
  const inDialog = useRef<HTMLElement>(null);
  const element = panel ?? inDialog;
  const hint = useId();
  usePanelKeys(element, toList, onClose);
  const shown = useShownSections(filters);
  // As many as there are chips to take away.
  const active = chipsOf(filters).length;
  return (
    <aside
      ref={element}
      className={classes.panel}
      aria-label="Filters"
      aria-describedby={hint}
      tabIndex={-1}
      {...panelMarks}
    >
      <header className={classes.head}>
        <h2 className={classes.title}>Filters</h2>
        {active > 0 && <span className={classes.badge}>{active}</span>}
        <span className={classes.space} />
        <Button
          variant="subtle"
          size="compact-xs"
          className={classes.clear}
          disabled={active === 0}
          onClick={() => onChange(emptyFilters())}
        >
          Clear all
        </Button>
        {onClose !== undefined && (
          <ActionIcon aria-label="Close filters" size="sm" onClick={onClose}>
            <IconX size={15} stroke={1.8} />
          </ActionIcon>
        )}
      </header>
      <div className={classes.sections}>
        <TextFilters filters={filters} findsParts={findsParts} ownList={ownList} onChange={onChange} />
        {shown.map((section) => (
          <SectionOf
            key={section.id}
            section={section}
            filters={filters}
            facets={facets}
            ownList={ownList}
            onChange={onChange}
          />
        ))}
      </div>
      <KeyHint id={hint} leadsBack={toList !== undefined} />
    </aside>
  );
}

/** The sections but that of known companies, from which there is something to choose once a file was imported. */
function useShownSections(filters: FilterSet): readonly Section[] {
  const hasSources = (useKnownSources() ?? []).length > 0;
  const isAsked = filters.include.known.length + filters.exclude.known.length > 0;
  return hasSources || isAsked ? sections : sections.filter(({ id }) => id !== 'known');
}

function KeyHint({ id, leadsBack }: { readonly id: string; readonly leadsBack: boolean }): ReactNode {
  return (
    <p id={id} className={classes.hint}>
      ↑↓ move · Enter include · - exclude{leadsBack && ' · Esc back'}
    </p>
  );
}

function SectionOf({
  section: { id, fields, parts },
  filters,
  facets,
  ownList,
  onChange,
}: {
  readonly section: Section;
  readonly filters: FilterSet;
  readonly facets: Facets | undefined;
  readonly ownList: number | undefined;
  readonly onChange: (filters: FilterSet) => void;
}): ReactNode {
  const [isOpen, setOpen] = useState(openAtFirst.has(id));
  const { section, openedBy } = useShownWhole(isOpen);
  const chosen = chipsOf(filters).filter(({ field }) => fields.includes(field)).length;
  // There is something to choose from only once files were imported.
  if (parts.includes('fromFiles') && !hasFileFilters(filters, facets?.facets)) return null;
  const lists = fields.filter(isListField).flatMap((field) => {
    const { panel } = filterFields[field];
    return typeof panel === 'string' ? [] : panel.map((list) => ({ field, list }));
  });
  return (
    <section ref={section} className={classes.section} {...typeGroup}>
      <button
        type="button"
        className={classes.sectionHead}
        aria-expanded={isOpen}
        onClick={(event) => {
          openedBy(event);
          setOpen(!isOpen);
        }}
      >
        <IconChevronRight size={14} stroke={2} aria-hidden />
        {filterSections[id]}
        {chosen > 0 && <span className={classes.badge}>{chosen}</span>}
      </button>
      {isOpen && (
        <div className={classes.content}>
          {lists.map(({ field, list }) => (
            <div key={list.title}>
              {lists.length > 1 && <h3 className={classes.fieldTitle}>{list.title}</h3>}
              <Choices
                field={field}
                list={list}
                filters={filters}
                counts={facets?.facets[filterFields[field].parameter]}
                onChange={onChange}
              />
            </div>
          ))}
          {fields.filter(isFlagField).map((field) => (
            <FlagChoice
              key={field}
              field={field}
              filters={filters}
              counts={facets?.facets[filterFields[field].parameter]}
              onChange={onChange}
            />
          ))}
          {parts.map((name) => {
            const Part = panelParts[name];
            const props = { fields, filters, counts: facets?.facets, ownList, onChange };
            return <Part key={name} {...props} />;
          })}
        </div>
      )}
    </section>
  );
}

/**
 * Scrolls to a section that has been opened by a key: all of it if it fits, else its beginning. Under a pointer nothing
 * moves.
 */
function useShownWhole(isOpen: boolean): {
  readonly section: RefObject<HTMLElement | null>;
  readonly openedBy: (click: { readonly detail: number }) => void;
} {
  const section = useRef<HTMLElement>(null);
  const isByKey = useRef(false);
  useLayoutEffect(() => {
    if (isOpen && isByKey.current) {
      section.current?.scrollIntoView({ block: 'nearest' });
      section.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
    }
    isByKey.current = false;
  }, [isOpen]);
  return {
    section,
    // Of a click that a key made, the number of clicks is 0.
    openedBy: ({ detail }) => {
      isByKey.current = detail === 0;
    },
  };
}

/** Yes, no, or either. */
function FlagChoice({
  field,
  filters,
  counts,
  onChange,
}: {
  readonly field: FlagField;
  readonly filters: FilterSet;
  readonly counts: Readonly<Record<string, number>> | undefined;
  readonly onChange: (filters: FilterSet) => void;
}): ReactNode {
  const { title, yes, no } = filterFields[field].panel;
  const choices = [
    { value: null, label: 'Any' },
    { value: true, label: yes },
    { value: false, label: no },
  ];
  return (
    <fieldset className={classes.segments} aria-label={title} {...typeGroup}>
      {choices.map(({ value, label }) => {
        const count = value === null || counts === undefined ? undefined : (counts[String(value)] ?? 0);
        return (
          <button
            key={label}
            type="button"
            className={classes.segment}
            aria-pressed={filters.include[field] === value}
            aria-label={`${label}${matchesText(count)}`}
            onClick={() => onChange(including(filters, { [field]: value }))}
          >
            {label} <ChoiceCount count={count} />
          </button>
        );
      })}
    </fieldset>
  );
}

/** How long typing rests before the list follows, in milliseconds. */
const typingDelay = 220;

/** Words that must be there, and words that must not (product 3 `textSearch`, product 5). */
function TextFilters({
  filters,
  findsParts,
  ownList,
  onChange,
}: Omit<PartProps, 'counts' | 'fields'> & { readonly findsParts: boolean }): ReactNode {
  // A beginning finds longer words only until the word is complete.
  const typed = findsParts ? (text: string) => text : whileTyping;
  return (
    <div className={classes.text}>
      <TextField
        label="Contains"
        isFirst
        placeholder="Name or description"
        value={filters.include.textSearch}
        typed={typed}
        onText={(textSearch) => onChange(including(filters, { textSearch }))}
      />
      {/* Parts of words have no numbers of their own. */}
      {!findsParts && (
        <ThesisEditor
          filters={filters}
          ownList={ownList}
          onText={(textSearch) => onChange(including(filters, { textSearch }))}
        />
      )}
      <TextField
        label="Does not contain"
        placeholder="Exclude companies that mention…"
        value={filters.exclude.textSearch}
        typed={typed}
        onText={(textSearch) => onChange(excluding(filters, { textSearch }))}
      />
    </div>
  );
}

/** A text field that the list follows at each pause in typing, and with Enter or on leaving it. */
function TextField({
  label,
  placeholder,
  value,
  typed,
  isFirst = false,
  onText,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** What a text says as long as it is being typed. */
  readonly typed: (text: string) => string;
  /** The panel's first field, where its key leads to. */
  readonly isFirst?: boolean;
  readonly onText: (text: string) => void;
}): ReactNode {
  const [draft, setDraft] = useState<string | null>(null);
  /** The draft that the list follows, and what was said for it. */
  const [said, setSaid] = useState<{ readonly draft: string; readonly text: string } | null>(null);
  const latest = useRef({ typed, onText });
  useEffect(() => {
    latest.current = { typed, onText };
  });
  useEffect(() => {
    if (draft === null) return undefined;
    const timer = setTimeout(() => {
      const text = latest.current.typed(draft);
      setSaid({ draft, text });
      latest.current.onText(text);
    }, typingDelay);
    return () => clearTimeout(timer);
  }, [draft]);
  // The words were changed elsewhere, such as by removing their chip.
  if (said !== null && said.draft === draft && said.text !== value) {
    setDraft(null);
    setSaid(null);
  }
  const complete = (): void => {
    if (draft === null) return;
    setDraft(null);
    setSaid(null);
    onText(draft);
  };
  const text = draft ?? value;
  const isTooShort = text.trim() !== '' && !isActiveText(text);
  return (
    <TextInput
      size="xs"
      label={label}
      placeholder={placeholder}
      value={text}
      maxLength={maxSearchLength}
      error={isTooShort ? `At least ${minSearchLength} characters.` : undefined}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={complete}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) complete();
      }}
      spellCheck={false}
      autoComplete="off"
      {...(isFirst ? { 'data-region-focus': '' } : {})}
    />
  );
}
