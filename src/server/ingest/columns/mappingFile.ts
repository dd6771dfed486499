import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseBoundedJson } from '#shared/boundedJson.ts';
import { columnMappingSchema, type ColumnMapping } from '#shared/bridge/workspace.ts';
import { AppError } from '#shared/errors.ts';
import { fieldNames } from './fields.ts';

/**
 * Reads a saved mapping (`--map FILE`): a JSON object of headers (or `#3` for the third column) and field names, `""`
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
  throw new AppError('bad_file', `${name}: “${column}” is mapped to what is no field. Fields are: ${fields}.`);
}
