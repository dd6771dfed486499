import type { ConnectionState } from '#shared/bridge/session.ts';
import type { Clock } from '../ports.ts';
import type { EventHub } from './eventHub.ts';

/** How often to probe a lost connection, in milliseconds. */
const probeEveryMs = 5000;

/**
 * Whether the API responds, published when it changes. `since` is when it last changed (ISO 8601). A lost connection is
 * probed every five seconds, so that its return is noticed even if nobody makes a call.
 */
export class Connection {
  readonly #clock: Clock;
  readonly #events: EventHub;
  readonly #probe: () => Promise<unknown>;
  #state: ConnectionState;
  #cancelProbe: () => void = () => undefined;

  /** `probe` makes some small call; its success or failure is reported here like any other's. */
  constructor(clock: Clock, events: EventHub, probe: () => Promise<unknown>) {
    this.#clock = clock;
    this.#events = events;
    this.#probe = probe;
    this.#state = { status: 'connected', since: clock.now().toISOString() };
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Called by the API client after each call that says something about the connection. */
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
      // The outcome has been reported by then; a missing sign-in is no news.
    }
    if (this.#state.status === 'lost' && this.#state.since === since) this.#probeLater();
  }
}
