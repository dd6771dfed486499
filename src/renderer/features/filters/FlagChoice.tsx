import type { ReactNode } from 'react';
import type { FilterSet } from '#shared/domain/filters.ts';
import classes from './FilterPanel.module.css';
import { including } from './filterEdits.ts';
import type { FlagField } from './filterFields.ts';

/** Yes, no, or either. */
export function FlagChoice({
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
