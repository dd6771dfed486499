import { hash } from 'node:crypto';
import { endpoints } from '#shared/api/endpoints.ts';
import type { SocketWay } from '#node/loopbackServer.ts';
import { RateLimit } from '../accounts/rateLimit.ts';
import { bearerOf, type CallHeaders } from './http/requestInput.ts';
import { FairTurns } from './http/turns.ts';
import type { UserRecord, UserStore } from '../state/port.ts';

/** What one user, or an address without one, may ask. A person is far below it; a client run wild is not. */
const perClient = { burst: 20_000, perSecond: 2000 } as const;

/** Wrong tokens from one address, until it has to wait with more of them. */
const wrongTokens = { burst: 100, perSecond: 1 } as const;

/** Calls of one user at a time, and exports beside them: an export may take minutes. */
const calls = { atOnce: 4, waiting: 256 } as const;
/** A large page takes a megabyte or more, and everybody waits while such memory is collected. */
const largePages = { atOnce: 1, waiting: 256 } as const;

/** Pages with more rows are large. */
const largePage = 200;
const exports = { atOnce: 2, waiting: 32 } as const;

const exportPath = endpoints.exportCompanies.path;

/** What a call may go on as. */
export type Admitted =
  | { readonly kind: 'user'; readonly user: UserRecord }
  /** Without a token, or with one that is not good. */
  | { readonly kind: 'stranger'; readonly address: string; readonly hasToken: boolean }
  | { readonly kind: 'wait'; readonly seconds: number };

/** Who it is that was let in, where it is known. */
export function userOf(admitted: Admitted): UserRecord | undefined {
  return admitted.kind === 'user' ? admitted.user : undefined;
}

/**
 * Lets calls in. A token is looked up before anything is counted: what is wrong is charged to its address, what is good
 * to its user, so that nobody's mistakes keep others out, and no user slows another.
 */
export class Doorkeeper {
  readonly #users: Pick<UserStore, 'byToken'>;
  readonly #clients: RateLimit;
  readonly #wrong: RateLimit;
  readonly #calls = new FairTurns(calls);
  readonly #largePages = new FairTurns(largePages);
  readonly #exports = new FairTurns(exports);

  /** `monotonic` is a clock in milliseconds that never jumps. */
  constructor(users: Pick<UserStore, 'byToken'>, monotonic: () => number) {
    this.#users = users;
    this.#clients = new RateLimit(perClient, monotonic);
    this.#wrong = new RateLimit(wrongTokens, monotonic);
  }

  /** Counts a call, and says what it may go on as. */
  async admit(headers: CallHeaders, way: SocketWay): Promise<Admitted> {
    const { address } = way;
    const token = bearerOf(headers);
    const hasToken = headers.get('authorization') !== null;
    const user = token === undefined ? undefined : await this.#users.byToken(token);
    if (user !== undefined) {
      const owner = `user ${user.id}`;
      const seconds = this.#clients.take(owner);
      if (seconds > 0) return { kind: 'wait', seconds };
      return way.belongsTo(owner) ? { kind: 'user', user } : { kind: 'wait', seconds: 1 };
    }
    const client = token === undefined ? `address ${address}` : hash('sha256', token, 'base64');
    const seconds = this.#clients.take(client) || (hasToken ? this.#wrong.take(address) : 0);
    return seconds > 0 ? { kind: 'wait', seconds } : { kind: 'stranger', address, hasToken };
  }

  /** Seconds that an address has to wait for the provider's pages, 0 for none; counts the call. */
  admitToPages(address: string): number {
    return this.#clients.take(`pages ${address}`);
  }

  /** Counts a token that was wrong; the seconds that its address has to wait with the next one, 0 for none. */
  wrongToken(address: string): number {
    return this.#wrong.take(address);
  }

  /** After the answer: calls that need no token say nothing about it, so that none was guessed. */
  judge(admitted: Admitted, status: number): void {
    if (admitted.kind === 'stranger' && admitted.hasToken && status !== 401) this.#wrong.giveBack(admitted.address);
  }

  /**
   * Waits for the turn of a user's call; strangers get no further than a line of text. Resolves to what ends the call.
   */
  async turnOf(admitted: Admitted, url: string, way: SocketWay): Promise<() => void> {
    if (admitted.kind !== 'user') return () => undefined;
    return this.#turnsFor(new URL(url, 'http://winnow.invalid')).take(String(admitted.user.id), way.isWanted);
  }

  #turnsFor({ pathname, searchParams }: URL): FairTurns {
    if (pathname === exportPath || `${pathname}/` === exportPath) return this.#exports;
    return Number(searchParams.get('page_size')) > largePage ? this.#largePages : this.#calls;
  }
}
