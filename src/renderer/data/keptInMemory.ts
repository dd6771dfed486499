import type { SessionState } from '#shared/bridge/session.ts';

/** What it means that a token is not in a keychain (S29). */
export const keptInMemory = 'You’ll be signed out when Winnow closes';

/** Why that is so; `''` where the token is kept, or there is none of a server. */
export function keptInMemoryText({
  account,
  keychainProblem,
  place,
  tokenKeptIn,
}: Pick<SessionState, 'account' | 'keychainProblem' | 'place' | 'tokenKeptIn'>): string {
  const isInMemory = account !== '' && place === 'server' && tokenKeptIn === 'memory';
  return isInMemory ? `${keychainProblem} Your sign-in is kept in memory only.`.trim() : '';
}
