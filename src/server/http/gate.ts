import type { IncomingMessage } from 'node:http';

/** Who may speak to a server on this socket: its own Host exactly, and no page of another origin. */
export interface GateOptions {
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
}

/** Why a request is refused before anything looks at it (QUALITY S15, S16), or null. */
export function refusalOf(
  request: Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders'>,
  gate: GateOptions,
): string | null {
  const hosts = request.rawHeaders.filter(
    (_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === 'host',
  );
  // A foreign Host is a rebound name: the browser believes it talks to someone else.
  if (hosts.length !== 1 || !gate.hosts.includes(hosts[0] ?? '')) return 'This Host is not served here.';
  if (request.url?.startsWith('/') !== true) return 'Only a path may be asked for.';
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && !gate.origins.includes(origin)) return 'Pages of another origin may not ask here.';
  return site === 'cross-site' ? 'Pages of another site may not ask here.' : null;
}
