import { createBridgeClient, type BridgeClient } from '#shared/bridge/client.ts';
import type { EventHub } from '../../services/eventHub.ts';
import type { Caller, Router } from '../router.ts';

/** A client joined to a router in memory; everything passes through JSON, as it would over a wire. */
export function connectInMemory(
  router: Router,
  events: EventHub,
  caller: Partial<Caller> = {},
): BridgeClient & { close(): void } {
  const left = new AbortController();
  const client = createBridgeClient({
    send: async (name, input) => {
      if (left.signal.aborted) throw new Error('closed');
      const reply = await router.handle(name, overTheWire(input), {
        trusted: true,
        client: 'memory',
        gone: left.signal,
        ...caller,
      });
      return overTheWire(reply);
    },
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  });
  const unsubscribe = events.subscribeAll(({ name, payload }) => client.dispatch(name, overTheWire(payload)));
  return {
    ...client,
    close: () => {
      left.abort();
      unsubscribe();
      client.disconnect();
    },
  };
}

function overTheWire(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
