import type { Company } from '#shared/domain/company.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { ownPrefix } from '#shared/domain/generalFields.ts';
import { canExclude, cellValuesOf, filterFields, type ListField } from '#shared/fields/filterFields.ts';
import { noNames } from '#shared/fields/filterRows.ts';
import { ownColumnOf } from '#shared/fields/ownValues.ts';
import { columnOf, isOwnColumn } from '../../grid/columns.ts';
import { sourcesOf } from '../../ui/knownMarks.ts';
import { stateOf, withChoice, withOnly } from './filterEdits.ts';

/** A value that a company has in a filter, and the filter sets that ask for it or leave it out. */
export interface CellFilter {
  readonly field: ListField;
  readonly value: string;
  /** `Series A`, `Founded 2021`, `51-200 employees` */
  readonly label: string;
  readonly only: (filters: FilterSet) => FilterSet;
  /** Null where the filter can leave nothing out. */
  readonly without: ((filters: FilterSet) => FilterSet) | null;
}

/**
 * What a list can be narrowed by that a cell shows: the values of a company in a column, by the column's id, each with
 * the filter set that asks for it alone and the one that leaves it out. Empty where the column has no filter, or the
 * company nothing in it.
 */
export function cellFilters(company: Company, columnId: string): CellFilter[] {
  const found = (columnOf(columnId)?.filters ?? []).flatMap((field) =>
    valuesIn(company, columnId, field).map((value) => ({
      field,
      value,
      label: filterFields[field].chip(value, noNames),
      only: (filters: FilterSet) => withOnly(filters, field, value),
      without: canExclude(field) ? (filters: FilterSet) => withChoice(filters, field, value, 'out') : null,
    })),
  );
  // An industry may be called as its group is.
  const isTwice = ({ label }: CellFilter): boolean => found.filter((other) => other.label === label).length > 1;
  return found.map((one) =>
    one.field === 'industryGroups' && isTwice(one) ? { ...one, label: `${one.label} (group)` } : one,
  );
}

function valuesIn(company: Company, columnId: string, field: ListField): readonly string[] {
  const row = field === 'known' ? { ...company, knownFrom: sourcesOf(company.id) } : company;
  const has = [...new Set(cellValuesOf(field, row))].filter((value) => value !== '');
  const columnOfValue = (value: string): string => (field === 'ownValues' ? ownColumnOf(value) : value);
  return isOwnColumn(columnId) ? has.filter((value) => `${ownPrefix}${columnOfValue(value)}` === columnId) : has;
}

/** What a command does with a value. */
export type Narrowing = 'only' | 'without';

/** A value that can be chosen for one of the two commands, and what comes of it. */
export interface NarrowChoice {
  readonly label: string;
  /** The column that shows it: `Stage` */
  readonly title: string;
  readonly filters: FilterSet;
}

/**
 * The values of a company by which a list that is filtered already can be narrowed, in the order of the columns. What
 * is unknown, or what the filters already say, is not offered.
 */
export function narrowChoices(
  company: Company,
  columnIds: readonly string[],
  filters: FilterSet,
  narrowing: Narrowing,
): NarrowChoice[] {
  return columnIds.flatMap((id) =>
    cellFilters(company, id).flatMap(({ field, value, label, only, without }) => {
      const change = narrowing === 'only' ? only : without;
      const isThere = narrowing === 'without' && stateOf(filters, field, value) === 'out';
      if (change === null || isThere || value === 'unknown') return [];
      return [{ label, title: columnOf(id)?.title ?? '', filters: change(filters) }];
    }),
  );
}
