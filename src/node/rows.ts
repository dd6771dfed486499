import { AppError } from '#shared/errors.ts';

/** Reads a column's value. Throws if it is of another kind, which only a damaged file can have. */
export type Column<T> = (value: unknown) => T;

/** A row as code knows it: a camel-case name for each column, whose own name is the same in snake case. */
export type Shape = Readonly<Record<string, Column<unknown>>>;

export type RowOf<S extends Shape> = { readonly [Name in keyof S]: ReturnType<S[Name]> };

export const text = ofType<string>('a text', (value) => typeof value === 'string');
export const real = ofType<number>('a number', (value) => typeof value === 'number');
export const integer = ofType<number>('a whole number', (value) => Number.isSafeInteger(value));
export const bytes = ofType<Uint8Array<ArrayBuffer>>('bytes', (value) => value instanceof Uint8Array);

/** 1 or 0. */
export const flag: Column<boolean> = (value) => integer(value) === 1;

/** JSON, checked by `read`. */
export function json<T>(read: (value: unknown) => T): Column<T> {
  return (value) => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text(value));
    } catch (error) {
      throw new AppError('storage_corrupt', damaged, { cause: error });
    }
    return read(parsed);
  };
}

/** A column that may be NULL, or missing in a file of an earlier version. */
export function orElse<T>(column: Column<T>, fallback: T): Column<T> {
  return (value) => (value === null || value === undefined ? fallback : column(value));
}

/** Reads a row. Throws `storage_corrupt` with the column's name if a value is not of its column's kind. */
export function rowOf<S extends Shape>(shape: S, row: Readonly<Record<string, unknown>>): RowOf<S> {
  const read: Record<string, unknown> = {};
  for (const [name, column] of columnsOf(shape)) {
    try {
      read[name] = shape[name]!(row[column]);
    } catch (error) {
      throw new AppError('storage_corrupt', damaged, { cause: new Error(`In column ${column}.`, { cause: error }) });
    }
  }
  return read as RowOf<S>;
}

/** Reads rows, as `rowOf` reads one. */
export function rowsOf<S extends Shape>(shape: S, rows: readonly Readonly<Record<string, unknown>>[]): RowOf<S>[] {
  return rows.map((row) => rowOf(shape, row));
}

/** The only column of each row. */
export function valuesOf<T>(column: Column<T>, rows: readonly Readonly<Record<string, unknown>>[]): T[] {
  return rows.map((row) => column(Object.values(row)[0]));
}

const damaged = 'The workspace file is damaged.';

function ofType<T>(kind: string, isOne: (value: unknown) => boolean): Column<T> {
  return (value) => {
    if (!isOne(value)) throw new AppError('storage_corrupt', damaged, { cause: new Error(`Expected ${kind}.`) });
    return value as T;
  };
}

/** The names and columns of each shape, worked out once: shapes are constants, and rows are read by the thousand. */
const known = new WeakMap<Shape, readonly (readonly [name: string, column: string])[]>();

function columnsOf(shape: Shape): readonly (readonly [string, string])[] {
  let columns = known.get(shape);
  if (columns === undefined) {
    columns = Object.keys(shape).map((name) => [
      name,
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    ]);
    known.set(shape, columns);
  }
  return columns;
}
