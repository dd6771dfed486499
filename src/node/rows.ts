import { AppError } from '#shared/errors.ts';

/** Reads a column's value. Throws where it is of another kind, which only a damaged file can have. */
export type Column<T> = (value: unknown) => T;

/** A row as code knows it: a name in camel case for each column, which is called the same in snake case. */
export type Shape = Readonly<Record<string, Column<unknown>>>;

export type RowOf<S extends Shape> = { readonly [Name in keyof S]: ReturnType<S[Name]> };

export const text = ofType<string>('a text', (value) => typeof value === 'string');
export const real = ofType<number>('a number', (value) => typeof value === 'number');
export const integer = ofType<number>('a whole number', (value) => Number.isSafeInteger(value));
export const bytes = ofType<Uint8Array<ArrayBuffer>>('bytes', (value) => value instanceof Uint8Array);

/** 1 or 0. */
export const flag: Column<boolean> = (value) => integer(value) === 1;

/** JSON, as `read` finds it. */
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

/** A column that is NULL where there is nothing, or that a file of an earlier version lacks. */
export function orElse<T>(column: Column<T>, fallback: T): Column<T> {
  return (value) => (value === null || value === undefined ? fallback : column(value));
}

/** Reads a row. Throws `storage_corrupt` with the column's name where a value is not what its column holds. */
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

/** Name and column of what a shape has, worked out once: some rows are read by the thousand. */
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
