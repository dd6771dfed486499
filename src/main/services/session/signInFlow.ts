import { randomBytes, timingSafeEqual, createHash } from 'node:crypto';
import type { SignInLink } from '#shared/bridge/links.ts';
import type { SessionState } from '#shared/bridge/session.ts';
import type { Config, User } from '#shared/domain/account.ts';
import { AppError } from '#shared/errors.ts';
import type { Clock, Log, OpenSignInCallback } from '../../ports.ts';
import type { ApiTransport } from '../api/apiClient.ts';
import { isSecure } from '../api/serverAddress.ts';
import { exchangeCode } from '../api/tokenExchange.ts';
import type { ExternalDoor } from '../externals.ts';
import type { ClientOf, Place } from './clients.ts';

/** An account with everything needed to enter it. */
export interface Arrival {
  readonly place: Place;
  readonly token: string;
  readonly config: Config;
  readonly user: User;
}

interface SignInFlowDeps {
  readonly clock: Clock;
  readonly door: ExternalDoor;
  readonly remote: ApiTransport;
  readonly log: Log;
  readonly openSignInCallback: OpenSignInCallback;
  readonly clientOf: ClientOf;
  /** The user has given up a sign-in whose token had already arrived. */
  readonly onDropped: (arrival: Arrival) => void;
}

/** A sign-in whose page is open. */
interface OpenSignIn {
  readonly place: Place;
  readonly pending: PendingSignIn<SessionState>;
  readonly config: Config;
  readonly pkce: Pkce;
  readonly redirect: string;
}

/** The way through the provider's page: opens it, and handles its callback. One at a time. */
export class SignInFlow {
  readonly #deps: SignInFlowDeps;
  #open: OpenSignIn | null = null;
  /** A sign-in whose callback has come and is being checked. */
  #arriving: OpenSignIn | null = null;

  constructor(deps: SignInFlowDeps) {
    this.#deps = deps;
  }

  /** Opens the provider's page for a server. Throws if the server or its page cannot be used for that. */
  async begin(place: Place, isCurrent: () => boolean): Promise<OpenSignIn> {
    const { clientOf, clock, door, log, openSignInCallback } = this.#deps;
    const config = await clientOf(place, null).request('getConfig');
    const page = providerPage(config, 'login');
    const callback = await openSignInCallback();
    const close = (): void => void callback?.close().catch((error: unknown) => log.error('signIn.callback', error));
    if (!isCurrent()) {
      close();
      throw new AppError('cancelled', 'Replaced by a newer request.');
    }
    this.cancel('Another sign-in was started.');
    const [pending, pkce] = [new PendingSignIn<SessionState>(clock), newPkce()];
    // However it ends, no callback is expected any more.
    pending.result.then(close, close);
    const redirect = callback?.url ?? config.authenticationCallbackUrl;
    const open = { place, pending, config, pkce, redirect };
    this.#open = open;
    page.searchParams.set('redirect', redirect);
    page.searchParams.set('state', pending.state);
    // A provider that does not support these sends the token itself (product 4).
    page.searchParams.set('code_challenge', pkce.challenge);
    page.searchParams.set('code_challenge_method', 'S256');
    try {
      await door.openOwn(page);
    } catch (error) {
      pending.fail(AppError.from(error));
      if (this.#open === open) this.#open = null;
      throw error;
    }
    return open;
  }

  /** The sign-in that a callback answers, using up its one use; null for any other (S34). */
  claim(link: SignInLink): OpenSignIn | null {
    const open = this.#open;
    if (open === null || !open.pending.claim(link.state)) return null;
    this.#open = null;
    this.#arriving = open;
    return open;
  }

  /** The account behind a callback. Throws if the provider or the server rejects it, or the user has given up. */
  async arrivalOf(open: OpenSignIn, link: SignInLink): Promise<Arrival> {
    try {
      const arrival = await this.#lookAt(open, link);
      if (this.#arriving === open) return arrival;
      this.#deps.onDropped(arrival);
      throw new AppError('cancelled', 'The sign-in was cancelled.');
    } finally {
      if (this.#arriving === open) this.#arriving = null;
    }
  }

  async #lookAt({ place, config, pkce, redirect }: OpenSignIn, link: SignInLink): Promise<Arrival> {
    const { clientOf, clock, remote } = this.#deps;
    const token =
      'token' in link
        ? link.token
        : await exchangeCode(remote, clock, providerPage(config, 'token'), {
            code: link.code,
            verifier: pkce.verifier,
            redirect,
          });
    return { place, config, token, user: await clientOf(place, token).request('getMe') };
  }

  /** Marks a sign-in as over; true unless another one is open by now. */
  end(over: OpenSignIn): boolean {
    if (this.#open === over) this.#open = null;
    return this.#open === null;
  }

  /** Gives up the sign-in whose page is open or has just come back, if any. */
  cancel(why: string): void {
    for (const one of [this.#open, this.#arriving]) one?.pending.fail(new AppError('cancelled', why));
    this.#open = null;
    this.#arriving = null;
  }
}

/**
 * A page of the membership provider named in a configuration. Throws `unprocessable` if there is none, or it is unsafe.
 */
export function providerPage({ domain }: Config, page: 'login' | 'token' | 'revoke' | 'account'): URL {
  if (!URL.canParse(domain)) {
    throw new AppError('unprocessable', 'This server has no membership provider, so nobody can sign in to it.');
  }
  const url = new URL(`/provider/${page}`, domain);
  if (!isSecure(url)) throw new AppError('unprocessable', 'The server’s sign-in page is not protected by https.');
  return url;
}

/** The secret of one sign-in and its public half, by S256 (RFC 7636): the link alone is worth nothing (S38). */
interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

/** 256 random bits, and their SHA-256. */
function newPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** How long a sign-in in the browser may take, in milliseconds (S34). */
const signInLimitMs = 600_000;

/**
 * A sign-in that the user has started and the provider's page is to complete. Its `state` is created here and is valid
 * once, for ten minutes on the monotonic clock.
 */
export class PendingSignIn<T> {
  readonly state = randomBytes(32).toString('base64url');
  /** What the caller waits for. */
  readonly result: Promise<T>;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #clear: () => void;
  #settle: { resolve: (value: T) => void; reject: (error: AppError) => void };
  #over = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.monotonic();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.result = promise;
    // Whoever started it may be gone by then; that must not become an unhandled rejection.
    promise.catch(() => undefined);
    this.#settle = { resolve, reject };
    this.#clear = clock.after(signInLimitMs, () => this.fail(new AppError('timeout', 'The sign-in took too long.')));
  }

  /** Uses up `state`: true for the right one in time. A wrong one changes nothing. */
  claim(state: string): boolean {
    const given = Buffer.from(state);
    const own = Buffer.from(this.state);
    const late = this.#clock.monotonic() - this.#startedAt > signInLimitMs;
    if (this.#over || late || given.length !== own.length || !timingSafeEqual(given, own)) return false;
    this.#over = true;
    this.#clear();
    return true;
  }

  succeed(value: T): void {
    this.#settle.resolve(value);
  }

  fail(error: AppError): void {
    this.#over = true;
    this.#clear();
    this.#settle.reject(error);
  }
}
