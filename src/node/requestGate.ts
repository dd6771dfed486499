/** What is known of a request before anything is done with it. */
export interface RequestHead {
  readonly method: string;
  readonly url: string;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
}

export interface Refusal {
  readonly status: 403 | 405;
  readonly reason: string;
}

const readMethods = new Set(['GET', 'HEAD']);
const ownSites = new Set(['same-origin', 'none']);

/**
 * Why a request is not even looked at, or null. The browser shell is for pages of its own origin on this machine, so
 * `Host` must be exactly ours (a foreign name that points here is refused, S15), everything but reading must come from
 * our own origin (S16, S20), and another site may do no more than open a page (S21).
 */
export function refusalOf(head: RequestHead, port: number, kind: 'request' | 'upgrade'): Refusal | null {
  const own = `127.0.0.1:${port}`;
  if (!head.url.startsWith('/')) return { status: 403, reason: 'Only plain addresses are answered.' };
  if (!isExactly(head, 'host', own)) return { status: 403, reason: 'This host is not served here.' };
  if (!readMethods.has(head.method) && head.method !== 'POST') {
    return { status: 405, reason: 'This method is not served here.' };
  }
  const site = valuesOf(head, 'sec-fetch-site');
  if (site.some((value) => !ownSites.has(value)) && !opensPage(head)) {
    return { status: 403, reason: 'Other sites may not ask here.' };
  }
  const mustBeOwn = kind === 'upgrade' || !readMethods.has(head.method);
  if (mustBeOwn && !isExactly(head, 'origin', `http://${own}`)) {
    return { status: 403, reason: 'Other origins may not ask here.' };
  }
  return null;
}

/** Whether the user is being taken here in a tab, as by a link or by the sign-in page. */
function opensPage(head: RequestHead): boolean {
  const isNavigation = isExactly(head, 'sec-fetch-mode', 'navigate') && isExactly(head, 'sec-fetch-dest', 'document');
  return head.method === 'GET' && isNavigation;
}

function isExactly(head: RequestHead, name: string, value: string): boolean {
  const values = valuesOf(head, name);
  return values.length === 1 && values[0] === value;
}

function valuesOf({ rawHeaders }: RequestHead, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? '');
  }
  return values;
}
