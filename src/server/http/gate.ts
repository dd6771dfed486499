import type { IncomingMessage } from 'node:http';

/** Who may speak to a server on this socket: its own Host exactly, and no page of another origin. */
export interface GateOptions {
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
}

type Asked = Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders'> & { readonly method?: string | undefined };

/** What a browser says of a request that comes from a page of ours, or from no page at all. */
const ownSites: ReadonlySet<string> = new Set(['same-origin', 'none']);

/** Why a request is refused before anything looks at it, or null. */
export function refusalOf(request: Asked, gate: GateOptions): string | null {
  const hosts = request.rawHeaders.filter(
    (_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === 'host',
  );
  // A foreign Host is a rebound name: the browser believes it talks to someone else.
  if (hosts.length !== 1 || !gate.hosts.includes(hosts[0] ?? '')) return 'This Host is not served here.';
  if (request.url?.startsWith('/') !== true) return 'Only a path may be asked for.';
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && !gate.origins.includes(origin)) return 'Pages of another origin may not ask here.';
  if (!isForeignSite(site) || opensPage(request)) return null;
  return 'Pages of another site may not ask here.';
}

/** Whether a browser says that a page of another site, or of another port of this one, has led here. */
function isForeignSite(site: string | string[] | undefined): boolean {
  return typeof site === 'string' ? !ownSites.has(site) : Array.isArray(site);
}

/** Whether a path belongs to the pages of the membership provider, which a person opens in a tab. */
export function isProviderPath(pathname: string): boolean {
  return /^\/(?:provider\/|admin\/?$)/.test(pathname);
}

/**
 * Whether someone is being taken to a page of the provider in a tab, as from the app on another host. Those pages change
 * nothing by being opened. A page that is fetched ahead was not asked for by anyone.
 */
function opensPage({ method, url = '', headers }: Asked): boolean {
  if (method !== 'GET' || headers['sec-fetch-mode'] !== 'navigate' || headers['sec-fetch-dest'] !== 'document') {
    return false;
  }
  if ('sec-purpose' in headers || 'purpose' in headers || 'x-moz' in headers) return false;
  // The path as the routes will see it, with its dots resolved.
  const base = 'http://winnow.invalid';
  return URL.canParse(url, base) && isProviderPath(new URL(url, base).pathname);
}
