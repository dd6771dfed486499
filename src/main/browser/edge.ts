import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#main/ports.ts';
import { listenOnLoopback, type EdgeRules, type LoopbackServer } from '#node/loopbackServer.ts';
import { AppError } from '#shared/errors.ts';

/** Our own pages count as one owner; clients without a key get half of the connections at most. */
export const ownPages = 'pages';

/** The rules of the browser shell. */
export const browserEdge: EdgeRules = {
  gate: {
    methods: ['GET', 'HEAD', 'POST'],
    // A link may lead to any route of the app, and the sign-in comes back from the provider's site. Tickets and the
    // page's own resources are requested only by our pages.
    pages: /^\/(?!(?:assets|download|go|rpc|session|upload|events)(?:\/|$))/,
    mustNameOrigin: true,
  },
  sockets: { total: 64, strangers: 32, perOwner: 64 },
  // Uploads may take any time; a stalled one ends on its own.
  deadlines: { header: 10_000, request: 0, stall: 120_000 },
  longRequests: null,
  graceMs: 0,
  upgradePath: '/events',
  told: ({ detail }) => ({ type: 'text/plain; charset=utf-8', body: `${detail}\n` }),
};

/**
 * Listens on the requested port, or fails with `busy`; otherwise on the workspace's last port, because the page's local
 * storage and notification permission belong to it, or else on a free one.
 */
export async function listenFor(asked: number | null, last: number): Promise<LoopbackServer> {
  if (asked !== null) {
    try {
      return await listenOnLoopback(asked, browserEdge);
    } catch (error) {
      throw new AppError('busy', reasonOf(error, asked), { cause: error });
    }
  }
  if (last !== 0) {
    try {
      return await listenOnLoopback(last, browserEdge);
    } catch {
      // Something else is using it today.
    }
  }
  return await listenOnLoopback(0, browserEdge);
}

function reasonOf(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE') return `Port ${port} is in use.`;
  if (code === 'EACCES') return `Port ${port} can only be used by an administrator.`;
  return `Port ${port} cannot be used.`;
}

/** Wrong tries per minute before further ones are told to wait until the minute is over. */
export const maxWrongTries = 20;
const windowMs = 60_000;

/** Tabs that have signed in and may still come back; the oldest is forgotten. */
const maxKeys = 200;
/** Links that were handed out and not opened yet; starts that hand over at the same time get one each. */
const maxSecrets = 20;

/** The outcome of a try. Only wrong ones are counted, so that a guess is wrong or, after too many, `locked`. */
export type KeyOutcome =
  { readonly kind: 'good'; readonly key: string } | { readonly kind: 'wrong' } | { readonly kind: 'locked' };

/**
 * The secrets of this launch, each valid for one exchange, and the session keys given for them. All are 256 random
 * bits; only their hashes are kept and compared, in constant time.
 */
export class LaunchKeys {
  readonly #clock: Clock;
  readonly #keys: Buffer[] = [];
  #secrets: Buffer[] = [];
  #wrongTries: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A new launch secret: for this start, and for each later start that hands over to it. */
  newSecret(): string {
    const secret = randomText();
    this.#secrets.push(hashOf(secret));
    if (this.#secrets.length > maxSecrets) this.#secrets.shift();
    return secret;
  }

  /** Exchanges a launch secret for a session key, once. A valid one works even while guesses are locked out. */
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

  /** Whether a session key is one of ours. A valid one works even while guesses are locked out. */
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
