import { createHash, randomBytes } from 'node:crypto';

/** The secret of one sign-in and its public half, by S256 (RFC 7636): whoever has only the link has nothing (S38). */
export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

/** 256 random bits, and their SHA-256. */
export function newPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
