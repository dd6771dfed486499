import type { ElectronApp, Navigation, ShellContents, ShellSession } from './electronApi.ts';
import { appOrigin } from './appScheme.ts';

/** The only permissions a page of the app gets (S5). */
export const grantedPermissions: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'notifications']);

/**
 * Guards every page and every session the app will ever have, each once; call it before the app is ready. A printing
 * window has its own session, which is guarded like the others.
 */
export function guardEverything(app: Pick<ElectronApp, 'on'>): void {
  app.on('session-created', guardSession);
  app.on('web-contents-created', (_event, contents) => guardContents(contents));
}

/** Denies every other permission, both when a page requests it and when it checks. */
function guardSession(session: ShellSession): void {
  session.setPermissionRequestHandler((contents, permission, answer) => {
    answer(grantedPermissions.has(permission) && isAppAddress(contents.getURL()));
  });
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => grantedPermissions.has(permission) && isAppAddress(origin),
  );
  session.setDevicePermissionHandler(() => false);
}

function stay(event: Navigation): void {
  if (!isAppAddress(event.url)) event.preventDefault();
}

/** Keeps a page on the app's own origin: no navigation away, no new windows, no webviews (S6). */
function guardContents(contents: ShellContents): void {
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** Whether an address is one of the app's own pages. */
function isAppAddress(address: string): boolean {
  return address === appOrigin || address.startsWith(`${appOrigin}/`);
}
