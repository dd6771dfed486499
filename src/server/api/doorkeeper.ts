import { hash } from 'node:crypto';
import { endpoints } from '#shared/api/endpoints.ts';
import type { SocketWay } from '#node/loopbackServer.ts';
import { RateLimit } from '../accounts/rateLimit.ts';
import { bearerOf, type CallHeaders } from './http/requestInput.ts';
import { FairTurns } from './http/turns.ts';
import type { UserRecord, UserStore } from '../state/port.ts';

/** How much one user, or an address without one, may ask. A person stays far below it; a runaway client does not. */
const perClient = { burst: 20_000, perSecond: 2000 } as const;

/** Wrong tokens from one address before it has to wait. */
const wrongTokens = { burst: 100, perSecond: 1 } as const;

/** Calls of one user at a time. Exports and sent files count separately: one may take minutes. */
const calls = { atOnce: 4, waiting: 256 } as const;
/** A large page takes a megabyte or more, and everybody waits while that memory is collected. */
const largePages = { atOnce: 1, waiting: 256 } as const;

/** Pages with more rows than this are large. */
const largePage = 200;
const exports = { atOnce: 2, waiting: 32 } as const;
/** Files that are being sent: each takes as long as its sender's line. */
const files = { atOnce: 2, waiting: 8 } as const;

const exportPath = endpoints.exportCompanies.path;
const filePath = endpoints.sendFile.path;
const changesPath = '/api/changes/';

/** Apps of one user that listen to what others do, for as long as they run. */
const listeners = { atOnce: 16, waiting: 4 } as const;

/** How a call may proceed. */
export type Admitted =
  | { readonly kind: 'user'; readonly user: UserRecord }
  /** Without a token, or with an invalid one. */
  | { readonly kind: 'stranger'; readonly address: string; readonly hasToken: boolean }
  | { readonly kind: 'wait'; readonly seconds: number };

/** The user that was let in, if known. */
export function userOf(admitted: Admitted): UserRecord | undefined {
  return admitted.kind === 'user' ? admitted.user : undefined;
}

/**
 * Lets calls in. The token is looked up before anything is counted: a wrong one is charged to its address, a good one
 * to its user. So nobody's mistakes lock others out, and no user slows down another.
 */
export class Doorkeeper {
  readonly #users: Pick<UserStore, 'byToken'>;
  readonly #clients: RateLimit;
  readonly #wrong: RateLimit;
  readonly #calls = new FairTurns(calls);
  readonly #largePages = new FairTurns(largePages);
  readonly #exports = new FairTurns(exports);
  readonly #files = new FairTurns(files);
  readonly #listeners = new FairTurns(listeners);

  /** `monotonic` is a clock in milliseconds that never jumps. */
  constructor(users: Pick<UserStore, 'byToken'>, monotonic: () => number) {
    this.#users = users;
    this.#clients = new RateLimit(perClient, monotonic);
    this.#wrong = new RateLimit(wrongTokens, monotonic);
  }

  /** Counts a call and says how it may proceed. */
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

  /** How many seconds an address has to wait for the provider's pages, 0 for none. Counts the call. */
  admitToPages(address: string): number {
    return this.#clients.take(`pages ${address}`);
  }

  /** Counts a wrong token. Returns how many seconds its address has to wait before the next one, 0 for none. */
  wrongToken(address: string): number {
    return this.#wrong.take(address);
  }

  /** After the answer: a call that needs no token does not reveal whether it was good, so it was no guess. */
  judge(admitted: Admitted, status: number): void {
    if (admitted.kind === 'stranger' && admitted.hasToken && status !== 401) this.#wrong.giveBack(admitted.address);
  }

  /**
   * Waits for the turn of a user's call; strangers get no further than a line of text. Resolves to a function that ends
   * the call.
   */
  async turnOf(admitted: Admitted, url: string, way: SocketWay): Promise<() => void> {
    if (admitted.kind !== 'user') return () => undefined;
    return this.#turnsFor(new URL(url, 'http://winnow.invalid')).take(String(admitted.user.id), way.isWanted);
  }

  #turnsFor({ pathname, searchParams }: URL): FairTurns {
    const path = pathname.endsWith('/') ? pathname : `${pathname}/`;
    if (path === exportPath) return this.#exports;
    if (path === filePath) return this.#files;
    if (path === changesPath) return this.#listeners;
    return Number(searchParams.get('page_size')) > largePage ? this.#largePages : this.#calls;
  }
}
