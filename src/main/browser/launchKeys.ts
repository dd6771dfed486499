import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#main/ports.ts';

/** Wrong tries a minute before more of them are told to wait until the minute is over. */
export const maxWrongTries = 20;
const windowMs = 60_000;

/** Tabs that have signed in and may still come back; the oldest is forgotten. */
const maxKeys = 200;
/** Links that were given out and not opened yet; starts that hand over at once get one each. */
const maxSecrets = 20;

/** What became of a try. Only wrong ones are counted, so that a guess is wrong or, after too many of them, `locked`. */
export type KeyOutcome =
  { readonly kind: 'good'; readonly key: string } | { readonly kind: 'wrong' } | { readonly kind: 'locked' };

/**
 * The secrets of this launch, each good for one exchange, and the session keys that were given for them. All are 256
 * random bits; only their hashes are kept and compared, in constant time.
 */
export class LaunchKeys {
  readonly #clock: Clock;
  readonly #keys: Buffer[] = [];
  #secrets: Buffer[] = [];
  #wrongTries: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A new launch secret: for this start, and for each later one that hands over to it. */
  newSecret(): string {
    const secret = randomText();
    this.#secrets.push(hashOf(secret));
    if (this.#secrets.length > maxSecrets) this.#secrets.shift();
    return secret;
  }

  /** Gives a session key for the launch secret, once. A good one is good also while guesses are locked out. */
  exchange(secret: string): KeyOutcome {
    const hash = hashOf(secret);
    const unused = this.#secrets.filter((own) => !timingSafeEqual(own, hash));
    if (unused.length === this.#secrets.length) return this.#wrong();
    this.#secrets = unused;
    const key = randomText();
    this.#keys.push(hashOf(key));
    if (this.#keys.length > maxKeys) this.#keys.shift();
    return { kind: 'good', key };
  }

  /** Whether a session key is one of ours. A good one is good also while guesses are locked out. */
  check(key: string): KeyOutcome {
    const hash = hashOf(key);
    let known = false;
    for (const own of this.#keys) known = timingSafeEqual(own, hash) || known;
    if (known) return { kind: 'good', key };
    return this.#wrong();
  }

  #wrong(): KeyOutcome {
    if (this.#isLocked()) return { kind: 'locked' };
    this.#wrongTries.push(this.#clock.monotonic());
    return { kind: 'wrong' };
  }

  #isLocked(): boolean {
    const since = this.#clock.monotonic() - windowMs;
    this.#wrongTries = this.#wrongTries.filter((at) => at > since);
    return this.#wrongTries.length >= maxWrongTries;
  }
}

function randomText(): string {
  return randomBytes(32).toString('base64url');
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
