/** What a `winnow://` address asks for. Anything not understood is `unknown` and changes nothing. */
export type DeepLink = SignInLink | { readonly kind: 'open'; readonly path: string } | { readonly kind: 'unknown' };

/** The provider's callback: the token itself (product 4), or a code that the app exchanges for one (S38). */
export type SignInLink =
  | { readonly kind: 'signIn'; readonly token: string; readonly state: string }
  | { readonly kind: 'signIn'; readonly code: string; readonly state: string };

const unknown: DeepLink = { kind: 'unknown' };

/** Longest address that is parsed, in characters. */
const longestLink = 4096;

/** Routes a link may open; ids are numbers, so only digits of the link reach the router. */
const routes = [/^company\/\d{1,15}$/, /^list\/(?:watchlist|opportunities|archive)$/, /^list\/smart\/\d{1,15}$/];

/**
 * Reads a deep link: `winnow://auth?access_token=…&state=…` or `?code=…&state=…`, `winnow://open/company/12`. Never
 * throws. Duplicate or unknown parameters, credentials, a port, a fragment or more than 4 KB make it unknown.
 */
export function parseDeepLink(address: string): DeepLink {
  if (address.length > longestLink || !URL.canParse(address)) return unknown;
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

/** Longest address that is opened, in characters. */
const longestUrl = 2000;

/** Control characters, spaces of every kind, and marks that are invisible or change the text direction. */
const disguises = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}]/u;

/** Headers that a mailto address may have besides the address itself. */
const mailHeaders: ReadonlySet<string> = new Set(['subject', 'body']);

/**
 * An address that may be opened outside the app, written canonically, or null (S7): `https:` or `mailto:`, no
 * credentials, no control, invisible or bidirectional characters. Every company link, whatever its source, goes through
 * here.
 */
export function externalUrl(text: string): string | null {
  if (text === '' || text.length > longestUrl || disguises.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return null;
  if (url.protocol === 'https:') return url.host === '' ? null : url.toString();
  if (url.protocol !== 'mailto:' || !url.pathname.includes('@')) return null;
  return [...url.searchParams.keys()].every((name) => mailHeaders.has(name)) ? url.toString() : null;
}
