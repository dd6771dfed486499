import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Log, SignInCallback } from '#main/ports.ts';
import { parseSignIn, type DeepLink } from '#shared/bridge/deepLink.ts';
import { securityHeaders } from './replies.ts';
import { replySignInEnd, signInEndPath } from './signInEnd.ts';

/** How long a browser may take over its one request, in milliseconds, and how many it may have open. */
const requestMs = 10_000;
const mostSockets = 8;

/** How long the page that says how it ended can still be fetched, in milliseconds. */
const lingerMs = 10_000;

/**
 * Waits for the end of a sign-in on a free port of this computer's loopback interface, as RFC 8252 (section 7.3) has it
 * for apps without a link of their own: nobody on another computer can reach it, and what comes counts only with the
 * sign-in's own `state`. `complete` takes what the provider sent; false where it answers no sign-in of ours.
 */
export async function openSignInCallback(
  complete: (link: DeepLink) => Promise<boolean>,
  log: Log,
): Promise<SignInCallback> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error('signIn.callback', error);
      response.destroy();
    });
  });
  server.maxConnections = mostSockets;
  server.requestTimeout = requestMs;
  server.headersTimeout = requestMs;
  // Nothing that ends waits for a sign-in.
  server.unref();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  let isOver = false;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '/', headers } = request;
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    // Under another name it is another site's page that asks (DNS rebinding).
    if (method !== 'GET' || headers.host !== `127.0.0.1:${port}`) {
      response.writeHead(404, { 'content-length': 0, connection: 'close' }).end();
      return;
    }
    const { pathname, searchParams } = new URL(url, origin);
    if (pathname === '/auth' && !isOver) {
      const isDone = await complete(parseSignIn(searchParams));
      // A redirect takes the token out of the address and of the browser's history (S37).
      response.writeHead(303, { location: signInEndPath(isDone), 'content-length': 0 }).end();
    } else if (!replySignInEnd(pathname, response)) {
      response.writeHead(404, { 'content-length': 0, connection: 'close' }).end();
    }
  }

  return {
    url: `${origin}/auth`,
    close: async () => {
      isOver = true;
      // The browser is on its way to the page that says how it ended.
      setTimeout(() => {
        server.close();
        server.closeAllConnections();
      }, lingerMs).unref();
    },
  };
}
