import { listenOnLoopback, type EdgeRules, type LoopbackServer } from '#node/loopbackServer.ts';
import { AppError } from '#shared/errors.ts';

/** The pages of ours are one owner; what shows no key has half of the connections at most. */
export const ownPages = 'pages';

/** The rules of the browser shell. */
export const browserEdge: EdgeRules = {
  gate: {
    methods: ['GET', 'HEAD', 'POST'],
    // A link may lead to any route of the app, and the sign-in comes back from the provider's site. What is fetched
    // once by a ticket, and what belongs to a page, only pages of ours ask for.
    pages: /^\/(?!(?:assets|download|go|rpc|session|upload|events)(?:\/|$))/,
    mustNameOrigin: true,
  },
  sockets: { total: 64, strangers: 32, perOwner: 64 },
  // Uploads take as long as they take; a stalled one ends by itself.
  deadlines: { header: 10_000, request: 0, stall: 120_000 },
  graceMs: 0,
  upgradePath: '/events',
  told: ({ detail }) => ({ type: 'text/plain; charset=utf-8', body: `${detail}\n` }),
};

/**
 * Listens on the port asked for, or fails with `busy`; without one on the workspace's last port, because the page's
 * local storage and its permission to notify belong to it, else on a free one.
 */
export async function listenFor(asked: number | null, last: number): Promise<LoopbackServer> {
  if (asked !== null) {
    try {
      return await listenOnLoopback(asked, browserEdge);
    } catch (error) {
      throw new AppError('busy', reasonOf(error, asked), { cause: error });
    }
  }
  if (last !== 0) {
    try {
      return await listenOnLoopback(last, browserEdge);
    } catch {
      // Somebody else has it today.
    }
  }
  return await listenOnLoopback(0, browserEdge);
}

function reasonOf(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE') return `Port ${port} is in use.`;
  if (code === 'EACCES') return `Port ${port} may only be used by the administrator.`;
  return `Port ${port} cannot be used.`;
}
