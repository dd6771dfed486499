import { randomBytes } from 'node:crypto';

/**
 * The one content policy of the app's pages, the same in both shells (S3). `socket` is the origin of the event socket,
 * where the shell has one.
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

/** For answers that are no page: nothing may be loaded or run from them. */
export const nothingPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** A fresh nonce for one response. */
export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/** The page with this response's nonce in its meta tag. */
export function pageWithNonce(html: string, nonce: string): string {
  return html.replaceAll('__WINNOW_NONCE__', nonce);
}
