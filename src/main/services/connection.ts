import type { ConnectionState } from '#shared/bridge/session.ts';
import type { Clock } from '../ports.ts';
import type { EventHub } from './eventHub.ts';

/** How often a lost connection is tried, in milliseconds. */
const probeEveryMs = 5000;

/**
 * Whether the API answers, told when it changes. `since` is when it did (ISO 8601). While it is lost it is tried every
 * five seconds, so that it is found again also when nobody asks for anything.
 */
export class Connection {
  readonly #clock: Clock;
  readonly #events: EventHub;
  readonly #probe: () => Promise<unknown>;
  #state: ConnectionState;
  #cancelProbe: () => void = () => undefined;

  /** `probe` makes some small call, whose success or failure is reported here like any other's. */
  constructor(clock: Clock, events: EventHub, probe: () => Promise<unknown>) {
    this.#clock = clock;
    this.#events = events;
    this.#probe = probe;
    this.#state = { status: 'connected', since: clock.now().toISOString() };
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Told by the API client after each call that says something about it. */
  report(reached: boolean): void {
    const status = reached ? 'connected' : 'lost';
    if (status === this.#state.status) return;
    this.#cancelProbe();
    this.#state = { status, since: this.#clock.now().toISOString() };
    this.#events.publish('connection.changed', this.#state);
    if (!reached) this.#probeLater();
  }

  stop(): void {
    this.#cancelProbe();
  }

  #probeLater(): void {
    this.#cancelProbe = this.#clock.after(probeEveryMs, () => void this.#try());
  }

  async #try(): Promise<void> {
    const { since } = this.#state;
    try {
      await this.#probe();
    } catch {
      // What it says has been reported by then; that nobody is signed in is no news.
    }
    if (this.#state.status === 'lost' && this.#state.since === since) this.#probeLater();
  }
}
