import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { AppError, statusOfCode, type ErrorCode } from '#shared/errors.ts';

/** One file of the built renderer. */
export interface PageFile {
  readonly path: string;
  readonly type: string;
  /** Its name contains a hash of its content, so it may be cached for ever. */
  readonly hashed: boolean;
}

/** Address path (`/assets/main-ab12.js`) to file. The map is built once; nothing outside it can be requested. */
export type PageFiles = ReadonlyMap<string, PageFile>;

/** What an address path leads to. */
type PageAnswer = { readonly kind: 'file'; readonly file: PageFile } | { readonly kind: 'page' | 'notFound' };

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** The files below `root`. Skips symbolic links and files of a type that no page needs. */
export function readPageFiles(root: string): PageFiles {
  const files = new Map<string, PageFile>();
  const visit = (folder: string, address: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const type = types[extname(entry.name)];
      if (entry.isDirectory()) visit(path, `${address}${entry.name}/`);
      else if (entry.isFile() && type !== undefined) {
        files.set(address + entry.name, { path, type, hashed: address === '/assets/' });
      }
    }
  };
  visit(root, '/');
  return files;
}

/**
 * The answer to an address path, as sent. Files are found only by their exact name; a path that could be a route of the
 * app gets the page, which resolves its own routes; everything else is not found (S2).
 */
export function answerFor(path: string, files: PageFiles): PageAnswer {
  if (path === '/index.html') return { kind: 'notFound' };
  const file = files.get(path);
  if (file !== undefined) return { kind: 'file', file };
  return { kind: isRoute(path) ? 'page' : 'notFound' };
}

/**
 * Whether a path could be a route of the app: no dot, backslash, empty segment, control character or escaped form of
 * one.
 */
function isRoute(path: string): boolean {
  const plain = path.length <= 2000 && /^\/[\x21-\x7e]*$/.test(path);
  return plain && !/[.\\]|\/\/|%(?:[01]|2e|2f|5c|7f)/i.test(path);
}

/**
 * The one content policy of the app's pages, the same in both shells (S3). `socket` is the origin of the event socket,
 * if the shell has one.
 */
export function contentPolicy(nonce: string, socket = ''): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${socket === '' ? '' : ` ${socket}`}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** For responses that are not pages: nothing may be loaded or run from them. */
export const nothingPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** A fresh nonce for one response. */
export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/** The page with this response's nonce in its meta tag. */
export function pageWithNonce(html: string, nonce: string): string {
  return html.replaceAll('__WINNOW_NONCE__', nonce);
}

/** Responds with a whole body. */
export function reply(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** Responds with a JSON object: never an array, which an older page could read as a script (S21). */
export function replyJson(response: ServerResponse, status: number, value: Readonly<Record<string, unknown>>): void {
  reply(response, status, JSON.stringify(value), { 'content-type': 'application/json; charset=utf-8' });
}

/** Responds with one line of text. */
export function replyText(response: ServerResponse, status: number, text: string): void {
  reply(response, status, `${text}\n`, { 'content-type': 'text/plain; charset=utf-8' });
}

/** Responds with an error in its wire form. */
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
