import { columnMappingSchema, type ColumnMapping, type ImportPreview } from '#shared/bridge/workspace.ts';
import { columnKey, type Corrections } from './columnCorrections.ts';

const storageKey = 'winnow.importColumns';

/** Corrections remembered at most; the oldest go first. */
const rememberedAtMost = 500;

/** The corrections of earlier imports for the columns of these files: a header that was corrected once stays so. */
export function savedCorrections(previews: readonly ImportPreview[], storage: Storage): Corrections {
  const saved = readSaved(storage);
  return Object.fromEntries(
    previews.map(({ token, columns }): [string, ColumnMapping] => {
      const known = columns
        .map((column) => [columnKey(column, columns), column.field] as const)
        .filter(([key, field]) => Object.hasOwn(saved, key) && saved[key] !== field)
        .map(([key]) => [key, saved[key] ?? ''] as const);
      return [token, Object.fromEntries(known)];
    }),
  );
}

/** Remembers corrections by header; those of columns without one belong to their file alone. */
export function saveCorrections(corrections: Corrections, storage: Storage): void {
  const named = Object.values(corrections).flatMap((mapping) =>
    Object.entries(mapping).filter(([key]) => !/^#\d+$/.test(key)),
  );
  if (named.length === 0) return;
  const all = { ...readSaved(storage), ...Object.fromEntries(named) };
  try {
    storage.setItem(storageKey, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-rememberedAtMost))));
  } catch {
    // Storage that is full or forbidden loses nothing but this convenience.
  }
}

function readSaved(storage: Storage): ColumnMapping {
  try {
    return columnMappingSchema.parse(JSON.parse(storage.getItem(storageKey) ?? '{}'));
  } catch {
    return {};
  }
}
