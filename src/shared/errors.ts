import type { z } from 'zod';

/**
 * Every kind of failure that a caller may want to tell apart. The first group travels over the API (docs/api.md 1), the
 * second arises in the app.
 */
export const errorCodes = [
  'bad_request',
  'unauthenticated',
  'addon_required',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'conflict',
  'payload_too_large',
  'unprocessable',
  'rate_limited',
  'internal',
  'not_implemented',
  'unavailable',
  'cancelled',
  'connection_lost',
  'timeout',
  'bad_reply',
  'untrusted_caller',
  'unknown_call',
  'invalid_input',
  'not_initialized',
  'storage_full',
  'storage_readonly',
  'storage_corrupt',
  'storage_newer',
  'bad_file',
  'busy',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** What is wrong with each field, keyed by the name of the parameter or body field. */
export type FieldErrors = Record<string, string>;

/** An error as it crosses the bridge: no stack, no cause. */
export interface ErrorWire {
  code: ErrorCode;
  message: string;
  retryable: boolean;
  fields?: FieldErrors | undefined;
}

/** An error as returned by the API (docs/api.md 1). */
export interface ApiError {
  code: string;
  detail: string;
  fields?: FieldErrors | undefined;
}

const retryableCodes = new Set<ErrorCode>(['unavailable', 'connection_lost', 'timeout', 'rate_limited', 'busy']);

/**
 * The one error type that crosses layers. `message` is for a person; `retryable` says whether trying again may help.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly fields: FieldErrors | undefined;

  constructor(code: ErrorCode, message: string, options: { fields?: FieldErrors; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryable = retryableCodes.has(code);
    this.fields = options.fields;
  }

  /** The explicit wire form (no stack). */
  toWire(): ErrorWire {
    const { code, message, retryable, fields } = this;
    return fields === undefined ? { code, message, retryable } : { code, message, retryable, fields };
  }

  static fromWire(wire: ErrorWire): AppError {
    return new AppError(wire.code, wire.message, wire.fields === undefined ? {} : { fields: wire.fields });
  }

  /** Any thrown value as an AppError; anything else becomes an internal error without its details. */
  static from(error: unknown): AppError {
    if (error instanceof AppError) return error;
    return new AppError('internal', 'Something went wrong in Winnow.', { cause: error });
  }
}

/** The HTTP status of an error code, and back (docs/api.md 1). */
export const statusOfCode = {
  bad_request: 400,
  unauthenticated: 401,
  addon_required: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
  not_implemented: 501,
  unavailable: 503,
} as const satisfies Partial<Record<ErrorCode, number>>;

/** Field errors of a ZodError, keyed by the first part of each path; `''` is the whole value. */
export function fieldErrorsOf(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of error.issues) fields[issue.path.map(String).join('.')] ??= issue.message;
  return fields;
}

/** Marks a case that the types rule out. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
