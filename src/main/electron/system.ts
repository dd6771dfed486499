import type { Clock, Log } from '#main/ports.ts';
import type { ShellApp } from '#main/shellCommon/shellApp.ts';
import type { ShellSession, ElectronApi } from './electronApi.ts';

/**
 * Asking costs a message to another process; settings rarely change, so an answer is cached this long, in milliseconds.
 */
const goodForMs = 10_000;

/**
 * The proxy that the system's settings (including a company's script) name for an address, as `http://host:port`, or
 * `''`. SOCKS is not supported; if there is nothing else, the address is tried directly.
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

/** The first supported entry of a list like `PROXY host:8080; DIRECT`. */
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

/** How long after it announces sleep the computer is assumed to be awake again, in milliseconds awake. */
const unheardMs = 60_000;

/**
 * Tells the app when the computer sleeps and wakes (F21). A locked screen is not sleep: decisions are still sent; an
 * unlocked one is awake, and on some systems the only sign of it. If there is no sign at all, the app continues after a
 * minute. Returns a function that stops this.
 */
export function watchPower(
  { powerMonitor }: Pick<ElectronApi, 'powerMonitor'>,
  app: Pick<ShellApp, 'suspend' | 'resume'>,
  clock: Clock,
): () => void {
  let cancel: (() => void) | null = null;
  const resume = (): void => {
    cancel?.();
    app.resume();
  };
  const suspend = (): void => {
    cancel?.();
    cancel = clock.after(unheardMs, resume);
    app.suspend();
  };
  powerMonitor.on('suspend', suspend);
  powerMonitor.on('resume', resume);
  powerMonitor.on('unlock-screen', resume);
  return () => {
    cancel?.();
    powerMonitor.off('suspend', suspend);
    powerMonitor.off('resume', resume);
    powerMonitor.off('unlock-screen', resume);
  };
}
