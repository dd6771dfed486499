import type { ServerResponse, IncomingMessage } from 'node:http';
import type { Log, SignInCallback } from '#main/ports.ts';
import { listenOnLoopback, type EdgeRules } from '#node/loopbackServer.ts';
import { parseSignIn, type DeepLink } from '#shared/bridge/links.ts';
import { newNonce, reply } from './pageFiles.ts';

/** Where a provider's sign-in page finally leads, and what it says there; both are plain pages without a script. */
const ends: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  '/signed-in': {
    title: 'Back to Winnow',
    text: 'You’re signed in, and Winnow continues automatically. You can close this page.',
  },
  '/not-signed-in': {
    title: 'Nothing has changed',
    text: 'Winnow could not use this sign-in, or was not waiting for it. Try again from Winnow.',
  },
};

/** Where a sign-in leads, depending on whether it was accepted. */
export function signInEndPath(taken: boolean): string {
  return taken ? '/signed-in' : '/not-signed-in';
}

/** Responds with one of those pages; false for any other path. */
export function replySignInEnd(path: string, response: ServerResponse): boolean {
  const end = Object.hasOwn(ends, path) ? ends[path] : undefined;
  if (end === undefined) return false;
  const nonce = newNonce();
  reply(response, 200, page(end, nonce), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; ` +
      "form-action 'none'; frame-ancestors 'none'",
  });
  return true;
}

function page({ title, text }: { readonly title: string; readonly text: string }, nonce: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Winnow</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 14px/1.5 Inter, system-ui, sans-serif;
  background: light-dark(#f6f7f9, #0e1216); color: light-dark(#16202a, #e7ecf1); }
main { box-sizing: border-box; width: min(25rem, 100vw - 3rem); padding: 2rem; text-align: center; border-radius: 12px;
  background: light-dark(#fff, #141a20); border: 1px solid light-dark(#dfe4ea, #242e38);
  box-shadow: 0 8px 28px light-dark(rgb(22 32 42 / 16%), rgb(0 0 0 / 45%)); }
svg { width: 44px; height: 44px; border: 1px solid light-dark(#dfe4ea, #242e38); border-radius: 11px; }
h1 { margin: .5rem 0 0; font-size: 1.375rem; font-weight: 650; letter-spacing: -.02em; }
p { margin: .5rem 0 0; color: light-dark(#556371, #93a1b0); text-wrap: balance; }
</style>
<main>
<svg viewBox="0 0 64 64" aria-hidden="true"><rect width="64" height="64" rx="14" fill="#0e1216"/>
<path d="M12 18 L22 46 L32 24 L42 46 L52 18" fill="none"
  stroke="#37c6ab" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/></svg>
<h1>${title}</h1>
<p>${text}</p>
</main>
</html>
`;
}

/** How long the page with the result can still be fetched, in milliseconds. */
const lingerMs = 10_000;

/** The rules for the callback address of a sign-in: a provider on another site leads there, and nothing is changed. */
const signInEdge: EdgeRules = {
  gate: { methods: ['GET'], pages: /^\/(?:auth|signed-in|not-signed-in)$/, mustNameOrigin: true },
  // A browser makes a single request. Nobody identifies themselves, so the latest one always gets a connection.
  sockets: { total: 8, strangers: 8, perOwner: 8 },
  deadlines: { header: 10_000, request: 10_000, stall: 10_000 },
  longRequests: null,
  graceMs: 0,
  upgradePath: null,
  told: ({ detail }) => ({ type: 'text/plain; charset=utf-8', body: `${detail}\n` }),
};

/**
 * Waits for the end of a sign-in on a free port of this computer's loopback interface, as RFC 8252 (section 7.3)
 * recommends for apps without their own link scheme: nobody on another computer can reach it, and a callback counts
 * only with the sign-in's own `state`. `complete` takes what the provider sent; false if it answers no sign-in of ours.
 */
export async function openSignInCallback(
  complete: (link: DeepLink) => Promise<boolean>,
  log: Log,
): Promise<SignInCallback> {
  const server = await listenOnLoopback(0, signInEdge);
  // A pending sign-in does not keep the process running.
  server.unref();
  let isOver = false;

  async function answer({ url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(url, server.origin);
    if (pathname === '/auth' && !isOver) {
      const isDone = await complete(parseSignIn(searchParams));
      // A redirect removes the token from the address and the browser's history.
      response.writeHead(303, { location: signInEndPath(isDone), 'content-length': 0 }).end();
    } else if (!replySignInEnd(pathname, response)) {
      response.writeHead(404, { 'content-length': 0, connection: 'close' }).end();
    }
  }

  server.serve({
    request: (request, response) =>
      answer(request, response).catch((error: unknown) => {
        log.error('signIn.callback', error);
        response.destroy();
      }),
  });
  return {
    url: `${server.origin}/auth`,
    close: async () => {
      isOver = true;
      // The browser is on its way to the page with the result.
      setTimeout(() => void server.close(), lingerMs).unref();
    },
  };
}
