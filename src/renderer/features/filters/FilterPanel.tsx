import { TextInput, ActionIcon, Button } from '@mantine/core';
import { IconChevronRight, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode, useMemo } from 'react';
import type { Facets } from '#shared/api/schemas.ts';
import { maxSearchLength, minSearchLength } from '#shared/domain/choices.ts';
import { isActiveText, type FilterSet, emptyFilters } from '#shared/domain/filters.ts';
import { filterFields } from '#shared/fields/filterFields.ts';
import { Choices } from './Choices.tsx';
import { Discovered } from './Discovered.tsx';
import { chipsOf } from './FilterChips.tsx';
import { Industries } from './Industries.tsx';
import { excluding, including } from './filterEdits.ts';
import { filterSections, type FilterSection, type FlagField, type PanelPart } from './filterFields.ts';
import classes from './FilterPanel.module.css';

/** Sections that are open before the user has opened or closed any. */
const openAtFirst: ReadonlySet<string> = new Set(['stage', 'place', 'industry']);

/** What a part of the panel gets. */
interface PartProps {
  readonly filters: FilterSet;
  readonly counts: Facets['facets'] | undefined;
  readonly onChange: (filters: FilterSet) => void;
}

const panelParts: Readonly<Record<PanelPart, (props: PartProps) => ReactNode>> = {
  industries: Industries,
  discovered: Discovered,
};

/**
 * Every field of the filter set (product 3). It changes the list as one clicks and types; `facets` are the live counts
 * beside the values, undefined where there are none.
 */
export function FilterPanel({
  filters,
  facets,
  onChange,
  onClose,
}: {
  readonly filters: FilterSet;
  readonly facets: Facets | undefined;
  readonly onChange: (filters: FilterSet) => void;
  /** Absent where the panel is the dialog's whole content. */
  readonly onClose?: () => void;
}): ReactNode {
  const sections = useMemo(() => filterSections(), []);
  // As many as there are chips to take away.
  const active = chipsOf(filters).length;
  return (
    <aside className={classes.panel} aria-label="Filters" data-region="filters">
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
          <ActionIcon aria-label="Close the filters" size="sm" onClick={onClose}>
            <IconX size={15} stroke={1.8} />
          </ActionIcon>
        )}
      </header>
      <div className={classes.sections}>
        <TextFilters filters={filters} onChange={onChange} />
        {sections.map((section) => (
          <Section key={section.id} section={section} filters={filters} facets={facets} onChange={onChange} />
        ))}
      </div>
    </aside>
  );
}

function Section({
  section: { id, title, filters: names, fields, flags, parts },
  filters,
  facets,
  onChange,
}: {
  readonly section: FilterSection;
  readonly filters: FilterSet;
  readonly facets: Facets | undefined;
  readonly onChange: (filters: FilterSet) => void;
}): ReactNode {
  const [isOpen, setOpen] = useState(openAtFirst.has(id));
  const chosen = chipsOf(filters).filter(({ field }) => names.includes(field)).length;
  return (
    <section className={classes.section}>
      <button type="button" className={classes.sectionHead} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconChevronRight size={14} stroke={2} aria-hidden />
        {title}
        {chosen > 0 && <span className={classes.badge}>{chosen}</span>}
      </button>
      {isOpen && (
        <div className={classes.content}>
          {fields.map((field) => (
            <div key={field.title}>
              {fields.length > 1 && <h3 className={classes.fieldTitle}>{field.title}</h3>}
              <Choices
                field={field}
                filters={filters}
                counts={facets?.facets[filterFields[field.field].parameter]}
                onChange={onChange}
              />
            </div>
          ))}
          {flags.map((flag) => (
            <FlagChoice key={flag.field} flag={flag} filters={filters} onChange={onChange} />
          ))}
          {parts.map((name) => {
            const Part = panelParts[name];
            return <Part key={name} filters={filters} counts={facets?.facets} onChange={onChange} />;
          })}
        </div>
      )}
    </section>
  );
}

/** Yes, no, or either. */
function FlagChoice({
  flag: { field, title, yes, no },
  filters,
  onChange,
}: {
  readonly flag: FlagField;
  readonly filters: FilterSet;
  readonly onChange: (filters: FilterSet) => void;
}): ReactNode {
  const choices = [
    { value: null, label: 'Any' },
    { value: true, label: yes },
    { value: false, label: no },
  ];
  return (
    <fieldset className={classes.segments} aria-label={title}>
      {choices.map(({ value, label }) => (
        <button
          key={label}
          type="button"
          className={classes.segment}
          aria-pressed={filters.include[field] === value}
          onClick={() => onChange(including(filters, { [field]: value }))}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

/** How long typing rests before the list follows, in milliseconds. */
const typingDelay = 220;

/** Words that must be there, and words that must not (product 3 `textSearch`, product 5). */
function TextFilters({
  filters,
  onChange,
}: {
  readonly filters: FilterSet;
  readonly onChange: (filters: FilterSet) => void;
}): ReactNode {
  return (
    <div className={classes.text}>
      <TextField
        label="Words"
        placeholder="In name and description"
        value={filters.include.textSearch}
        onText={(textSearch) => onChange(including(filters, { textSearch }))}
      />
      <TextField
        label="Without the words"
        placeholder="Leaves companies out"
        value={filters.exclude.textSearch}
        onText={(textSearch) => onChange(excluding(filters, { textSearch }))}
      />
    </div>
  );
}

/** A text field that waits for a pause in typing. */
function TextField({
  label,
  placeholder,
  value,
  onText,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onText: (text: string) => void;
}): ReactNode {
  const [draft, setDraft] = useState<string | null>(null);
  const latest = useRef(onText);
  useEffect(() => {
    latest.current = onText;
  });
  useEffect(() => {
    if (draft === null) return undefined;
    const timer = setTimeout(() => {
      latest.current(draft);
      setDraft(null);
    }, typingDelay);
    return () => clearTimeout(timer);
  }, [draft]);
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
      spellCheck={false}
      autoComplete="off"
    />
  );
}
