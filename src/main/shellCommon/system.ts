import type { Clock, Log } from '#main/ports.ts';
import type { ShellInfo } from '#shared/bridge/contract.ts';

/** The clock of this machine. */
export function systemClock(): Clock {
  return {
    now: () => new Date(),
    monotonic: () => performance.now(),
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms);
      return () => {
        clearTimeout(timer);
      };
    },
  };
}

/** The system's name in the renderer; any other Unix counts as Linux. */
export function platformName(platform: NodeJS.Platform): ShellInfo['platform'] {
  if (platform === 'darwin') return 'mac';
  return platform === 'win32' ? 'windows' : 'linux';
}

/** The part of the process that we use. */
interface CrashSource {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown;
}

/**
 * Logs an uncaught error and then ends the app by `end`, once: afterwards nothing can be trusted, while everything
 * reported to the user as saved is already on disk.
 */
export function endOnCrash(source: CrashSource, log: Log, end: (error: unknown) => void): void {
  let ending = false;
  const crash = (error: unknown): void => {
    log.error('crash', error);
    if (ending) return;
    ending = true;
    end(error);
  };
  source.on('uncaughtException', crash);
  // Node turns an unhandled rejection into an exception; Electron's main process only prints a warning.
  source.on('unhandledRejection', crash);
}

/** The proxy that the environment names for an address (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`), or `''`. */
export function proxyFromEnvironment(url: string, env: Readonly<Record<string, string | undefined>>): string {
  const { protocol, hostname, port } = new URL(url);
  const named = (name: string): string => env[name.toLowerCase()] ?? env[name] ?? '';
  if (isLeftOut(hostname, port || defaultPort(protocol), named('NO_PROXY'))) return '';
  const proxy = named(protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') || named('ALL_PROXY');
  if (proxy === '') return '';
  const address = proxy.includes('://') ? proxy : `http://${proxy}`;
  return /^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : '') ? address : '';
}

/** Whether `NO_PROXY` names the host: `*`, a name, a name with its subdomains, each with or without a port. */
function isLeftOut(hostname: string, port: string, noProxy: string): boolean {
  const host = hostname.replaceAll(/^\[|\]$/g, '').toLowerCase();
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', wanted = ''] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (wanted !== '' && wanted !== port) return false;
      return host === name || host.endsWith(`.${name}`);
    });
}

function defaultPort(protocol: string): string {
  return protocol === 'https:' ? '443' : '80';
}
