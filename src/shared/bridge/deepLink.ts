/** What a `winnow://` address asks for. Everything that is not understood is `unknown` and changes nothing. */
export type DeepLink = SignInLink | { readonly kind: 'open'; readonly path: string } | { readonly kind: 'unknown' };

/** The provider's callback: the token itself (product 4), or a code that the app changes for one (S38). */
export type SignInLink =
  | { readonly kind: 'signIn'; readonly token: string; readonly state: string }
  | { readonly kind: 'signIn'; readonly code: string; readonly state: string };

const unknown: DeepLink = { kind: 'unknown' };

/** Longest address that is looked at, in characters. */
const maxLength = 4096;

/** Routes a link may open; ids are numbers, so nothing of the link reaches the router but digits. */
const routes = [/^company\/\d{1,15}$/, /^list\/(?:watchlist|opportunities|archive)$/, /^list\/smart\/\d{1,15}$/];

/**
 * Reads a deep link: `winnow://auth?access_token=…&state=…` or `?code=…&state=…`, `winnow://open/company/12`. Never
 * throws. Duplicate or unknown parameters, credentials, a port, a fragment or more than 4 KB make it unknown.
 */
export function parseDeepLink(address: string): DeepLink {
  if (address.length > maxLength || !URL.canParse(address)) return unknown;
  const url = new URL(address);
  if (url.protocol !== 'winnow:' || url.username !== '' || url.password !== '' || url.port !== '' || url.hash !== '') {
    return unknown;
  }
  const path = url.pathname.replaceAll(/^\/|\/$/g, '');
  if (url.host === 'auth' && path === '') return parseSignIn(url.searchParams);
  if (url.host === 'open' && url.search === '' && routes.some((route) => route.test(path))) {
    return { kind: 'open', path: `/${path}` };
  }
  return unknown;
}

/** Reads the query of the sign-in callback, from a deep link or from the browser shell's `/auth` address. */
export function parseSignIn(query: URLSearchParams): DeepLink {
  const [names, state] = [[...query.keys()], query.get('state') ?? ''];
  if (names.length !== 2 || state === '') return unknown;
  const [token, code] = [query.get('access_token') ?? '', query.get('code') ?? ''];
  if (token !== '') return { kind: 'signIn', token, state };
  return code === '' ? unknown : { kind: 'signIn', code, state };
}
