import { apiErrorSchema } from '#shared/errorSchemas.ts';
import { AppError, type ErrorCode, type FieldErrors } from '#shared/errors.ts';

/**
 * A failed API call. `status` is null if the API did not respond; `retryAfter` is the raw header; `spoken` says that
 * the API itself responded, not something in front of it.
 */
export class ApiFailure extends AppError {
  readonly status: number | null;
  readonly retryAfter: string | null;
  readonly spoken: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      fields?: FieldErrors;
      cause?: unknown;
      status?: number;
      retryAfter?: string | null;
      spoken?: boolean;
    } = {},
  ) {
    const { fields, cause, status = null, retryAfter = null, spoken = false } = options;
    super(code, message, fields === undefined ? { cause } : { fields, cause });
    this.status = status;
    this.retryAfter = retryAfter;
    this.spoken = spoken;
  }
}

const byStatus = new Map<number, { code: ErrorCode; message: string }>([
  [400, { code: 'bad_request', message: 'The server did not accept the request.' }],
  [401, { code: 'unauthenticated', message: 'You’ve been signed out.' }],
  [402, { code: 'addon_required', message: 'This needs an add-on that your account does not have.' }],
  [403, { code: 'forbidden', message: 'Your account is not allowed to do this.' }],
  [404, { code: 'not_found', message: 'It no longer exists.' }],
  [408, { code: 'timeout', message: 'The server took too long.' }],
  [409, { code: 'conflict', message: 'It conflicts with something that already exists.' }],
  [413, { code: 'payload_too_large', message: 'The request is too large.' }],
  [422, { code: 'unprocessable', message: 'The server could not process the request.' }],
  [425, { code: 'unavailable', message: 'The server is not ready.' }],
  [429, { code: 'rate_limited', message: 'The server is busy.' }],
  [500, { code: 'internal', message: 'The server had an error.' }],
  [501, { code: 'not_implemented', message: 'The server cannot do this yet.' }],
]);

/**
 * The failure that a response means (docs/api.md 1). The status decides; the body only provides the words. 401 and 403
 * count whoever sends them (product 8), and so does a request to wait; any other refusal counts as the API's only if it
 * has the API's form, so that a proxy's page never passes for one.
 */
export function failureOf(status: number, body: string, retryAfter: string | null): ApiFailure {
  const error = readError(body);
  const common = { status, retryAfter, spoken: error !== undefined };
  if (error === undefined && isRefusal(status) && !believed.has(status)) {
    return new ApiFailure('bad_reply', 'Something other than a Winnow server answered.', common);
  }
  const known = byStatus.get(status) ?? (status > 500 ? unavailable : undefined);
  if (known === undefined) {
    const code = isRefusal(status) ? 'bad_request' : 'bad_reply';
    return new ApiFailure(code, error?.detail ?? `The server answered with status ${status}.`, common);
  }
  const { detail = known.message, fields } = error ?? {};
  return new ApiFailure(known.code, detail, fields === undefined ? common : { ...common, fields });
}

const unavailable = { code: 'unavailable', message: 'The server is not available.' } as const;

/** Statuses that count whoever sends them, even a proxy. */
const believed: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500;
}

function readError(body: string): { detail: string; fields?: FieldErrors | undefined } | undefined {
  try {
    const parsed = apiErrorSchema.safeParse(JSON.parse(body));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** A failed connection in words for the user, telling a bad certificate from a server that is away. */
export function unreachable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'CERT_HAS_EXPIRED') return 'The server’s certificate has expired, so nothing was sent.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return 'The server’s certificate is for another address, so nothing was sent.';
  }
  const isUntrusted = /SELF_SIGNED|CERT|UNABLE_TO_(?:GET_ISSUER|VERIFY)/.test(code);
  return isUntrusted
    ? 'The server’s certificate is not trusted on this computer, so nothing was sent.'
    : 'The server could not be reached.';
}

/** Reads a whole response as UTF-8, at most `limit` unpacked bytes (F12). Throws `bad_reply` beyond that. */
export async function readText(response: Response, limit: number): Promise<string> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > limit) throw new ApiFailure('bad_reply', 'The server’s answer is too large.');
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** The wait that a `Retry-After` asks for (seconds or a date), in milliseconds; null if it cannot be parsed. */
export function retryAfterMs(retryAfter: string | null, now: Date): number | null {
  const text = retryAfter?.trim() ?? '';
  if (text === '') return null;
  const seconds = Number(text);
  const asked = Number.isNaN(seconds) ? Date.parse(text) - now.getTime() : seconds * 1000;
  return Number.isNaN(asked) ? null : asked;
}
