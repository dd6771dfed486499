import {
  canExclude,
  conditionsOf,
  filterFieldNames,
  passesOf,
  rowOf,
  wireValues,
  type FilterField,
  type ValueOf,
} from '../fields/filterFields.ts';
import type { MatchableRow, MatchContext } from '../fields/filterRows.ts';
import type { FilterSet } from './filters.ts';
import { isActiveText } from './searchText.ts';

/**
 * Whether a row passes a filter set: any of the values within a field, all fields together, exclude fields inverted
 * (product 5). Agrees with the server for every field but text, which here is a case-insensitive substring
 * (docs/api.md).
 */
export function matchesFilters(row: MatchableRow, filters: FilterSet, context: MatchContext): boolean {
  return matcherOf(filters, context)(row);
}

/** The same for many rows: the filters are worked out once, as most sets filter by little. */
export function matcherOf({ include, exclude }: FilterSet, context: MatchContext): (row: MatchableRow) => boolean {
  const tests: ((row: MatchableRow) => boolean)[] = [];
  const add = (field: FilterField, wanted: ValueOf<FilterField>, isIncluded: boolean): void => {
    const passes = testOf(field, wanted, context);
    if (passes !== null) tests.push((row) => passes(row) === isIncluded);
  };
  for (const field of filterFieldNames) {
    add(field, include[field], true);
    if (!canExclude(field)) continue;
    // Each value leaves out what has it, also where several are asked of different things.
    if (conditionsOf(field) === undefined) add(field, exclude[field], false);
    else for (const value of wireValues(exclude[field])) add(field, [value] as ValueOf<FilterField>, false);
  }
  return (row) => tests.every((passes) => passes(row));
}

/** Whether a row has a value of a filter; null if it does not filter. */
function testOf(
  field: FilterField,
  wanted: ValueOf<FilterField>,
  context: MatchContext,
): ((row: MatchableRow) => boolean) | null {
  const filter = rowOf(field);
  const values = wireValues(wanted);
  if (values.length === 0) return null;
  if (filter.kind === 'text') {
    const text = values.join('');
    return isActiveText(text) ? (row) => filter.matches(row, text, context) : null;
  }
  if (filter.kind === 'days') return (row) => filter.matches(row, Number(values[0]), context);
  return passesOf(field, values);
}
