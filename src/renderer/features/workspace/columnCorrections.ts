import { z } from 'zod';
import {
  columnReadingSchema,
  type ColumnMapping,
  type ColumnMatch,
  type ColumnReading,
  type ImportPreview,
} from '#shared/bridge/workspace.ts';
import { importFieldNames, type ImportFieldName } from '#shared/domain/importFields.ts';

/** The user's corrections, by the file's token; columns recognised correctly are not in it. */
export type Corrections = Readonly<Record<string, ColumnMapping>>;

/** A column's name in a mapping: its header, or its position if the header is empty or appears twice. */
function columnKey(column: ColumnMatch, columns: readonly ColumnMatch[]): string {
  const isUnique = columns.filter(({ header }) => header === column.header).length === 1;
  return column.header !== '' && isUnique ? column.header : `#${column.index + 1}`;
}

/** The field a column goes to: the user's choice, else what was recognised; `''` if it is left out. */
export function fieldOf(column: ColumnMatch, preview: ImportPreview, corrections: Corrections): string {
  const chosen = corrections[preview.token]?.[columnKey(column, preview.columns)];
  if (typeof chosen === 'string') return chosen;
  return chosen?.field ?? (answers(chosen, column) ? column.open?.field : undefined) ?? column.field;
}

/** How the user wants a column's values to be read. */
export function readingOf(column: ColumnMatch, preview: ImportPreview, corrections: Corrections): ColumnReading {
  const chosen = corrections[preview.token]?.[columnKey(column, preview.columns)];
  return typeof chosen === 'object' ? chosen : {};
}

/** A reading may say what a column must tell to be a field: of an amount its currency alone does not. */
function answers({ order, unit, currency }: ColumnReading = {}, { open }: ColumnMatch): boolean {
  return open?.parts.includes('unit') === true ? unit !== undefined : (order ?? currency) !== undefined;
}

function saysHow(reading: ColumnReading | undefined): boolean {
  return reading?.order !== undefined || reading?.unit !== undefined || reading?.currency !== undefined;
}

/**
 * Says how a column's values are read. Without a reading it is what it is recognised as, or the field that the user has
 * chosen.
 */
export function withReading(
  corrections: Corrections,
  preview: ImportPreview,
  column: ColumnMatch,
  reading: Pick<ColumnReading, 'order' | 'unit' | 'currency'>,
): Corrections {
  const key = columnKey(column, preview.columns);
  const before = corrections[preview.token]?.[key];
  const field = typeof before === 'string' ? before : before?.field;
  const said = Object.fromEntries(Object.entries(reading).filter(([, value]) => value !== undefined));
  const chosen = saysHow(said) ? { ...(field === undefined ? {} : { field }), ...said } : (field ?? {});
  return { ...corrections, [preview.token]: { ...corrections[preview.token], [key]: chosen } };
}

/**
 * Assigns a column to a field. Another column that had it is kept as one of its own: a field is filled from one column.
 */
export function withField(
  corrections: Corrections,
  preview: ImportPreview,
  column: ColumnMatch,
  field: string,
): Corrections {
  const chosen = isField(field) ? field : '';
  const mapping: Record<string, ColumnMapping[string]> = { ...corrections[preview.token] };
  for (const other of preview.columns) {
    if (!isShared(chosen) && other !== column && fieldOf(other, preview, corrections) === chosen) {
      mapping[columnKey(other, preview.columns)] = 'own';
    }
  }
  mapping[columnKey(column, preview.columns)] = chosen;
  return { ...corrections, [preview.token]: mapping };
}

/** Left out, and kept under its own header: any number of columns may be. */
function isShared(field: string): boolean {
  return field === '' || field === 'own';
}

function isField(value: string): value is ImportFieldName {
  return importFieldNames.some((name) => name === value);
}

const storageKey = 'winnow.importColumns';

/** The most corrections to remember; the oldest go first. */
const rememberedAtMost = 500;

/**
 * The corrections of earlier imports for the columns of these files: a header corrected once stays corrected. A server
 * that does not say what is open (an older one) takes fields only.
 */
export function savedCorrections(previews: readonly ImportPreview[], storage: Storage): Corrections {
  const saved = readSaved(storage);
  return Object.fromEntries(
    previews.map(({ token, columns }): [string, ColumnMapping] => {
      const known = columns.flatMap((column) => {
        const key = columnKey(column, columns);
        const chosen = Object.hasOwn(saved, key) ? saved[key] : undefined;
        const taken = typeof chosen === 'object' && column.open === undefined ? chosen.field : chosen;
        return taken === undefined || taken === column.field ? [] : [[key, taken] as const];
      });
      return [token, Object.fromEntries(known)];
    }),
  );
}

/**
 * Remembers corrections by header; those of columns without one apply to their file only, and a column that is read as
 * it is found again is forgotten.
 */
export function saveCorrections(corrections: Corrections, storage: Storage): void {
  const named = Object.values(corrections).flatMap((mapping) =>
    Object.entries(mapping).filter(([key]) => !/^#\d+$/.test(key)),
  );
  if (named.length === 0) return;
  const all = Object.entries({ ...readSaved(storage), ...Object.fromEntries(named) }).filter(
    ([, chosen]) => typeof chosen === 'string' || Object.keys(chosen).length > 0,
  );
  try {
    storage.setItem(storageKey, JSON.stringify(Object.fromEntries(all.slice(-rememberedAtMost))));
  } catch {
    // If storage is full or forbidden, only this convenience is lost.
  }
}

const savedSchema = z.record(z.string().max(500), z.union([z.string(), columnReadingSchema]));

function readSaved(storage: Storage): ColumnMapping {
  try {
    const saved = savedSchema.parse(JSON.parse(storage.getItem(storageKey) ?? '{}'));
    // A field that an older version had may be gone.
    return Object.fromEntries(
      Object.entries(saved).flatMap(([key, chosen]) =>
        typeof chosen === 'object' || chosen === '' || isField(chosen) ? [[key, chosen] as const] : [],
      ),
    );
  } catch {
    return {};
  }
}
