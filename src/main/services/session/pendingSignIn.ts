import { randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import type { Clock } from '../../ports.ts';

/** How long a sign-in in the browser may take, in milliseconds (S34). */
const signInLimitMs = 600_000;

/**
 * A sign-in that the user has started and that the provider's page is to end. Its `state` is made here, is good once,
 * and for ten minutes on the monotonic clock.
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
    // Whoever started it may be gone by then; that is no unhandled rejection.
    promise.catch(() => undefined);
    this.#settle = { resolve, reject };
    this.#clear = clock.after(signInLimitMs, () => this.fail(new AppError('timeout', 'The sign-in took too long.')));
  }

  /** Takes the one use of `state`: true for the right one in time. A wrong one changes nothing. */
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
