import type { Clock, Log, OpenSignInCallback } from '../../ports.ts';
import type { EventHub } from '../eventHub.ts';
import type { ApiTransport } from '../api/apiClient.ts';
import type { Connection } from '../connection.ts';
import type { ExternalDoor } from '../externals.ts';
import type { PreferencesService } from '../preferences.ts';
import type { StateFile } from '../stateFile.ts';
import type { TokenKeeper } from './tokenKeeper.ts';

/** What a session is made of. */
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
  /**
   * Opens the address that the provider sends the browser back to; null: the one that the configuration names is ours.
   */
  readonly openSignInCallback: OpenSignInCallback;
}
