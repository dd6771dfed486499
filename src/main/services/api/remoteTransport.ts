import type { ApiTransport } from './apiClient.ts';

/**
 * The way to servers. Their certificates are always checked (S26): `NODE_TLS_REJECT_UNAUTHORIZED=0`, which would switch
 * that off for the whole process, is taken out of `env`.
 */
export function createRemoteTransport(env: NodeJS.ProcessEnv): ApiTransport {
  delete env['NODE_TLS_REJECT_UNAUTHORIZED'];
  return { fetch: (request) => fetch(request) };
}

const unreached = 'The server could not be reached.';

/** What a failed connection is to its user: a certificate that is not good is told apart from a server that is away. */
export function unreachable(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'CERT_HAS_EXPIRED') return 'The server’s certificate has expired, so nothing was sent to it.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return 'The server’s certificate is made out for another address, so nothing was sent to it.';
  }
  const isUntrusted = /SELF_SIGNED|CERT|UNABLE_TO_(?:GET_ISSUER|VERIFY)/.test(code);
  return isUntrusted
    ? 'The server’s certificate is not trusted on this computer, so nothing was sent to it.'
    : unreached;
}
