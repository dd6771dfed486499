import { ZodError, type z } from 'zod';
import { maxHeaderBytes } from '#node/requestGate.ts';
import type { FileBody } from '#shared/api/endpoint.ts';
import { maxJsonDepth, measureJson } from '#shared/boundedJson.ts';
import { AppError, fieldErrorsOf } from '#shared/errors.ts';

/** Keys that could reach a prototype through a careless copy. */
const refusedKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses JSON from a stranger. Beyond the grammar it refuses what parsers disagree about or what does not survive a
 * round trip: duplicate keys, nesting over 64, numbers that overflow, lone surrogates, keys that name a prototype
 * (S23). Throws `bad_request`.
 */
export function parseStrictJson(text: string): unknown {
  const { depth, members } = measureJson(text);
  if (depth > maxJsonDepth) throw refused(`nested deeper than ${maxJsonDepth}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AppError('bad_request', 'The body is not JSON.', { fields: { '': 'Not JSON.' }, cause: error });
  }
  // An object keeps only one of several equal keys, so fewer members come out than the text has.
  if (check(value) !== members) throw refused('a key stands twice in one object');
  return value;
}

function refused(reason: string): AppError {
  return new AppError('bad_request', `The body is refused: ${reason}.`, { fields: { '': reason } });
}

/** How many members the objects in a value have. Throws if a value is refused. */
function check(value: unknown): number {
  if (typeof value === 'number' && !Number.isFinite(value)) throw refused('a number is too large');
  if (typeof value === 'string' && !value.isWellFormed()) throw refused('a text has half a surrogate pair');
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + check(item), 0);
  let members = 0;
  for (const [key, item] of Object.entries(value)) {
    if (refusedKeys.has(key)) throw refused(`the key "${key}" is not allowed`);
    if (!key.isWellFormed()) throw refused('a key has half a surrogate pair');
    members += 1 + check(item);
  }
  return members;
}

/** The largest body in bytes (docs/api.md 1), but for a file's. */
const maxBodyBytes = 1024 * 1024;

/** The bytes of a body as they arrive. */
type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A request's header fields, by lower-case name. */
export type CallHeaders = Pick<Headers, 'get'>;

/** The bearer token of a request, however its scheme is spelt; undefined if there is none that could be valid. */
export function bearerOf(headers: CallHeaders): string | undefined {
  return /^Bearer[ \t]+([\w.~+/=-]{1,4096})$/i.exec(headers.get('authorization') ?? '')?.[1];
}

/** Characters in a request's header, address included. */
export function headerSizeOf(request: Request): number {
  let size = request.url.length;
  request.headers.forEach((value, name) => {
    size += name.length + value.length + 4;
  });
  return size;
}

/** Refuses a request whose header is over the limit, even if no HTTP parser has looked at it. */
export function checkHeaderSize(size: number): void {
  if (size > maxHeaderBytes) throw new AppError('payload_too_large', 'The request header is larger than 16 KB.');
}

/** The parameters of an address. Empty ones are dropped (product 5), repeated ones become a list. */
export function queryOf(url: URL): Record<string, string | string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of url.searchParams) {
    if (value !== '') values.set(name, [...(values.get(name) ?? []), value]);
  }
  return Object.fromEntries([...values].map(([name, list]) => [name, list.length === 1 ? (list[0] ?? '') : list]));
}

/** Reads a JSON body within the limits. Throws `bad_request` and `payload_too_large`. */
export async function jsonBodyOf(headers: CallHeaders, body: Chunks): Promise<unknown> {
  checkType(headers, 'application/json');
  const bytes = await bytesOf(headers, body);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new AppError('bad_request', 'The body is not UTF-8.', { fields: { '': 'Not UTF-8.' }, cause: error });
  }
  return parseStrictJson(text);
}

/** The bytes of a file, as they arrive. Throws `bad_request` if they are sent as something else. */
export function fileBodyOf(request: Request): FileBody {
  checkType(request.headers, 'application/octet-stream');
  const announced = request.headers.get('content-length');
  return { length: announced === null ? null : Number(announced), bytes: bodyOf(request) };
}

/** Refuses a body of any other type: no form of another site can send these. */
function checkType(headers: CallHeaders, type: string): void {
  const [sent = ''] = (headers.get('content-type') ?? '').split(';');
  if (sent.trim().toLowerCase() === type) return;
  throw new AppError('bad_request', `The body must be sent as ${type}.`, {
    fields: { 'Content-Type': `${type} is needed.` },
  });
}

async function bytesOf(headers: CallHeaders, body: Chunks): Promise<Uint8Array> {
  if (Number(headers.get('content-length') ?? 0) > maxBodyBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of unbroken(body)) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * A request's body as it arrives. Who asks a request for its body has to read it: before that, what does not come to
 * be read is thrown away with its request.
 */
export async function* bodyOf(request: Request): AsyncGenerator<Uint8Array> {
  yield* unbroken(request.body ?? []);
}

/**
 * A body's bytes. Throws `cancelled` if it breaks off: the sender has gone or was cut off for being slow. That is no
 * fault of ours and does not belong in the error log.
 */
async function* unbroken(body: Chunks): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw new AppError('cancelled', 'The body did not come to its end.', { cause: error });
  }
}

function tooLarge(): AppError {
  return new AppError('payload_too_large', 'The body is larger than 1 MB.');
}

/**
 * Reads a value by its schema. Throws `bad_request` with one entry in `fields` for each wrong field, named as on the
 * wire; `nameOf` turns the first part of a path into that name where they differ.
 */
export function readInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw badInput(fieldErrorsOf(result.error));
}

/** Runs a reader that throws ZodErrors and names the fields by `nameOf`. */
export function readWith<T>(read: () => T, nameOf: (path: readonly PropertyKey[]) => string): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    throw badInput(Object.fromEntries(error.issues.map((issue) => [nameOf(issue.path), issue.message])));
  }
}

/** A 400 that says which fields are wrong and why. */
export function badInput(fields: Record<string, string>): AppError {
  const names = Object.keys(fields).filter((name) => name !== '');
  const detail = names.length === 0 ? 'The request is not valid.' : `Not valid: ${names.join(', ')}.`;
  return new AppError('bad_request', detail, { fields });
}
