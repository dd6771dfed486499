import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseBoundedJson } from '#shared/boundedJson.ts';
import { type ColumnMapping, columnMappingSchema } from '#shared/bridge/workspace.ts';
import { AppError } from '#shared/errors.ts';
import { type FieldName, fieldNames, headerKey } from './fields.ts';

/** What the user has chosen, by column. */
export function readMapping(
  mapping: ColumnMapping,
  headers: readonly string[] | null,
  width: number,
): Map<number, FieldName | ''> {
  const given = new Map<number, FieldName | ''>();
  for (const [column, field] of Object.entries(mapping)) {
    const number = /^#(\d+)$/.exec(column);
    const wanted = headerKey(column);
    for (let index = 0; index < width; index++) {
      const isMeant = number === null ? headerKey(headers?.[index] ?? '') === wanted : Number(number[1]) === index + 1;
      if (isMeant) given.set(index, field);
    }
  }
  return given;
}

/**
 * Reads a saved mapping (`--map FILE`): a JSON object from headers (or `#3` for the third column) to field names, `""`
 * to leave a column out. Throws `bad_file` naming file and reason.
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
  throw new AppError('bad_file', `${name}: “${column}” is not mapped to a field. Fields are: ${fields}.`);
}
