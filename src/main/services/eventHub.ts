import type { DataTag } from '#shared/api/endpoint.ts';
import type { EventName, EventPayload } from '#shared/bridge/contract.ts';
import type { Log, Clock } from '../ports.ts';

/** An event with its payload, as a transport forwards it. */
export type BridgeEvent = { [N in EventName]: { readonly name: N; readonly payload: EventPayload<N> } }[EventName];

/** Publishes the closed set of events. Services publish; transports and other services listen. */
export interface EventHub {
  publish<N extends EventName>(name: N, payload: EventPayload<N>): void;
  subscribe<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void;
  /** For transports: every event. */
  subscribeAll(listener: (event: BridgeEvent) => void): () => void;
}

/** A hub whose listeners cannot affect each other or the publisher: what one throws goes to the log. */
export function createEventHub(log: Log): EventHub {
  const listeners = new Set<(event: BridgeEvent) => void>();

  function subscribeAll(listener: (event: BridgeEvent) => void): () => void {
    // One entry per subscription, even if the same function subscribes twice.
    const entry = (event: BridgeEvent): void => listener(event);
    listeners.add(entry);
    return () => listeners.delete(entry);
  }

  return {
    publish: (name, payload) => {
      // The two match by this function's own type.
      const event = { name, payload } as BridgeEvent;
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          log.error('event.listener', error, { type: name });
        }
      }
    },
    subscribe: (name, listener) =>
      subscribeAll((event) => {
        if (event.name === name) listener(event.payload as never);
      }),
    subscribeAll,
  };
}

/**
 * Shortest time between two `data.changed` caused by calls, in milliseconds, and the longest it grows to while calls
 * keep coming.
 */
const leastPause = 200;
const longestPause = 1600;

/**
 * Tells every window what API calls have changed, according to the endpoint table: the calling window hears of it like
 * all others. The first change is announced at once; a thousand calls in a row do not make anyone reload a thousand
 * times.
 */
export class ChangeNews {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #events: EventHub;
  readonly #waiting = new Set<DataTag>();
  #pause = leastPause;
  #cancel: (() => void) | null = null;

  constructor(clock: Pick<Clock, 'after'>, events: EventHub) {
    this.#clock = clock;
    this.#events = events;
  }

  /** Data with these tags may be out of date. */
  changed(tags: readonly DataTag[]): void {
    if (tags.length === 0) return;
    for (const tag of tags) this.#waiting.add(tag);
    if (this.#cancel === null) this.#tell();
  }

  stop(): void {
    this.#cancel?.();
  }

  #tell(): void {
    this.#events.publish('data.changed', { tags: [...this.#waiting] });
    this.#waiting.clear();
    this.#cancel = this.#clock.after(this.#pause, () => {
      this.#cancel = null;
      if (this.#waiting.size === 0) {
        this.#pause = leastPause;
        return;
      }
      this.#pause = Math.min(2 * this.#pause, longestPause);
      this.#tell();
    });
  }
}
