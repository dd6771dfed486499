import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenOnLoopback, type EdgeRules } from '#node/loopbackServer.ts';
import type { Log, SignInCallback } from '#main/ports.ts';
import { parseSignIn, type DeepLink } from '#shared/bridge/deepLink.ts';
import { replySignInEnd, signInEndPath } from './signInEnd.ts';

/** How long the page that says how it ended can still be fetched, in milliseconds. */
const lingerMs = 10_000;

/**
 * The rules of the address where a sign-in comes back: a provider on another site leads there, and nothing is changed.
 */
export const signInEdge: EdgeRules = {
  gate: { methods: ['GET'], pages: /^\/(?:auth|signed-in|not-signed-in)$/, mustNameOrigin: true },
  // A browser has one thing to ask. Nobody shows who they are, so that whoever comes last has a place.
  sockets: { total: 8, strangers: 8, perOwner: 8 },
  deadlines: { header: 10_000, request: 10_000, stall: 10_000 },
  graceMs: 0,
  upgradePath: null,
  told: ({ detail }) => ({ type: 'text/plain; charset=utf-8', body: `${detail}\n` }),
};

/**
 * Waits for the end of a sign-in on a free port of this computer's loopback interface, as RFC 8252 (section 7.3) has it
 * for apps without a link of their own: nobody on another computer can reach it, and what comes counts only with the
 * sign-in's own `state`. `complete` takes what the provider sent; false where it answers no sign-in of ours.
 */
export async function openSignInCallback(
  complete: (link: DeepLink) => Promise<boolean>,
  log: Log,
): Promise<SignInCallback> {
  const server = await listenOnLoopback(0, signInEdge);
  // Nothing that ends waits for a sign-in.
  server.unref();
  let isOver = false;

  async function answer({ url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(url, server.origin);
    if (pathname === '/auth' && !isOver) {
      const isDone = await complete(parseSignIn(searchParams));
      // A redirect takes the token out of the address and of the browser's history.
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
      // The browser is on its way to the page that says how it ended.
      setTimeout(() => void server.close(), lingerMs).unref();
    },
  };
}
