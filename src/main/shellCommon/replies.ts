import type { ServerResponse } from 'node:http';
import { AppError, statusOfCode, type ErrorCode } from '#shared/errors.ts';

/** Answers with a whole body. */
export function reply(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** Answers with a JSON object: never an array, which an older page could read as a script (S21). */
export function replyJson(response: ServerResponse, status: number, value: Readonly<Record<string, unknown>>): void {
  reply(response, status, JSON.stringify(value), { 'content-type': 'application/json; charset=utf-8' });
}

/** Answers with one line of text. */
export function replyText(response: ServerResponse, status: number, text: string): void {
  reply(response, status, `${text}\n`, { 'content-type': 'text/plain; charset=utf-8' });
}

/** Answers with an error in its wire form. */
export function replyError(response: ServerResponse, error: unknown): void {
  const known = AppError.from(error);
  replyJson(response, statusOf(known.code), { ...known.toWire() });
}

/** Codes that the API does not have. */
const ownStatuses: Partial<Record<ErrorCode, number>> = {
  bad_file: 400,
  invalid_input: 400,
  untrusted_caller: 403,
  unknown_call: 404,
  cancelled: 400,
  storage_full: 507,
};

function statusOf(code: ErrorCode): number {
  const statuses: Partial<Record<ErrorCode, number>> = { ...statusOfCode, ...ownStatuses };
  return statuses[code] ?? 500;
}
