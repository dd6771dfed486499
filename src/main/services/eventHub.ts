import type { EventName, EventPayload } from '#shared/bridge/contract.ts';
import type { Log } from '../ports.ts';

/** An event with its payload, as a transport forwards it. */
export type BridgeEvent = { [N in EventName]: { readonly name: N; readonly payload: EventPayload<N> } }[EventName];

/** Tells the closed set of events. Services publish; transports and other services listen. */
export interface EventHub {
  publish<N extends EventName>(name: N, payload: EventPayload<N>): void;
  subscribe<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void;
  /** For transports: every event. */
  subscribeAll(listener: (event: BridgeEvent) => void): () => void;
}

/** A hub whose listeners cannot hurt each other or the publisher: what one throws goes to the log. */
export function createEventHub(log: Log): EventHub {
  const listeners = new Set<(event: BridgeEvent) => void>();

  function subscribeAll(listener: (event: BridgeEvent) => void): () => void {
    // One entry per subscription, also where the same function subscribes twice.
    const entry = (event: BridgeEvent): void => listener(event);
    listeners.add(entry);
    return () => listeners.delete(entry);
  }

  return {
    publish: (name, payload) => {
      // The two belong together by this function's own type.
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
