import { AppError } from '#shared/errors.ts';
import type { Clock, Log, OpenSignInCallback } from '../../ports.ts';
import { ApiClient, type ApiTransport, type CookieJar } from '../api/apiClient.ts';
import type { ApiFailure } from '../api/apiFailure.ts';
import type { Connection } from '../connection.ts';
import type { EventHub } from '../eventHub.ts';
import type { ExternalDoor } from '../externals.ts';
import type { PreferencesService } from '../preferences.ts';
import type { StateFile } from '../stateFile.ts';
import type { TokenKeeper } from './tokenKeeper.ts';

interface ClientsDeps {
  readonly clock: Clock;
  readonly connection: Connection;
  readonly local: ApiTransport;
  readonly remote: ApiTransport;
  /** Called on every 401 and 403 with the client that got it (product 8). */
  readonly onDenied: (client: ApiClient, place: Place, failure: ApiFailure) => void;
  /** Called when a server's companies are older than they were in an earlier answer. */
  readonly onBehind: () => void;
}

/** Creates a client for a place and a token, or for nobody if there is no token yet. */
export type ClientOf = (place: Place, token: string | null) => ApiClient;

/** Clients that share what is remembered of their place. */
export function createClients({ clock, connection, local, remote, onDenied, onBehind }: ClientsDeps): ClientOf {
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
      onBehind,
    });
    return client;
  };
}

/** What the user signs in to. `origin` is `''` for the local workspace; `key` names the token in the secret store. */
export interface Place {
  readonly kind: 'local' | 'server';
  readonly origin: string;
  readonly key: string;
}

/** The place for a server address; `''` is the local workspace in `folder`. */
export function placeOf(origin: string, folder: string): Place {
  if (origin === '') return { kind: 'local', origin, key: `workspace ${folder}` };
  return { kind: 'server', origin, key: `server ${origin}` };
}

/** Whether a failure means that the token is not valid (any more). */
export function isDenied(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'forbidden');
}

/** What a session needs. */
export interface SessionDeps {
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly events: EventHub;
  readonly keeper: TokenKeeper;
  readonly door: ExternalDoor;
  readonly state: StateFile;
  readonly preferences: PreferencesService;
  readonly connection: Connection;
  readonly local: ApiTransport & { issueToken(): Promise<string> };
  readonly remote: ApiTransport;
  /** Opens the address that the provider sends the browser back to; null: the address in the configuration is ours. */
  readonly openSignInCallback: OpenSignInCallback;
}
