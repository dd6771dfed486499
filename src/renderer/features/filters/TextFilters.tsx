import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { maxSearchLength, minSearchLength } from '#shared/domain/choices.ts';
import { isActiveText, type FilterSet } from '#shared/domain/filters.ts';
import classes from './FilterPanel.module.css';
import { excluding, including } from './filterEdits.ts';

/** How long typing rests before the list follows, in milliseconds. */
const typingDelay = 220;

/** Words that must be there, and words that must not (product 3 `textSearch`, product 5). */
export function TextFilters({
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
