import { ApiClient, type ApiTransport, type CookieJar } from '../api/apiClient.ts';
import type { ApiFailure } from '../api/apiFailure.ts';
import type { Clock } from '../../ports.ts';
import type { Connection } from '../connection.ts';
import type { Place } from './place.ts';

export interface ClientsDeps {
  readonly clock: Clock;
  readonly connection: Connection;
  readonly local: ApiTransport;
  readonly remote: ApiTransport;
  /** Told of every 401 and 403 with the client that got it (product 8). */
  readonly onDenied: (client: ApiClient, place: Place, failure: ApiFailure) => void;
}

/** Makes a client for a place and a token, or for nobody where there is no token yet. */
export type ClientOf = (place: Place, token: string | null) => ApiClient;

/** Clients that share the cross-site cookie of their place. */
export function createClients({ clock, connection, local, remote, onDenied }: ClientsDeps): ClientOf {
  const jars = new Map<string, CookieJar>();
  return (place, token) => {
    const jar = jars.get(place.key) ?? { csrf: '' };
    jars.set(place.key, jar);
    const client: ApiClient = new ApiClient({
      jar,
      transport: place.kind === 'local' ? local : remote,
      origin: place.kind === 'local' ? 'http://127.0.0.1' : place.origin,
      token,
      clock,
      onDenied: (failure) => onDenied(client, place, failure),
      onReached: (reached) => connection.report(reached),
    });
    return client;
  };
}
