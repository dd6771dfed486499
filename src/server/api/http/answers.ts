import type { Page } from '#shared/api/endpoint.ts';
import { AppError, statusOfCode, type ApiError } from '#shared/errors.ts';

/** Sent with every answer, errors too (S19). */
export const answerHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

/** Another job runs: a `busy` that passes with that job, and is answered with 409. A store that is busy is a 503. */
export class JobRunning extends AppError {
  constructor(message: string) {
    super('busy', message);
  }
}

/** The HTTP status for an error's code. Storage faults are the server's, and may pass. */
function statusOf(error: AppError): number {
  if (error instanceof JobRunning) return 409;
  const { code } = error;
  if (code in statusOfCode) return statusOfCode[code as keyof typeof statusOfCode];
  // Nobody is there to read it; the log has it under the number that nginx uses.
  if (code === 'cancelled') return 499;
  return code.startsWith('storage_') || code === 'busy' ? 503 : 500;
}

/** JSON as text, or as bytes in UTF-8. */
export type Json = string | Uint8Array<ArrayBuffer>;

/** JSON that a handler has already serialised. */
export class WrittenJson {
  readonly json: Json;

  constructor(json: Json) {
    this.json = json;
  }
}

/** A handler's result as JSON. */
export function jsonOf(result: unknown): Json {
  return result instanceof WrittenJson ? result.json : JSON.stringify(result);
}

/** An answer of JSON. */
export interface JsonAnswer {
  readonly status: number;
  readonly json: Json;
}

/** Header fields of an answer of JSON. */
export const jsonHeaders = { ...answerHeaders, 'Content-Type': 'application/json' } as const;

/** The answer to any thrown value, as text. Anything but an `AppError` is reported without its details. */
export function errorBody(thrown: unknown): JsonAnswer {
  const error = AppError.from(thrown);
  const { code, message, fields } = error;
  const body: ApiError = { code, detail: message, ...(fields === undefined ? {} : { fields }) };
  return { status: statusOf(error), json: JSON.stringify(body) };
}

/** What a 401 carries on top: it names the way to sign in (RFC 9110, 15.5.2). */
export function challengeOf(status: number): Readonly<Record<string, string>> {
  return status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {};
}

/** The answer to any thrown value. */
export function errorAnswer(thrown: unknown): Response {
  const { status, json } = errorBody(thrown);
  return new Response(json, { status, headers: { ...jsonHeaders, ...challengeOf(status) } });
}

/** One page of a list in the API's form; `next` and `previous` are relative addresses (docs/api.md 1). */
export function pageAnswer<T>(
  url: URL,
  query: { readonly page: number; readonly page_size: number },
  count: number,
  results: T[],
): Page<T> {
  const { page, page_size: size } = query;
  const lastPage = Math.max(0, Math.ceil(count / size) - 1);
  return {
    count,
    next: page < lastPage ? addressOfPage(url, page + 1) : null,
    previous: page > 0 ? addressOfPage(url, Math.min(page - 1, lastPage)) : null,
    results,
  };
}

function addressOfPage(url: URL, page: number): string {
  const parameters = new URLSearchParams(url.searchParams);
  parameters.set('page', String(page));
  return `${url.pathname}?${parameters.toString()}`;
}

/**
 * The rows of a list of entries or of a collection that are examined for blank fields. As many as a new smart list has:
 * an inbox has the companies best known first, so what these lack the others do, and a larger list opens as fast.
 */
export const examined = { offset: 0, limit: 1000 } as const;

/** The rows a page stands for. A page number beyond all bounds is as empty as any other past the end. */
export function sliceOf(query: { readonly page: number; readonly page_size: number }): {
  offset: number;
  limit: number;
} {
  return { offset: Math.min(query.page * query.page_size, Number.MAX_SAFE_INTEGER), limit: query.page_size };
}

/** A 404: not there, or someone else's. `what` is a noun: `smart list`. */
export function notFound(what: string): AppError {
  return new AppError('not_found', `There is no such ${what}.`);
}

/** A value, or a 404 if there is none. */
export function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw notFound(what);
  return value;
}
