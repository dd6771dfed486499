/** Where a sign-in leads back to: the app's own link, or the browser shell on this machine (docs/api.md 7). */
export interface Callback {
  readonly redirect: string;
  readonly state: string;
  /** The S256 challenge of PKCE (RFC 7636), or `''` where the app asks for the token itself in the address. */
  readonly challenge: string;
}

/** Names of the parameters that carry a callback, in the page's address and in its form. */
const names = ['redirect', 'state', 'code_challenge', 'code_challenge_method'] as const;

/**
 * Reads a callback from an address or a form: `'none'` where there is none. Null for any redirect but `winnow://auth`
 * and
 * `http://127.0.0.1:<port>/auth`, for a state that no app of ours makes, and for any challenge but one by S256: a token
 * must not be sent anywhere else.
 */
export function callbackOf(fields: Readonly<Record<string, string>>): Callback | 'none' | null {
  if (names.every((name) => (fields[name] ?? '') === '')) return 'none';
  const { redirect = '', state = '', code_challenge: challenge = '', code_challenge_method: method = '' } = fields;
  if (!/^[\w.~-]{8,512}$/.test(state)) return null;
  if (challenge === '' ? method !== '' : method !== 'S256' || !/^[\w-]{43}$/.test(challenge)) return null;
  if (redirect === 'winnow://auth') return { redirect, state, challenge };
  const port = /^http:\/\/127\.0\.0\.1:([1-9]\d{0,4})\/auth$/.exec(redirect)?.[1];
  return port === undefined || Number(port) > 65_535 ? null : { redirect, state, challenge };
}

/** The parameters that `callbackOf` reads again. */
export function callbackFields({ redirect, state, challenge }: Callback): [string, string][] {
  const asked: [string, string][] = [
    ['redirect', redirect],
    ['state', state],
  ];
  if (challenge === '') return asked;
  return [...asked, ['code_challenge', challenge], ['code_challenge_method', 'S256']];
}

/** The address that takes the token back to the app, or the code that it gets one for. */
export function callbackAddress(
  { redirect, state }: Callback,
  grant: { readonly access_token: string } | { readonly code: string },
): string {
  return `${redirect}?${new URLSearchParams({ ...grant, state }).toString()}`;
}

/** What a page's policy has to allow for the form that ends there. */
export function formTarget(callback: Callback | null): string {
  if (callback === null) return '';
  return callback.redirect.startsWith('winnow:') ? ' winnow:' : ` ${new URL(callback.redirect).origin}`;
}
