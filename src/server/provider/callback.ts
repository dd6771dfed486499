/** Where a sign-in leads back to: the app's own link, or the browser shell on this machine (API.md `Sign-in`). */
export interface Callback {
  readonly redirect: string;
  readonly state: string;
}

/**
 * Reads `redirect` and `state`. Null for any redirect but `winnow://auth` and `http://127.0.0.1:<port>/auth`, and for a
 * state that no app of ours makes: a token must not be sent anywhere else.
 */
export function callbackOf(redirect: string, state: string): Callback | null {
  if (!/^[\w.~-]{8,512}$/.test(state)) return null;
  if (redirect === 'winnow://auth') return { redirect, state };
  const port = /^http:\/\/127\.0\.0\.1:([1-9]\d{0,4})\/auth$/.exec(redirect)?.[1];
  return port === undefined || Number(port) > 65_535 ? null : { redirect, state };
}

/** The address that takes the token back to the app. */
export function callbackAddress({ redirect, state }: Callback, token: string): string {
  return `${redirect}?${new URLSearchParams({ access_token: token, state }).toString()}`;
}

/** What a page's policy has to allow for the form that ends there. */
export function formTarget(callback: Callback | null): string {
  if (callback === null) return '';
  return callback.redirect.startsWith('winnow:') ? ' winnow:' : ` ${new URL(callback.redirect).origin}`;
}
