import type { EndpointName } from '#shared/api/endpoints.ts';
import type { Endpoint } from '#shared/api/endpoint.ts';
import type { statusOfCode } from '#shared/errors.ts';

/** Error codes a call of the API can answer, and what each means (docs/api.md 1). */
export const errorMeanings = {
  bad_request: 'The input is not valid; `fields` names what is wrong.',
  unauthenticated: 'No token, or one that is unknown, expired or revoked.',
  addon_required: 'The account lacks the add-on that this call needs.',
  forbidden: 'The Host is not served here, or a page of another origin asks.',
  not_found: 'The object is not there, or is someone else’s.',
  conflict: 'The name is taken, the idempotency key was used for something else, or the export is no longer open.',
  payload_too_large: 'The body is over 1 MB or the header over 16 KB.',
  unprocessable: 'The list is filled by hand and takes no filters.',
  rate_limited: 'Too many calls; `Retry-After` says in how many seconds to try again.',
  internal: 'A fault of the server.',
  unavailable: 'The storage cannot be used just now.',
} as const satisfies Partial<Record<keyof typeof statusOfCode, string>>;
export type OperationError = keyof typeof errorMeanings;

const conflicting = new Set<EndpointName>([
  'moveEntry',
  'exportCompanies',
  'signUp',
  'createSmartList',
  'updateSmartList',
  'restoreSmartList',
  'createCollection',
  'updateCollection',
  'restoreCollection',
]);

/** Inputs that name an object. */
const referring = /^(?:id|collection|exclude_smartlist|.*_id|.*_ids)$/;

/** The errors one call can answer; `inputs` are the names of its parameters and body fields. */
export function errorsOf(name: EndpointName, endpoint: Endpoint, inputs: readonly string[]): OperationError[] {
  const possible: Record<OperationError, boolean> = {
    bad_request: inputs.some((input) => input !== 'id'),
    unauthenticated: endpoint.token,
    addon_required: name === 'exportCompanies',
    forbidden: true,
    not_found: name !== 'signUp' && inputs.some((input) => referring.test(input)),
    conflict: conflicting.has(name),
    payload_too_large: endpoint.body !== null,
    unprocessable: name === 'updateSmartList',
    rate_limited: true,
    internal: true,
    unavailable: true,
  };
  return (Object.keys(possible) as OperationError[]).filter((error) => possible[error]);
}
