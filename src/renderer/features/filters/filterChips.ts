import { isActiveText, type FilterSet } from '#shared/domain/filters.ts';
import { canExclude, wireValues, type FilterField } from '#shared/fields/filterFields.ts';
import { excluding, including, isListField, withChoice } from './filterEdits.ts';
import { chipOrder, valueLabel } from './filterFields.ts';

/** A removable chip: one thing that restricts the list. */
export interface FilterChip {
  readonly key: string;
  readonly field: FilterField;
  readonly label: string;
  readonly isExcluded: boolean;
  /** The filter set without it. */
  readonly without: FilterSet;
}

/** Everything that restricts a list, as chips, in the order of the panel. */
export function chipsOf(filters: FilterSet): FilterChip[] {
  return chipOrder.flatMap((field) => [
    ...wireValues(filters.include[field])
      .filter(isWanted(field))
      .map(chipOf(filters, field, false)),
    ...(canExclude(field)
      ? wireValues(filters.exclude[field])
          .filter(isWanted(field))
          .map(chipOf(filters, field, true))
      : []),
  ]);
}

/** A text that is too short to be searched for restricts nothing. */
function isWanted(field: FilterField): (value: string) => boolean {
  return (value) => field !== 'textSearch' || isActiveText(value);
}

function chipOf(filters: FilterSet, field: FilterField, isExcluded: boolean): (value: string) => FilterChip {
  return (value) => {
    const key = `${isExcluded ? '-' : ''}${field} ${value}`;
    return {
      key,
      field,
      label: valueLabel(field, value),
      isExcluded,
      without: withoutValue(filters, field, value, isExcluded),
    };
  };
}

function withoutValue(filters: FilterSet, field: FilterField, value: string, isExcluded: boolean): FilterSet {
  if (isListField(field)) return withChoice(filters, field, value, 'off');
  if (field === 'textSearch') {
    return isExcluded ? excluding(filters, { textSearch: '' }) : including(filters, { textSearch: '' });
  }
  return including(filters, { [field]: null });
}
