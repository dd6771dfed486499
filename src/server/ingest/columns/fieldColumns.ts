import type { ColumnMatch } from '#shared/bridge/workspace.ts';
import { type FieldName, fieldNames } from './fields.ts';

/** The columns of each field, most certain first. */
export type FieldColumns = ReadonlyMap<FieldName, readonly number[]>;

/** The columns of each field, most certain first; own columns are apart (`ownColumnsIn`). */
export function fieldColumns(columns: readonly ColumnMatch[]): FieldColumns {
  const result = new Map<FieldName, number[]>();
  for (const column of columns.toSorted((a, b) => b.confidence - a.confidence || a.index - b.index)) {
    const field = fieldNames.find((name) => name === column.field);
    if (field !== undefined && field !== 'own') result.set(field, [...(result.get(field) ?? []), column.index]);
  }
  return result;
}

/** The columns of people who are not said to be founders: those of a team, by how sure their field is. */
export function teamsIn(columns: readonly ColumnMatch[]): ReadonlySet<number> {
  return new Set(
    columns.filter(({ field, confidence }) => field === 'founders' && confidence <= 0.5).map(({ index }) => index),
  );
}
