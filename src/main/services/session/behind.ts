import type { Clock } from '../../ports.ts';
import type { EventHub } from '../eventHub.ts';

/** After how long to ask a server again that was behind, in milliseconds. */
const againMs = 3000;

/** Tells the page when a server is behind, once until its data are asked for again. */
export class Behind {
  readonly #clock: Clock;
  readonly #events: EventHub;
  #isTold = false;

  constructor(clock: Clock, events: EventHub) {
    this.#clock = clock;
    this.#events = events;
  }

  tell(): void {
    if (this.#isTold) return;
    this.#isTold = true;
    this.#events.publish('companies.behind', {});
    this.#clock.after(againMs, () => {
      this.#isTold = false;
      this.#events.publish('data.changed', { tags: ['companies'] });
    });
  }
}
