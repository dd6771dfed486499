import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';

/** Answers a request of a socket by `fetch`. A module of its own, because it is loaded when it is first needed. */
export function createFetchListener(
  fetch: (request: Request, incoming: IncomingMessage) => Response | Promise<Response>,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return getRequestListener(async (request, env) => fetch(request, (env as { incoming: IncomingMessage }).incoming), {
    overrideGlobalObjects: false,
  });
}
