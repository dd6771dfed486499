import type { SessionState } from '#shared/bridge/session.ts';
import type { Place } from './place.ts';

/** The state in which nobody is signed in to a place. */
export function nobody(place: Place): SessionState {
  return {
    status: 'signedOut',
    place: place.kind,
    server: place.origin,
    account: '',
    user: null,
    config: null,
    tokenKeptIn: 'memory',
    keychainProblem: '',
    reason: '',
    signingIn: '',
    replacement: null,
  };
}

/** Why a token that was kept is not there at the next start (S31). */
export function whyGone(problem: string, keptIn: 'keychain' | 'memory' | ''): string {
  if (keptIn === 'memory') return 'Your sign-in was kept in memory and has ended with Winnow. Sign in again.';
  if (keptIn === '') return '';
  const again = 'Sign in again; nothing you decided is lost.';
  return problem === '' ? `The keychain no longer holds your sign-in. ${again}` : `${problem} ${again}`;
}
