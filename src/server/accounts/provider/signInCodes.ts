import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a code is good, in milliseconds. The app asks at once; RFC 6749 allows ten minutes. */
const lifeMs = 60_000;

/** Most codes that wait to be used; the oldest goes. */
const maxWaiting = 1000;

/** Whom a code stands for, and what whoever uses it has to show. */
export interface CodeGrant {
  readonly userId: number;
  readonly challenge: string;
  readonly redirect: string;
}

/**
 * Authorization codes (RFC 6749, 4.1) that only whoever knows the verifier of the S256 challenge can use (RFC 7636):
 * another program that gets hold of the app's link has nothing. In memory: a restart forgets them.
 */
export class SignInCodes {
  readonly #monotonic: () => number;
  readonly #waiting = new Map<string, CodeGrant & { readonly until: number }>();

  /** `monotonic` is a clock in milliseconds that never jumps. */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  issue(grant: CodeGrant): string {
    const code = randomBytes(32).toString('base64url');
    this.#waiting.set(code, { ...grant, until: this.#monotonic() + lifeMs });
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size > maxWaiting && oldest !== undefined) this.#waiting.delete(oldest);
    return code;
  }

  /** The user a code stands for, once. Any attempt uses it up, also one with a wrong verifier. */
  redeem(code: string, verifier: string, redirect: string): number | undefined {
    const grant = this.#waiting.get(code);
    this.#waiting.delete(code);
    if (grant === undefined || this.#monotonic() > grant.until || redirect !== grant.redirect) return undefined;
    return challengeFits(verifier, grant.challenge) ? grant.userId : undefined;
  }
}

function challengeFits(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const shown = createHash('sha256').update(verifier).digest();
  const wanted = Buffer.from(challenge, 'base64url');
  return shown.length === wanted.length && timingSafeEqual(shown, wanted);
}
