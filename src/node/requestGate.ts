/** What is known about a request before anything is done with it. */
export interface RequestHead {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
}

/** Why a request is not even looked at. */
export interface Refusal {
  readonly status: number;
  readonly code: 'bad_request' | 'forbidden' | 'method_not_allowed' | 'not_found' | 'payload_too_large' | 'timeout';
  readonly detail: string;
}

/** A server's addresses: its own, and that of a proxy in front of it. */
export interface GatePlaces {
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
}

/** Where the gates of Winnow's servers have to differ; the rest is the same for all (docs/adr/0023). */
export interface GateRules {
  /** Methods that are served; null if each route decides for itself. */
  readonly methods: readonly string[] | null;
  /** Paths that another site may open in a tab. */
  readonly pages: RegExp;
  /**
   * Whether a request that may change something must name our own origin, as browsers do. A server that programs call
   * with a token cannot insist on that: they name none, and no browser sends the token on its own.
   */
  readonly mustNameOrigin: boolean;
}

/** Largest request header, address included, in bytes. */
export const maxHeaderBytes = 16 * 1024;

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Why a request is refused before anything looks at it, or null. `Host` must be exactly ours, because a foreign name
 * that points here makes a browser believe it is talking to someone else; an `Origin`, if there is one, must be ours;
 * and another site may do no more than open a page in a tab.
 */
export function refusalOf(
  head: RequestHead,
  rules: GateRules,
  places: GatePlaces,
  kind: 'request' | 'upgrade' = 'request',
): Refusal | null {
  const { method = '', url = '' } = head;
  if (!url.startsWith('/')) return forbidden('Only a path may be asked for.');
  if (!isOneOf(valuesOf(head, 'host'), places.hosts)) return forbidden('This Host is not served here.');
  if (rules.methods !== null && !rules.methods.includes(method)) {
    return { status: 405, code: 'method_not_allowed', detail: 'This method is not served here.' };
  }
  if (isAnotherSites(head, rules.pages)) return forbidden('Pages of another site may not ask here.');
  const origins = valuesOf(head, 'origin');
  const mustName = kind === 'upgrade' || (rules.mustNameOrigin && !readMethods.has(method));
  if ((mustName || origins.length > 0) && !isOneOf(origins, places.origins)) {
    return forbidden('Pages of another origin may not ask here.');
  }
  return null;
}

function forbidden(detail: string): Refusal {
  return { status: 403, code: 'forbidden', detail };
}

/** What a browser sends as `Sec-Fetch-Site` if one of our pages asks, or no page at all. */
const ownSites: ReadonlySet<string> = new Set(['same-origin', 'none']);

/** Whether another site's page asks for more than opening one of these pages. */
function isAnotherSites(head: RequestHead, pages: RegExp): boolean {
  const sites = valuesOf(head, 'sec-fetch-site');
  if (sites.length > 1) return true;
  return !sites.every((site) => ownSites.has(site)) && !opensPage(head, pages);
}

/**
 * Whether a page is being opened in a tab, by a link or by the sign-in page, for instance. Opening one of those pages
 * changes nothing. A prefetch does not count: no user asked for it.
 */
function opensPage(head: RequestHead, pages: RegExp): boolean {
  if (head.method !== 'GET') return false;
  if (!isOneOf(valuesOf(head, 'sec-fetch-mode'), ['navigate'])) return false;
  if (!isOneOf(valuesOf(head, 'sec-fetch-dest'), ['document'])) return false;
  if (['sec-purpose', 'purpose', 'x-moz'].some((name) => valuesOf(head, name).length > 0)) return false;
  // Some routes read the path as it was sent, others with its dots resolved: it must be a page either way.
  const [sent = ''] = (head.url ?? '').split('?');
  const address = `http://winnow.invalid${head.url ?? ''}`;
  return URL.canParse(address) && [sent, new URL(address).pathname].every((path) => pages.test(path));
}

/** Whether a header is there once. If it is sent twice, two readers could believe different values. */
function isOneOf(values: readonly string[], known: readonly string[]): boolean {
  const [value] = values;
  return values.length === 1 && value !== undefined && known.includes(value);
}

function valuesOf({ rawHeaders }: RequestHead, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? '');
  }
  return values;
}
