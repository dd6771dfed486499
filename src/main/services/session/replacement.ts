import type { AccountCard, SessionState } from '#shared/bridge/session.ts';
import type { User } from '#shared/domain/account.ts';
import { AppError } from '#shared/errors.ts';
import type { Clock } from '../../ports.ts';
import type { PendingSignIn } from './pendingSignIn.ts';
import type { Arrival } from './signInFlow.ts';
import type { Place } from './place.ts';

/** How long a sign-in waits for the user's word before it is dropped, in milliseconds. */
const waitMs = 600_000;

/** An account as it is known here, by the name its queue has. */
export interface KnownAccount {
  readonly account: string;
  readonly card: AccountCard;
}

/** How an account is named in the queue, and how it is shown. */
export function knownAccount(place: Place, user: User): KnownAccount {
  return {
    account: `${place.kind === 'local' ? 'local' : place.origin}#${user.id}`,
    card: { server: place.origin, name: user.name, email: user.email },
  };
}

/** A sign-in that would replace an account, until the user has said yes or no (S35). Its token is in memory only. */
export class Replacement {
  readonly arrival: Arrival;
  readonly shown: NonNullable<SessionState['replacement']>;
  readonly #pending: PendingSignIn<SessionState>;
  readonly #clear: () => void;

  /** `onLate` is called when the user has said nothing for ten minutes. */
  constructor(
    parts: { from: KnownAccount; arrival: Arrival; pending: PendingSignIn<SessionState> },
    clock: Clock,
    onLate: () => void,
  ) {
    const { from, arrival, pending } = parts;
    this.arrival = arrival;
    this.shown = { from: from.card, to: knownAccount(arrival.place, arrival.user).card };
    this.#pending = pending;
    this.#clear = clock.after(waitMs, onLate);
  }

  /** The user has said yes: whoever waits for the sign-in gets what comes of it. */
  async accept(enter: () => Promise<SessionState>): Promise<SessionState> {
    this.#clear();
    try {
      const state = await enter();
      this.#pending.succeed(state);
      return state;
    } catch (error) {
      this.#pending.fail(AppError.from(error));
      throw error;
    }
  }

  /** The sign-in is dropped. */
  refuse(why: string): void {
    this.#clear();
    this.#pending.fail(new AppError('cancelled', why));
  }
}
