import { AppError } from '#shared/errors.ts';

/** How many calls an owner may have in progress, and how many more may wait for one of them to end. */
export interface TurnLimits {
  readonly atOnce: number;
  readonly waiting: number;
}

interface Waiting {
  readonly isWanted: () => boolean;
  readonly start: (end: () => void) => void;
  readonly giveUp: (error: AppError) => void;
}

interface Owner {
  underWay: number;
  readonly waiting: Waiting[];
}

/**
 * Starts calls one at a time, one per turn of the event loop. Owners (users) alternate, so a user who asks for a lot
 * waits for themselves, and everyone else for at most one of their calls. A call keeps its place until its answer has
 * left, because the answer takes memory until then.
 */
export class FairTurns {
  readonly #limits: TurnLimits;
  /** Owners with calls, least recently served first. */
  readonly #owners = new Map<string, Owner>();
  #isTaken = false;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for the turn of an owner's call. Resolves to a function that ends the call and may be called more than once.
   * Throws `rate_limited` if too many of the owner's calls are waiting, and `cancelled` if nobody wants the answer any
   * more.
   */
  take(owner: string, isWanted: () => boolean): Promise<() => void> {
    const calls = this.#owners.get(owner) ?? { underWay: 0, waiting: [] };
    this.#owners.set(owner, calls);
    if (calls.waiting.length >= this.#limits.waiting) {
      return Promise.reject(new AppError('rate_limited', 'Too many calls at once. Try again in 1 s.'));
    }
    return new Promise((resolve, reject) => {
      calls.waiting.push({ isWanted, start: resolve, giveUp: reject });
      this.#next();
    });
  }

  /** How many owners are remembered: those with a call in progress or waiting. */
  get size(): number {
    return this.#owners.size;
  }

  #next(): void {
    if (this.#isTaken) return;
    for (const [owner, calls] of this.#owners) {
      if (calls.underWay >= this.#limits.atOnce) continue;
      const call = calls.waiting.shift();
      if (call === undefined) continue;
      if (!call.isWanted()) {
        call.giveUp(new AppError('cancelled', 'Nobody waits for this answer.'));
        this.#forgetIfDone(owner, calls);
        this.#next();
        return;
      }
      this.#begin(owner, calls, call);
      return;
    }
  }

  #begin(owner: string, calls: Owner, call: Waiting): void {
    calls.underWay += 1;
    // A Map keeps insertion order: this owner is now the last.
    this.#owners.delete(owner);
    this.#owners.set(owner, calls);
    this.#isTaken = true;
    // By then the call has done its work, which waits for nothing, and sockets have been read.
    setImmediate(() => {
      this.#isTaken = false;
      this.#next();
    });
    let isOver = false;
    call.start(() => {
      if (isOver) return;
      isOver = true;
      calls.underWay -= 1;
      this.#forgetIfDone(owner, calls);
      this.#next();
    });
  }

  #forgetIfDone(owner: string, calls: Owner): void {
    if (calls.underWay === 0 && calls.waiting.length === 0 && this.#owners.get(owner) === calls) {
      this.#owners.delete(owner);
    }
  }
}
