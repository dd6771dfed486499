import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FilterSet } from '#shared/domain/filters.ts';
import { isActiveText } from '#shared/domain/searchText.ts';
import {
  canExclude,
  filterFields,
  isListField,
  panelFields,
  wireValues,
  type FilterField,
} from '#shared/fields/filterFields.ts';
import { noNames, type FilterNames } from '#shared/fields/filterRows.ts';
import { useFilterNames } from '../../data/filterNames.ts';
import { keepsKeys } from '../../keyboard/regions.ts';
import { excluding, including, withChoice } from './filterEdits.ts';
import classes from './FilterChips.module.css';

/** What restricts the list, as chips that can be taken away, and the same in one sentence. */
export function FilterChips({
  filters,
  sentence,
  keepsPlace = false,
  isFlush = false,
  beside = null,
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
  /** Stands behind the sentence. */
  readonly beside?: ReactNode;
  readonly onChange: (filters: FilterSet) => void;
  readonly onClear: () => void;
}): ReactNode {
  const names = useFilterNames(filters);
  const chips = chipsOf(filters, names);
  if (chips.length === 0 && !keepsPlace) return null;
  return (
    <div className={classes.row} data-none={chips.length === 0} data-flush={isFlush} {...keepsKeys}>
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
        <div className={classes.said}>
          <p className={classes.sentence} title={sentence}>
            {sentence}
          </p>
          {beside}
        </div>
      )}
    </div>
  );
}

/** A removable chip: one thing that restricts the list. */
export interface FilterChip {
  readonly key: string;
  readonly field: FilterField;
  readonly label: string;
  readonly isExcluded: boolean;
  /** The filter set without it. */
  readonly without: FilterSet;
}

/** Everything that restricts a list, as chips, in the order of the panel; `names` are those of the user's own lists. */
export function chipsOf(filters: FilterSet, names: FilterNames = noNames): FilterChip[] {
  return panelFields.flatMap((field) => [
    ...wireValues(filters.include[field])
      .filter(isWanted(field))
      .map(chipOf(filters, field, false, names)),
    ...(canExclude(field)
      ? wireValues(filters.exclude[field])
          .filter(isWanted(field))
          .map(chipOf(filters, field, true, names))
      : []),
  ]);
}

/** A text that is too short to be searched for restricts nothing. */
function isWanted(field: FilterField): (value: string) => boolean {
  return (value) => field !== 'textSearch' || isActiveText(value);
}

function chipOf(
  filters: FilterSet,
  field: FilterField,
  isExcluded: boolean,
  names: FilterNames,
): (value: string) => FilterChip {
  return (value) => {
    const label = filterFields[field].chip(value, names);
    const key = `${isExcluded ? '-' : ''}${field} ${value}`;
    return {
      key,
      field,
      label: isExcluded ? afterNot(label) : label,
      isExcluded,
      without: withoutValue(filters, field, value, isExcluded),
    };
  };
}

/** Words that begin a chip, and stand after “not” as in a sentence; names of values keep their first letter. */
const beginnings = /^(?:In|From|Has|Data)\b/;

function afterNot(label: string): string {
  return label.replace(beginnings, (word) => word.toLowerCase());
}

function withoutValue(filters: FilterSet, field: FilterField, value: string, isExcluded: boolean): FilterSet {
  if (isListField(field)) return withChoice(filters, field, value, 'off');
  if (field === 'textSearch') {
    return isExcluded ? excluding(filters, { textSearch: '' }) : including(filters, { textSearch: '' });
  }
  return including(filters, { [field]: null });
}
