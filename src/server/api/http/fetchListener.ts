import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { AppError } from '#shared/errors.ts';
import { errorAnswer } from './answers.ts';

/** Answers a socket's request with `fetch`. A module of its own, because it is loaded when first needed. */
export function createFetchListener(
  fetch: (request: Request, incoming: IncomingMessage, outgoing: ServerResponse) => Response | Promise<Response>,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return getRequestListener(
    async (request, env) => {
      const { incoming, outgoing } = env as { incoming: IncomingMessage; outgoing: ServerResponse };
      return fetch(request, incoming, outgoing);
    },
    {
      overrideGlobalObjects: false,
      errorHandler: (error) => errorAnswer(isUnreadable(error) ? unreadable : error),
    },
  );
}

const unreadable = new AppError('bad_request', 'This address cannot be read.');

/**
 * Whether no Request could be made, for example because of a backslash in the path. The listener does not export its
 * error class.
 */
function isUnreadable(error: unknown): boolean {
  return error instanceof Error && error.name === 'RequestError';
}
