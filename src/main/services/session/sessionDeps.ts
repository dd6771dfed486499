import type { Clock, Log } from '../../ports.ts';
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
  /** Where the provider sends the browser back to (API.md `Sign-in`); null: where the configuration says. */
  readonly callbackUrl: (() => string) | null;
}
