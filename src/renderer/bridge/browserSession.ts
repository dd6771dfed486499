import { sessionReplySchema, type SessionReply, type SessionRequest } from '#shared/bridge/browserWire.ts';

/** Where a tab keeps its session key: for this tab and origin only, gone when the tab is closed (S17). */
const storageName = 'winnow.key';

/**
 * How long a tab without a key waits for another tab of the app to share its own, in milliseconds: one that is busy may
 * take its time, and a name that was clicked on is to open.
 */
const shareWaitMs = 2000;

/**
 * Signs this tab in to the browser shell: with the launch secret from the address, which works once; else with the key
 * it had before a reload; else with the key of another open tab. Null if none of these works.
 */
export async function openBrowserSession(): Promise<SessionReply | null> {
  const secret = takeSecret();
  if (secret !== '') {
    const session = await askForSession({ secret });
    if (session !== null) return keep(session);
  }
  const known = sessionStorage.getItem(storageName) ?? (await keyOfAnotherTab());
  if (known === '') return null;
  const session = await askForSession({ key: known });
  if (session !== null) return keep(session);
  sessionStorage.removeItem(storageName);
  return null;
}

/** This tab's key; `''` before `openBrowserSession` has found one. */
export function sessionKey(): string {
  return sessionStorage.getItem(storageName) ?? '';
}

/**
 * Shares the key with tabs of the same origin: now, for those that lost theirs when the shell was restarted, and
 * whenever one asks, so that a link can be opened in a new tab.
 */
export function shareKeyWithOtherTabs(): void {
  const channel = new BroadcastChannel(storageName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  channel.postMessage({ key: sessionKey() });
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
    if (data === 'ask' && sessionKey() !== '') channel.postMessage({ key: sessionKey() });
  });
}

/** Reloads a page without a key as soon as another tab of the app has one. */
export function waitForKeyOfAnotherTab(): void {
  const channel = new BroadcastChannel(storageName);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('key' in data) || typeof data.key !== 'string') return;
    sessionStorage.setItem(storageName, data.key);
    location.reload();
  });
}

/** Reads the secret from the address and removes it there, so that no history or link keeps it. */
function takeSecret(): string {
  const secret = /^#launch=([\w-]+)$/.exec(location.hash)?.[1] ?? '';
  if (secret !== '') history.replaceState(null, '', location.pathname + location.search);
  return secret;
}

function keep(session: SessionReply): SessionReply {
  sessionStorage.setItem(storageName, session.key);
  return session;
}

/** Null if the shell refuses the secret or key. Rejects if the shell does not answer. */
async function askForSession(request: SessionRequest): Promise<SessionReply | null> {
  const response = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  return response.ok ? sessionReplySchema.parse(await response.json()) : null;
}

async function keyOfAnotherTab(): Promise<string> {
  const channel = new BroadcastChannel(storageName);
  try {
    return await new Promise((resolve) => {
      setTimeout(resolve, shareWaitMs, '');
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'object' && data !== null && 'key' in data && typeof data.key === 'string')
          resolve(data.key);
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
      channel.postMessage('ask');
    });
  } finally {
    channel.close();
  }
}
