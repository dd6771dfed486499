import type { Clock, Log } from '#main/ports.ts';
import type { ShellSession } from './electronApi.ts';

/**
 * Asking takes a message to another process; settings change seldom, so an answer is good for so long, in milliseconds.
 */
const goodForMs = 10_000;

/**
 * The proxy that the system's settings (also a company's script) name for an address, as `http://host:port`, or `''`.
 * SOCKS is not spoken here; where there is nothing else, the address is tried directly.
 */
export function systemProxy(
  session: () => Pick<ShellSession, 'resolveProxy'>,
  clock: Pick<Clock, 'monotonic'>,
  log: Log,
): (url: string) => Promise<string> {
  const known = new Map<string, { readonly proxy: string; readonly until: number }>();
  return async (url) => {
    const { origin } = new URL(url);
    const answer = known.get(origin);
    if (answer !== undefined && clock.monotonic() < answer.until) return answer.proxy;
    try {
      const proxy = proxyOf(await session().resolveProxy(`${origin}/`));
      known.set(origin, { proxy, until: clock.monotonic() + goodForMs });
      return proxy;
    } catch (error) {
      log.error('proxy.resolve', error);
      return '';
    }
  };
}

/** The first way that is spoken here of a list like `PROXY host:8080; DIRECT`. */
export function proxyOf(ways: string): string {
  for (const way of ways.split(';')) {
    const [kind = '', host = ''] = way.trim().split(/\s+/);
    switch (kind.toUpperCase()) {
      case 'DIRECT':
        return '';
      case 'PROXY':
        return `http://${host}`;
      case 'HTTPS':
        return `https://${host}`;
      default:
    }
  }
  return '';
}
