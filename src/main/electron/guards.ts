import type { Session, WebContents } from 'electron';
import { appOrigin } from './appScheme.ts';

/** The only permissions a page of the app gets (S5). */
export const grantedPermissions: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'notifications']);

/** Denies every permission but those, both when a page asks and when it looks. */
export function guardSession(
  session: Pick<Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'>,
): void {
  session.setPermissionRequestHandler((contents, permission, answer) => {
    answer(grantedPermissions.has(permission) && isAppAddress(contents.getURL()));
  });
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => grantedPermissions.has(permission) && isAppAddress(origin),
  );
  session.setDevicePermissionHandler(() => false);
}

/** Keeps a page on the app's own origin: no navigation away, no new windows, no webviews (S6). */
export function guardContents(contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>): void {
  contents.on('will-navigate', (event) => {
    if (!isAppAddress(event.url)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!isAppAddress(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isAppAddress(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** Whether an address is one of the app's own pages. */
function isAppAddress(address: string): boolean {
  return address === appOrigin || address.startsWith(`${appOrigin}/`);
}
