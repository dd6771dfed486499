import { z } from 'zod';

/** What an endpoint reads or changes; a TanStack Query entry is invalidated if the two overlap. */
export type DataTag =
  | 'companies'
  | 'entries'
  | 'smartLists'
  | 'collections'
  | 'reasons'
  | 'notes'
  | 'known'
  | 'exports'
  | 'team'
  | 'assignments'
  | 'mentions'
  | 'account'
  | 'digest';

/**
 * One call of product 7. `path` has `{name}` where `params` has a key; `body` is absent for calls without one, and
 * `'file'` for the bytes of one; `response` is `null` for 204 and `'csv'` for CSV text. `token: false` marks the calls
 * that need none.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly params: z.ZodType;
  readonly query: z.ZodType;
  readonly body: z.ZodType | 'file' | null;
  readonly response: z.ZodType | 'csv' | null;
  readonly status: 200 | 201 | 204;
  readonly token: boolean;
  readonly reads: readonly DataTag[];
  readonly changes: readonly DataTag[];
}

/** A file as it arrives: never whole in memory. `length` is what the sender announced in bytes, null if nothing. */
export interface FileBody {
  readonly length: number | null;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** No parameters, or none that are read. */
export const nothing = z.object({});

/**
 * A whole number, as JSON or as digits in an address. Nothing else counts: coercion would take `true` for company 1,
 * and `0x10` for page 16.
 */
export function wholeNumber<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value), schema);
}

export const idSchema = wholeNumber(z.number().int().positive());
export const idParams = z.object({ id: idSchema });

/** What an address has in place of a parameter: a number that could be an id, but for the id of a note. */
export function patternOf(parameter: string): string {
  return parameter === 'note_id' ? '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}' : String.raw`[1-9]\d{0,14}`;
}

/** Largest page of a list (docs/api.md). */
export const maxPageSize = 1000;

/** `page` from 0; `page_size` 25 by default and at most 1,000 (docs/api.md). */
export const pageQuery = z.object({
  page: wholeNumber(z.number().int().min(0).default(0)),
  page_size: wholeNumber(z.number().int().min(1).max(maxPageSize).default(25)),
});

/** The shape of every list but search's: `next` and `previous` are relative addresses or null (docs/api.md). */
export function pageOf<S extends z.ZodType>(item: S) {
  return z.object({
    count: z.number().int().nonnegative(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });
}

/** One page of a list. */
export interface Page<T> {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: T[];
}

// What the calls of one method have in common; a row of the table says only what is different.

export const get = {
  method: 'GET',
  params: nothing,
  query: nothing,
  body: null,
  status: 200,
  token: true,
  changes: [],
} as const;
export const post = { method: 'POST', params: nothing, query: nothing, status: 201, token: true, reads: [] } as const;
export const patch = {
  method: 'PATCH',
  params: idParams,
  query: nothing,
  status: 200,
  token: true,
  reads: [],
} as const;
export const put = { method: 'PUT', query: nothing, status: 200, token: true, reads: [] } as const;
export const remove = {
  method: 'DELETE',
  params: idParams,
  query: nothing,
  body: null,
  response: null,
  status: 204,
  token: true,
  reads: [],
} as const;
