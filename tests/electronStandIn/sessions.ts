import { EventEmitter } from 'node:events';
import type { CustomScheme } from 'electron';
import type { ShellContents, ShellSession } from '../../src/main/electron/electronApi.ts';
import { answers, complain, life, need, seen } from './state.ts';

type Handler = (request: Request) => Response | Promise<Response>;
type Before = Parameters<ShellSession['webRequest']['onBeforeRequest']>[0];
type PermissionRequest = Parameters<ShellSession['setPermissionRequestHandler']>[0];
type PermissionCheck = Parameters<ShellSession['setPermissionCheckHandler']>[0];

/** The app's own schemes with their privileges. */
const schemes = new Map<string, NonNullable<CustomScheme['privileges']>>();

/** Chromium does not accept new schemes, so `app://winnow/x` is `https://winnow.app.standin/x` there. */
export function toWeb(url: string): string {
  return url.replace(/^([a-z]+):\/\/([^/?#]+)/, (all, scheme: string, host: string) =>
    schemes.has(scheme) ? `https://${host}.${scheme}.standin` : all,
  );
}

export function toApp(url: string): string {
  return url.replace(/^https:\/\/([^/?#]+)\.([a-z]+)\.standin/, (all, host: string, scheme: string) =>
    schemes.has(scheme) ? `${scheme}://${host}` : all,
  );
}

/** The scheme of one of the app's addresses, or `''`. */
export function ownScheme(url: string): string {
  const scheme = url.slice(0, url.indexOf(':'));
  return schemes.has(scheme) ? scheme : '';
}

export function privilegesOf(scheme: string): NonNullable<CustomScheme['privileges']> {
  return schemes.get(scheme) ?? {};
}

export const protocol = {
  registerSchemesAsPrivileged: (list: CustomScheme[]): void => {
    need(!life.ready, 'protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges = {} } of list) {
      need(
        privileges.codeCache !== true || privileges.standard === true,
        'Code cache can only be enabled when the custom scheme is registered as standard scheme.',
      );
      schemes.set(scheme, privileges);
    }
  },
};

/** A session: where its pages come from and what they may do. A partition without `persist:` is kept in memory. */
export class StandInSession extends EventEmitter implements ShellSession {
  readonly partition: string;
  readonly handlers = new Map<string, Handler>();
  /** Chromium's id for it; the default session is Chromium's own. */
  contextId: string | undefined = undefined;
  before: Before | null = null;
  request: PermissionRequest | null = null;
  check: PermissionCheck | null = null;

  constructor(partition: string) {
    super();
    this.partition = partition;
    seen.partitions.push(partition);
  }

  readonly protocol = {
    handle: (scheme: string, handler: Handler): void => {
      need(!this.handlers.has(scheme), `Failed to register protocol: ${scheme}`);
      if (!schemes.has(scheme)) complain(`protocol.handle('${scheme}'): the scheme was not registered as privileged`);
      this.handlers.set(scheme, handler);
    },
    unhandle: (scheme: string): void => {
      need(this.handlers.delete(scheme), `Failed to unhandle protocol: ${scheme}`);
    },
  };

  readonly webRequest = {
    onBeforeRequest: (listener: Before): void => {
      this.before = listener;
    },
  };

  async resolveProxy(): Promise<string> {
    return answers.proxy;
  }

  setPermissionRequestHandler(handler: PermissionRequest): void {
    this.request = handler;
  }

  setPermissionCheckHandler(handler: PermissionCheck): void {
    this.check = handler;
  }

  setDevicePermissionHandler(): void {
    // There are no devices here.
  }

  /** Whether a page would get a permission it asks for, and whether a check would find it granted. */
  async permits(contents: Pick<ShellContents, 'getURL'>, permission: string, origin: string): Promise<boolean[]> {
    const asked = new Promise<boolean>((resolve) => {
      if (this.request === null) resolve(true);
      else this.request(contents, permission, resolve);
    });
    return [await asked, this.check?.(contents, permission, origin) ?? true];
  }
}

const sessions = new Map<string, StandInSession>();

/** The session of a partition, created when first asked for; `''` is the default one. */
export function sessionOf(partition: string, app: EventEmitter): StandInSession {
  need(life.ready, 'Session can only be received when app is ready');
  const known = sessions.get(partition);
  if (known !== undefined) return known;
  const made = new StandInSession(partition);
  sessions.set(partition, made);
  app.emit('session-created', made);
  return made;
}
