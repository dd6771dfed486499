import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseBoundedJson } from '#shared/boundedJson.ts';
import { type ColumnMapping, columnMappingSchema, type ColumnReading } from '#shared/bridge/workspace.ts';
import { AppError } from '#shared/errors.ts';
import { fieldNames } from './fields.ts';
import { headerKey } from './headerKey.ts';

/** How the user wants columns to be read, by their places. */
export type ColumnReadings = ReadonlyMap<number, ColumnReading>;

/** The choices of a mapping, by the places of the columns that it names. */
export function readMapping(mapping: ColumnMapping, headers: readonly string[] | null, width: number): ColumnReadings {
  const given = new Map<number, ColumnReading>();
  for (const [column, chosen] of Object.entries(mapping)) {
    const number = /^#(\d+)$/.exec(column);
    const wanted = headerKey(column);
    for (let index = 0; index < width; index++) {
      const isMeant = number === null ? headerKey(headers?.[index] ?? '') === wanted : Number(number[1]) === index + 1;
      if (isMeant) given.set(index, typeof chosen === 'string' ? { field: chosen } : chosen);
    }
  }
  return given;
}

/** A mapping may name the column of companies' names. */
export function mapsNames(mapping: ColumnMapping): boolean {
  return Object.values(mapping).some((chosen) => (typeof chosen === 'string' ? chosen : chosen.field) === 'name');
}

/**
 * Reads a saved mapping (`--map FILE`): a JSON object from headers (or `#3` for the third column) to field names, `""`
 * to leave a column out, or to objects that say how its values are read. Throws `bad_file` naming file and reason.
 */
export async function readMappingFile(path: string): Promise<ColumnMapping> {
  const name = basename(path);
  let parsed: unknown;
  try {
    parsed = parseBoundedJson(await readFile(path, 'utf8'));
  } catch (error) {
    throw new AppError('bad_file', `${name}: the mapping cannot be read as JSON.`, { cause: error });
  }
  const mapping = columnMappingSchema.safeParse(parsed);
  if (mapping.success) return mapping.data;
  const [issue] = mapping.error.issues;
  const column = issue?.path.join('.') ?? '';
  const fields = fieldNames.join(', ');
  throw new AppError(
    'bad_file',
    `${name}: “${column}” is not mapped to a field, or to an object of “field”, “order” (dayFirst, monthFirst), ` +
      `“unit” (ones, thousands, millions) and “currency”. Fields are: ${fields}.`,
  );
}
