import type { Facets } from '#shared/api/schemas.ts';
import { fundedTagGroups, highlightGroups } from '#shared/domain/choices.ts';
import { matcherOf, type MatchableRow, type MatchContext } from '#shared/domain/filterMatch.ts';
import { activeFieldCount, emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import { filterFieldNames, filterFields, type ListField } from '#shared/fields/filterFields.ts';
import { isListField, valuesOf, withChoice, withoutFields } from '../features/filters/filterEdits.ts';
import { valuesOfCompany } from './reasons.ts';

type ValuesOf = (row: MatchableRow) => readonly string[];

/**
 * The values of rows that were counted before, by field. They are counted again with every decision, and reading them
 * takes most of the time; a row that has changed is another object.
 */
const readBefore = new WeakMap<MatchableRow, Map<ListField, readonly string[]>>();

/**
 * What `facets` of a search are, for rows that are all here: of each value how many rows have it among those that pass
 * the other fields.
 */
export function rowFacets(rows: readonly MatchableRow[], filters: FilterSet, context: MatchContext): Facets {
  const passing = (wanted: FilterSet): MatchableRow[] => rows.filter(matcherOf(wanted, context));
  const all = activeFieldCount(filters) === 0 ? rows : passing(filters);
  const facets: Facets['facets'] = {};
  for (const field of filterFieldNames.filter(isListField)) {
    const read = valuesIn(field, context);
    if (read === undefined) continue;
    const isAsked = [valuesOf(filters, 'include', field), valuesOf(filters, 'exclude', field)].flat().length > 0;
    facets[filterFields[field].parameter] = counted(
      isAsked ? passing(withoutFields(filters, [field])) : all,
      field,
      read,
    );
  }
  return { count: all.length, facets };
}

/** How the values of a field are read from a row; those that stand for several are tried. */
function valuesIn(field: ListField, context: MatchContext): ValuesOf | undefined {
  const groups =
    field === 'companyHighlightGroup' ? highlightGroups : field === 'fundedTagGroup' ? fundedTagGroups : null;
  if (groups === null) return valuesOfCompany[field] ?? undefined;
  const tried = groups.map(({ value }) => ({
    value,
    matches: matcherOf(withChoice(emptyFilters(), field, value, 'in'), context),
  }));
  return (row) => tried.filter(({ matches }) => matches(row)).map(({ value }) => value);
}

function counted(rows: readonly MatchableRow[], field: ListField, read: ValuesOf): Record<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const value of valuesOnce(row, field, read)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

/** The values of a row in a field, each once. */
function valuesOnce(row: MatchableRow, field: ListField, read: ValuesOf): readonly string[] {
  const fields = readBefore.get(row) ?? new Map<ListField, readonly string[]>();
  if (fields.size === 0) readBefore.set(row, fields);
  const known = fields.get(field);
  if (known !== undefined) return known;
  const values = [...new Set(read(row))];
  fields.set(field, values);
  return values;
}
