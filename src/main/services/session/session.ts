import type { DeepLink } from '#shared/bridge/links.ts';
import type { AccountCard, SessionState } from '#shared/bridge/session.ts';
import type { User, Config, ProfileTab } from '#shared/domain/account.ts';
import { AppError } from '#shared/errors.ts';
import type { Clock } from '../../ports.ts';
import type { ApiClient } from '../api/apiClient.ts';
import type { ApiFailure } from '../api/apiFailure.ts';
import { serverOrigin } from '../api/serverAddress.ts';
import { revokeToken } from '../api/tokenExchange.ts';
import { Behind } from './behind.ts';
import { type Place, createClients, type ClientOf, isDenied, placeOf, type SessionDeps } from './clients.ts';
import { type PendingSignIn, type Arrival, providerPage, SignInFlow } from './signInFlow.ts';

/** How long to wait before retrying a server that was unreachable at the start, in milliseconds. */
const retryMs = 5000;

/** Who is signed in to what. Holds the token's client; the token itself goes nowhere else. */
export class Session {
  readonly #deps: SessionDeps;
  readonly #listeners = new Set<(state: SessionState) => void>();
  #state: SessionState;
  #client: ApiClient | null = null;
  #token = '';
  readonly #flow: SignInFlow;
  /** Who is signed in, or was until the server ended the session: nobody replaces them without confirmation (S35). */
  #known: KnownAccount | null = null;
  #replacement: Replacement | null = null;
  readonly #clients: ClientOf;
  /** Counts requests by the user or the start; each makes all earlier ones obsolete. */
  #turn = 0;
  #cancelRetry: () => void = () => undefined;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    const place = placeOf(deps.preferences.value.serverUrl, deps.folder);
    this.#state = { ...nobody(place), status: 'starting' };
    const { clock, door, log, remote, openSignInCallback } = deps;
    const behind = new Behind(deps.clock, deps.events);
    this.#clients = createClients({
      ...deps,
      onDenied: (...denied) => this.#expire(...denied),
      onBehind: () => behind.tell(),
    });
    const onDropped = (arrival: Arrival): void => void revoke(deps, arrival);
    this.#flow = new SignInFlow({ clock, door, log, remote, openSignInCallback, clientOf: this.#clients, onDropped });
  }

  get state(): SessionState {
    return this.#state;
  }

  /** The configuration. Throws "Configuration not initialized yet." before it has been fetched (product 8). */
  get config(): Config {
    if (this.#state.config === null) throw new AppError('not_initialized', 'Configuration not initialized yet.');
    return this.#state.config;
  }

  /** The client of the signed-in user. Throws `not_initialized` while starting, otherwise `unauthenticated`. */
  client(): ApiClient {
    if (this.#client !== null) return this.#client;
    if (this.#state.status === 'starting') void this.config;
    throw new AppError('unauthenticated', 'You’ve been signed out.');
  }

  /** Calls back on every change, after the event has been published. */
  onChange(listener: (state: SessionState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Opens the last place; after a logout it waits for the user. */
  async start(): Promise<void> {
    const { state, preferences, folder, keeper } = this.#deps;
    await keeper.forgetLeftovers();
    const place = placeOf(preferences.value.serverUrl, folder);
    if (state.value.signedOut) this.#change({ ...nobody(place), status: 'signedOut' });
    else if (place.kind === 'local') await this.openLocal().catch(() => undefined);
    else await this.#resume(place, ++this.#turn);
  }

  /** Opens the local workspace as its own user. Throws, signed out with the reason, if it cannot be opened. */
  async openLocal(): Promise<SessionState> {
    const { folder, keeper, local } = this.#deps;
    const turn = this.#begin();
    const place = placeOf('', folder);
    try {
      const config = await this.#clients(place, null).request('getConfig');
      let { token } = await keeper.read(place.key);
      let user = token === null ? null : await this.#userOf(place, token);
      if (user === null || token === null) {
        token = await local.issueToken();
        user = await this.#clients(place, token).request('getMe');
      }
      return await this.#enter({ place, token, config, user }, turn);
    } catch (error) {
      if (turn === this.#turn) {
        this.#deps.log.error('session.local', error);
        this.#leave(place, AppError.from(error).message);
      }
      throw error;
    }
  }

  /**
   * Signs in through the provider's page in the system browser; resolves when the callback has come (at most ten
   * minutes).
   */
  async signIn(server: string): Promise<SessionState> {
    const place = placeOf(serverOrigin(server), this.#deps.folder);
    if (this.#replacement !== null) this.#drop();
    const turn = this.#turn;
    const open = await this.#flow.begin(place, () => turn === this.#turn);
    this.#tell({ signingIn: place.origin });
    try {
      return await open.pending.result;
    } finally {
      if (this.#flow.end(open)) this.#tell({ signingIn: '' });
    }
  }

  /** Gives up the sign-in whose page is open. */
  cancelSignIn(): SessionState {
    this.#flow.cancel('The sign-in was cancelled.');
    this.#tell({ signingIn: '' });
    return this.#state;
  }

  /** Takes the provider's callback. False, with nothing changed, unless it answers the pending sign-in (S34). */
  async completeSignIn(link: DeepLink): Promise<boolean> {
    const open = link.kind === 'signIn' ? this.#flow.claim(link) : null;
    if (open === null || link.kind !== 'signIn') return false;
    const turn = this.#turn;
    try {
      const arrival = await this.#flow.arrivalOf(open, link);
      if (turn !== this.#turn) throw new AppError('cancelled', 'Replaced by a newer request.');
      const [from, { pending }] = [this.#known, open];
      if (from === null || from.account === knownAccount(arrival.place, arrival.user).account) {
        pending.succeed(await this.#enter(arrival, this.#begin()));
        return true;
      }
      this.#replacement = new Replacement({ from, arrival, pending }, this.#deps.clock, () => this.#drop());
      this.#tell({ replacement: this.#replacement.shown });
      return true;
    } catch (error) {
      open.pending.fail(AppError.from(error));
      return false;
    }
  }

  /** The user's answer to a sign-in that would replace an account (S35). Throws `conflict` if none is waiting. */
  async replace(accept: boolean): Promise<SessionState> {
    const replacement = this.#replacement;
    if (replacement === null) throw new AppError('conflict', 'There is no sign-in to confirm any more.');
    if (!accept) return this.#drop();
    this.#replacement = null;
    return await replacement.accept(() => this.#enter(replacement.arrival, this.#begin()));
  }

  /** Removes the token here and at its server, and ends every running call (product 4, S32). */
  async logout(): Promise<SessionState> {
    const left = this.#inUse();
    this.#begin();
    this.#known = null;
    this.#leave(left.place, '');
    void revoke(this.#deps, left);
    await this.#deps.state.update({ signedOut: true });
    await this.#deps.keeper.forget(left.place.key);
    return this.#state;
  }

  /** The admin site with the user's token in its query (product 2), or null in the local workspace. */
  adminUrl(): URL | null {
    if (this.#state.user?.is_staff !== true) throw new AppError('forbidden', 'Only staff can open the admin site.');
    if (this.#state.place === 'local') return null;
    const url = new URL('/admin/', this.#state.server);
    url.searchParams.set('token', this.#token);
    return url;
  }

  /** A tab of the provider's profile page. Throws `unprocessable` if no provider is connected. */
  profileUrl(tab: ProfileTab): URL {
    const url = providerPage(this.config, 'account');
    url.searchParams.set('tab', tab);
    return url;
  }

  /** Ends timers and calls; what is stored stays for the next start. */
  stop(): void {
    this.#begin();
    this.#client?.close();
  }

  /** A new turn: whatever was running before no longer counts. */
  #begin(): number {
    this.#cancelRetry();
    this.#flow.cancel('The sign-in was cancelled.');
    this.#refuse('The sign-in was cancelled.');
    return ++this.#turn;
  }

  /** Drops a sign-in that awaits confirmation, and ends its token at its server. */
  #refuse(why: string): void {
    if (this.#replacement !== null) void revoke(this.#deps, this.#replacement.arrival);
    this.#replacement?.refuse(why);
    this.#replacement = null;
  }

  #drop(): SessionState {
    this.#refuse('The sign-in was cancelled; nothing has changed.');
    this.#tell({ replacement: null, signingIn: '' });
    return this.#state;
  }

  /** Resumes a server session from an earlier start; retries as long as the server cannot be reached. */
  async #resume(place: Place, turn: number): Promise<void> {
    const { keeper, clock, state } = this.#deps;
    const { token, problem } = await keeper.read(place.key);
    if (turn !== this.#turn) return;
    if (token === null) {
      this.#leave(place, whyGone(problem, state.value.secretBackend));
      return;
    }
    try {
      const config = await this.#clients(place, null).request('getConfig');
      const user = await this.#clients(place, token).request('getMe');
      await this.#enter({ place, token, config, user }, turn);
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

  /** The user that a token belongs to; null if it is no longer valid. */
  async #userOf(place: Place, token: string): Promise<User | null> {
    try {
      return await this.#clients(place, token).request('getMe');
    } catch (error) {
      if (isDenied(error)) return null;
      throw error;
    }
  }

  async #enter({ place, token, config, user }: Arrival, turn: number): Promise<SessionState> {
    const { keeper, log, preferences, state } = this.#deps;
    const kept = await keeper.keep(place.key, token);
    if (turn !== this.#turn) {
      if (token !== this.#token) await keeper.forget(place.key, token);
      throw new AppError('cancelled', 'Replaced by a newer request.');
    }
    const left = this.#inUse();
    if (preferences.value.serverUrl !== place.origin) preferences.set({ serverUrl: place.origin });
    if (state.value.signedOut) await state.update({ signedOut: false });
    this.#client?.close();
    this.#client = this.#clients(place, token);
    this.#token = token;
    this.#known = knownAccount(place, user);
    this.#change({ ...nobody(place), status: 'signedIn', account: this.#known.account, user, config, ...kept });
    // Whoever comes back to a server signs in again, so that token is not needed any more.
    if (left.token !== '' && left.place.kind === 'server' && left.place.key !== place.key) {
      keeper.forget(left.place.key).catch((error: unknown) => log.error('session.left', error));
    }
    if (left.token !== token) void revoke(this.#deps, left);
    return this.#state;
  }

  /** The token of whoever is signed in. */
  #inUse(): LeftToken {
    const { server, config } = this.#state;
    return { place: placeOf(server, this.#deps.folder), token: this.#token, config };
  }

  #leave(place: Place, reason: string): void {
    this.#client?.close();
    this.#client = null;
    this.#token = '';
    this.#change({ ...nobody(place), status: 'signedOut', config: this.#state.config, reason });
  }

  /** 401 or 403 on any call ends the session (product 8). */
  #expire(client: ApiClient, place: Place, failure: ApiFailure): void {
    if (client !== this.#client) return;
    this.#begin();
    this.#leave(place, `${whyEnded(failure)} Sign in again; your decisions are safe.`);
    this.#deps.keeper.forget(place.key).catch((error: unknown) => this.#deps.log.error('session.expire', error));
  }

  #change(state: SessionState): void {
    this.#state = state;
    this.#deps.events.publish('session.changed', state);
    for (const listener of this.#listeners) listener(state);
  }

  /** Publishes the progress of a sign-in; who is signed in stays the same. */
  #tell(patch: Partial<Pick<SessionState, 'signingIn' | 'replacement'>>): void {
    this.#state = { ...this.#state, ...patch };
    this.#deps.events.publish('session.changed', this.#state);
  }
}

/** What a 401 or a 403 means; the server itself says why it refuses an account. */
function whyEnded({ code, message, spoken }: ApiFailure): string {
  if (code === 'unauthenticated') return 'Your session has ended.';
  return spoken ? `The server refused your account. ${message}` : 'The server refused your account.';
}

/** The state in which nobody is signed in to a place. */
function nobody(place: Place): SessionState {
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

/** Why a stored token is missing at the next start (S31). */
function whyGone(problem: string, keptIn: 'keychain' | 'memory' | ''): string {
  if (keptIn === 'memory') return 'Your sign-in was kept in memory and ended when Winnow closed. Sign in again.';
  if (keptIn === '') return '';
  const again = 'Sign in again; your decisions are safe.';
  return problem === '' ? `The keychain no longer holds your sign-in. ${again}` : `${problem} ${again}`;
}

/** A token that is not needed any more. */
interface LeftToken {
  readonly place: Place;
  readonly token: string;
  /** What its server has said about itself; null if it was never asked. */
  readonly config: Config | null;
}

/**
 * Ends a server's token at its provider. Nothing waits for it: if the provider cannot be reached, or cannot revoke
 * tokens, the token expires on its own.
 */
async function revoke(
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

/** A known account, by its name in the queue. */
interface KnownAccount {
  readonly account: string;
  readonly card: AccountCard;
}

/** The account's name in the queue, and how it is shown. */
function knownAccount(place: Place, user: User): KnownAccount {
  return {
    account: `${place.kind === 'local' ? 'local' : place.origin}#${user.id}`,
    card: { server: place.origin, name: user.name, email: user.email },
  };
}

/** How long a sign-in awaits confirmation before it is dropped, in milliseconds. */
const waitMs = 600_000;

/**
 * A sign-in that would replace an account, until the user accepts or declines it (S35). Its token is in memory only.
 */
class Replacement {
  readonly arrival: Arrival;
  readonly shown: NonNullable<SessionState['replacement']>;
  readonly #pending: PendingSignIn<SessionState>;
  readonly #clear: () => void;

  /** `onLate` is called if the user has not answered for ten minutes. */
  constructor(
    parts: { from: KnownAccount; arrival: Arrival; pending: PendingSignIn<SessionState> },
    clock: Clock,
    onLate: () => void,
  ) {
    const { from, arrival, pending } = parts;
    this.arrival = arrival;
    this.shown = { from: from.card, to: knownAccount(arrival.place, arrival.user).card };
    this.#pending = pending;
    this.#clear = clock.after(waitMs, onLate);
  }

  /** The user has accepted: whoever waits for the sign-in gets its result. */
  async accept(enter: () => Promise<SessionState>): Promise<SessionState> {
    this.#clear();
    try {
      const state = await enter();
      this.#pending.succeed(state);
      return state;
    } catch (error) {
      this.#pending.fail(AppError.from(error));
      throw error;
    }
  }

  /** The sign-in is dropped. */
  refuse(why: string): void {
    this.#clear();
    this.#pending.fail(new AppError('cancelled', why));
  }
}
