import { performance } from 'node:perf_hooks';
import type { UserRecord } from '../port.ts';

/** Of so many tokens it is remembered whose they are; then all are forgotten. */
const most = 10_000;

/**
 * Whose token it is, remembered for a moment: a screen makes several calls at once, and each would ask the database.
 * Whatever changes a user or a token through the same stores forgets all of them (`forget`), so that the next call is
 * asked anew; what another process changes counts once `ms` milliseconds are over.
 */
export class SignIns {
  readonly #ms: number;
  readonly #clock: () => number;
  readonly #known = new Map<string, { readonly user: UserRecord; readonly until: number }>();
  #changes = 0;

  constructor(ms: number, clock: () => number = () => performance.now()) {
    this.#ms = ms;
    this.#clock = clock;
  }

  /** The user of a token by its hash. `look` asks the database; `endsAt` is an ISO 8601 time, `''` for no end. */
  async userOf(
    hash: string,
    look: () => Promise<{ readonly user: UserRecord; readonly endsAt: string } | undefined>,
  ): Promise<UserRecord | undefined> {
    const known = this.#known.get(hash);
    if (known !== undefined && this.#clock() < known.until) return known.user;
    const changes = this.#changes;
    const found = await look();
    if (found === undefined) {
      this.#known.delete(hash);
      return undefined;
    }
    // What was changed meanwhile may not be in the answer.
    const isSure = changes === this.#changes;
    if (this.#ms > 0 && isSure && isGoodFor(this.#ms, found.endsAt)) {
      if (this.#known.size >= most) this.#known.clear();
      this.#known.set(hash, { user: found.user, until: this.#clock() + this.#ms });
    }
    return found.user;
  }

  forget(): void {
    this.#changes += 1;
    this.#known.clear();
  }
}

function isGoodFor(ms: number, endsAt: string): boolean {
  return endsAt === '' || Date.parse(endsAt) > Date.now() + ms;
}
