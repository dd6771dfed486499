import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FilterSet } from '#shared/domain/filters.ts';
import { chipsOf } from './filterChips.ts';
import classes from './FilterChips.module.css';

/** What restricts the list, as chips that can be taken away, and the same in one sentence. */
export function FilterChips({
  filters,
  sentence,
  keepsPlace = false,
  isFlush = false,
  onChange,
  onClear,
}: {
  readonly filters: FilterSet;
  /** The filter in plain English, or `''`. */
  readonly sentence: string;
  /** Takes its place also without a chip: the filter panel below must not move under the pointer. */
  readonly keepsPlace?: boolean;
  /** Begins at the very edge, where what it stands in has one of its own. */
  readonly isFlush?: boolean;
  readonly onChange: (filters: FilterSet) => void;
  readonly onClear: () => void;
}): ReactNode {
  const chips = chipsOf(filters);
  if (chips.length === 0 && !keepsPlace) return null;
  return (
    <div className={classes.row} data-none={chips.length === 0} data-flush={isFlush}>
      {chips.length === 0 ? (
        <div className={classes.chips} />
      ) : (
        <ul className={classes.chips} aria-label="Filters in use">
          {chips.map(({ key, label, isExcluded, without }) => (
            <li key={key} className={classes.chip} data-excluded={isExcluded}>
              <span className={classes.label}>
                {isExcluded && <span className={classes.not}>not </span>}
                {label}
              </span>
              <button
                type="button"
                className={classes.remove}
                aria-label={`Remove ${isExcluded ? 'not ' : ''}${label}`}
                onClick={() => onChange(without)}
              >
                <IconX size={12} stroke={2} aria-hidden />
              </button>
            </li>
          ))}
          <li>
            <button type="button" className={classes.clear} onClick={onClear}>
              Clear all
            </button>
          </li>
        </ul>
      )}
      {sentence !== '' && (
        <p className={classes.sentence} title={sentence}>
          {sentence}
        </p>
      )}
    </div>
  );
}
