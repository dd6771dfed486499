import type { DeepLink } from '#shared/bridge/deepLink.ts';
import type { SessionState } from '#shared/bridge/session.ts';
import type { Config, User } from '#shared/domain/account.ts';
import { AppError } from '#shared/errors.ts';
import type { Clock, Log } from '../../ports.ts';
import type { EventHub } from '../../rpc/eventHub.ts';
import { ApiClient, type ApiTransport, type CookieJar } from '../api/apiClient.ts';
import type { ApiFailure } from '../api/apiFailure.ts';
import { isSecure, serverOrigin } from '../api/serverAddress.ts';
import type { Connection } from '../connection.ts';
import type { ExternalDoor } from '../externals.ts';
import type { PreferencesService } from '../preferences.ts';
import type { StateFile } from '../stateFile.ts';
import { PendingSignIn } from './pendingSignIn.ts';
import { isDenied, placeOf, type Place } from './place.ts';
import type { TokenKeeper } from './tokenKeeper.ts';

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

/** How long to wait before a server that was not there at the start is tried again, in milliseconds. */
const retryMs = 5000;

/** Who is signed in to what. Holds the token's client; the token itself goes nowhere else. */
export class Session {
  readonly #deps: SessionDeps;
  readonly #listeners = new Set<(state: SessionState) => void>();
  #state: SessionState;
  #client: ApiClient | null = null;
  #token = '';
  #pending: PendingSignIn<SessionState> | null = null;
  #target: { place: Place; config: Config } | null = null;
  readonly #jars = new Map<string, CookieJar>();
  /** Counts what the user or the start has asked for; whatever was asked before is then out of date. */
  #turn = 0;
  #cancelRetry: () => void = () => undefined;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    const place = placeOf(deps.preferences.value.serverUrl, deps.folder);
    this.#state = { ...nobody(place), status: 'starting' };
  }

  get state(): SessionState {
    return this.#state;
  }

  /** The configuration. Throws "Configuration not initialized yet." before it was fetched (SPEC 8). */
  get config(): Config {
    if (this.#state.config === null) throw new AppError('not_initialized', 'Configuration not initialized yet.');
    return this.#state.config;
  }

  /** The client of the signed-in user. Throws `not_initialized` while starting, else `unauthenticated`. */
  client(): ApiClient {
    if (this.#client !== null) return this.#client;
    if (this.#state.status === 'starting') void this.config;
    throw new AppError('unauthenticated', 'Nobody is signed in.');
  }

  /** Calls back on every change, after the event has been published. */
  onChange(listener: (state: SessionState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Opens what was open last; after a logout it waits for the user. */
  async start(): Promise<void> {
    const { state, preferences, folder, keeper } = this.#deps;
    await keeper.forgetLeftovers();
    const place = placeOf(preferences.value.serverUrl, folder);
    if (state.value.signedOut) this.#change({ ...nobody(place), status: 'signedOut' });
    else if (place.kind === 'local') await this.openLocal().catch(() => undefined);
    else await this.#resume(place, ++this.#turn);
  }

  /** Opens the local workspace as its own user. Throws, signed out with the reason, where it cannot be opened. */
  async openLocal(): Promise<SessionState> {
    const { folder, keeper, local } = this.#deps;
    const turn = this.#begin();
    const place = placeOf('', folder);
    try {
      const config = await this.#clientOf(place, null).request('getConfig');
      let token = await keeper.read(place.key);
      let user = token === null ? null : await this.#userOf(place, token);
      if (user === null || token === null) {
        token = await local.issueToken();
        user = await this.#clientOf(place, token).request('getMe');
      }
      return await this.#enter(place, token, config, user, turn);
    } catch (error) {
      if (turn === this.#turn) {
        this.#deps.log.error('session.local', error);
        this.#leave(place, AppError.from(error).message);
      }
      throw error;
    }
  }

  /** Signs in through the provider's page in the system browser; resolves when that has come back (at most ten minutes). */
  async signIn(server: string): Promise<SessionState> {
    const { door, clock, callbackUrl } = this.#deps;
    const place = placeOf(serverOrigin(server), this.#deps.folder);
    const config = await this.#clientOf(place, null).request('getConfig');
    const url = providerLogin(config);
    this.#pending?.fail(new AppError('cancelled', 'Another sign-in was started.'));
    const pending = new PendingSignIn<SessionState>(clock);
    this.#pending = pending;
    this.#target = { place, config };
    url.searchParams.set('redirect', callbackUrl?.() ?? config.authenticationCallbackUrl);
    url.searchParams.set('state', pending.state);
    await door.openOwn(url);
    return await pending.result;
  }

  /** Takes the provider's callback. False, and nothing changes, unless it answers the sign-in under way (S34). */
  async completeSignIn(link: DeepLink): Promise<boolean> {
    const pending = this.#pending;
    const target = this.#target;
    if (link.kind !== 'signIn' || pending === null || target === null || !pending.claim(link.state)) return false;
    this.#pending = null;
    try {
      const user = await this.#clientOf(target.place, link.token).request('getMe');
      const turn = this.#begin();
      pending.succeed(await this.#enter(target.place, link.token, target.config, user, turn));
      return true;
    } catch (error) {
      pending.fail(AppError.from(error));
      return false;
    }
  }

  /** Removes the token and ends every call under way (SPEC 4, S32). */
  async logout(): Promise<SessionState> {
    const place = placeOf(this.#state.server, this.#deps.folder);
    this.#begin();
    this.#leave(place, '');
    await this.#deps.state.update({ signedOut: true });
    await this.#deps.keeper.forget(place.key);
    return this.#state;
  }

  /** The admin site with the user's token in its query (SPEC 2), or null in the local workspace. */
  adminUrl(): URL | null {
    if (this.#state.user?.is_staff !== true) throw new AppError('forbidden', 'Only staff may open the admin site.');
    if (this.#state.place === 'local') return null;
    const url = new URL('/admin/', this.#state.server);
    url.searchParams.set('token', this.#token);
    return url;
  }

  /** Ends timers and calls; what is kept stays for the next start. */
  stop(): void {
    this.#begin();
    this.#client?.close();
  }

  /** A new turn: whatever was under way before no longer counts. */
  #begin(): number {
    this.#cancelRetry();
    this.#pending?.fail(new AppError('cancelled', 'The sign-in was given up.'));
    this.#pending = null;
    return ++this.#turn;
  }

  /** Goes on with a server from an earlier start; tries again for as long as it cannot be reached. */
  async #resume(place: Place, turn: number): Promise<void> {
    const { keeper, clock, state } = this.#deps;
    const token = await keeper.read(place.key);
    if (token === null) {
      const reason = state.value.secretBackend === 'keychain' ? 'The keychain no longer holds your sign-in.' : '';
      this.#leave(place, reason);
      return;
    }
    try {
      const config = await this.#clientOf(place, null).request('getConfig');
      const user = await this.#clientOf(place, token).request('getMe');
      await this.#enter(place, token, config, user, turn);
    } catch (error) {
      if (turn !== this.#turn) return;
      if (isDenied(error)) {
        this.#leave(place, 'The server has ended your session.');
        await keeper.forget(place.key);
        return;
      }
      this.#change({ ...nobody(place), status: 'starting', reason: AppError.from(error).message });
      this.#cancelRetry = clock.after(retryMs, () => void this.#resume(place, turn));
    }
  }

  /** The user a token stands for; null where it is no longer good. */
  async #userOf(place: Place, token: string): Promise<User | null> {
    try {
      return await this.#clientOf(place, token).request('getMe');
    } catch (error) {
      if (isDenied(error)) return null;
      throw error;
    }
  }

  async #enter(place: Place, token: string, config: Config, user: User, turn: number): Promise<SessionState> {
    const { keeper, preferences, state } = this.#deps;
    const tokenKeptIn = await keeper.keep(place.key, token);
    if (turn !== this.#turn) throw new AppError('cancelled', 'Something else was asked for in the meantime.');
    if (preferences.value.serverUrl !== place.origin) preferences.set({ serverUrl: place.origin });
    if (state.value.signedOut) await state.update({ signedOut: false });
    this.#client?.close();
    this.#client = this.#clientOf(place, token);
    this.#token = token;
    const account = `${place.kind === 'local' ? 'local' : place.origin}#${user.id}`;
    this.#change({ ...nobody(place), status: 'signedIn', account, user, config, tokenKeptIn });
    return this.#state;
  }

  #leave(place: Place, reason: string): void {
    this.#client?.close();
    this.#client = null;
    this.#token = '';
    this.#change({ ...nobody(place), status: 'signedOut', config: this.#state.config, reason });
  }

  #clientOf(place: Place, token: string | null): ApiClient {
    const { clock, connection, local, remote } = this.#deps;
    const jar = this.#jars.get(place.key) ?? { csrf: '' };
    this.#jars.set(place.key, jar);
    const client: ApiClient = new ApiClient({
      jar,
      transport: place.kind === 'local' ? local : remote,
      origin: place.kind === 'local' ? 'http://127.0.0.1' : place.origin,
      token,
      clock,
      onDenied: (failure) => this.#expire(client, place, failure),
      onReached: (reached) => connection.report(reached),
    });
    return client;
  }

  /** 401 or 403 on any call ends the session (SPEC 8). */
  #expire(client: ApiClient, place: Place, failure: ApiFailure): void {
    if (client !== this.#client) return;
    const ended =
      failure.code === 'unauthenticated' ? 'Your session has ended.' : 'The server has refused your account.';
    this.#begin();
    this.#leave(place, `${ended} Sign in again; nothing you decided is lost.`);
    this.#deps.keeper.forget(place.key).catch((error: unknown) => this.#deps.log.error('session.expire', error));
  }

  #change(state: SessionState): void {
    this.#state = state;
    this.#deps.events.publish('session.changed', state);
    for (const listener of this.#listeners) listener(state);
  }
}

function nobody(place: Place): SessionState {
  return {
    status: 'signedOut',
    place: place.kind,
    server: place.origin,
    account: '',
    user: null,
    config: null,
    tokenKeptIn: 'memory',
    reason: '',
  };
}

function providerLogin(config: Config): URL {
  if (!URL.canParse(config.domain)) {
    throw new AppError('unprocessable', 'This server names no membership provider, so nobody can sign in to it.');
  }
  const url = new URL('/provider/login', config.domain);
  if (!isSecure(url)) throw new AppError('unprocessable', 'The server’s sign-in page is not protected by https.');
  return url;
}
