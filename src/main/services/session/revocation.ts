import type { Config } from '#shared/domain/account.ts';
import { AppError } from '#shared/errors.ts';
import { revokeToken } from '../api/tokenExchange.ts';
import type { Place } from './place.ts';
import type { SessionDeps } from './sessionDeps.ts';
import { providerPage } from './signInFlow.ts';

/** A token that nobody needs any more. */
export interface LeftToken {
  readonly place: Place;
  readonly token: string;
  /** What its server has said of itself; null where it was never asked. */
  readonly config: Config | null;
}

/**
 * Ends a server's token at its provider. Nothing waits for it: where that cannot be reached, or does not know how to end a
 * token, it runs out by itself.
 */
export async function revoke(
  { remote, clock, log }: Pick<SessionDeps, 'remote' | 'clock' | 'log'>,
  { place, token, config }: LeftToken,
): Promise<void> {
  if (place.kind === 'local' || token === '' || config === null) return;
  try {
    await revokeToken(remote, clock, providerPage(config, 'revoke'), token);
  } catch (error) {
    log.warn('session.revoke', { code: AppError.from(error).code });
  }
}
