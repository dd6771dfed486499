/** How often something may be done: `burst` times at once, then `perSecond`. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

interface Bucket {
  left: number;
  /** The time at which `left` was right, in milliseconds. */
  at: number;
}

/** How many keys are remembered; the one unused for longest goes. */
const maxKeys = 10_000;

/** Counts what each key (a token, an address, an account) does, as a bucket that refills over time. */
export class RateLimit {
  readonly #rate: Rate;
  readonly #monotonic: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** `monotonic` is a clock in milliseconds that never jumps. */
  constructor(rate: Rate, monotonic: () => number) {
    this.#rate = rate;
    this.#monotonic = monotonic;
  }

  /** Takes one and returns 0; if none is left, returns in how many whole seconds there will be one. */
  take(key: string): number {
    const wait = this.wait(key);
    if (wait === 0) this.#bucketOf(key).left -= 1;
    return wait;
  }

  /** In how many whole seconds there will be one; takes none. */
  wait(key: string): number {
    const { left } = this.#bucketOf(key);
    return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / this.#rate.perSecond));
  }

  /** Gives one back that was taken for something that turned out to be allowed. */
  giveBack(key: string): void {
    const bucket = this.#bucketOf(key);
    bucket.left = Math.min(this.#rate.burst, bucket.left + 1);
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#buckets.size;
  }

  #bucketOf(key: string): Bucket {
    const now = this.#monotonic();
    const known = this.#buckets.get(key);
    const bucket = known ?? { left: this.#rate.burst, at: now };
    bucket.left = Math.min(this.#rate.burst, bucket.left + ((now - bucket.at) / 1000) * this.#rate.perSecond);
    bucket.at = now;
    // A Map keeps insertion order, so the first key is the one unused for longest.
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > maxKeys)
      for (const oldest of this.#buckets.keys()) {
        this.#buckets.delete(oldest);
        break;
      }
    return bucket;
  }
}
