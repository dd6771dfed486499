import { listenOnLoopback, type LoopbackServer } from '#node/loopbackServer.ts';
import { AppError } from '#shared/errors.ts';
import { browserEdge } from './edge.ts';

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
