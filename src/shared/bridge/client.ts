import { AppError, type ErrorWire } from '../errors.ts';
import { errorWireSchema } from '../errorSchemas.ts';
import {
  callTimeouts,
  calls,
  events,
  type BridgeReply,
  type CallInput,
  type CallName,
  type CallOutput,
  type EventName,
  type EventPayload,
} from './contract.ts';

/** The transport: IPC, HTTP or memory. `send` resolves with the shell's reply, or rejects when the shell is gone. */
export interface BridgeClientOptions {
  readonly send: (name: CallName, input: unknown) => Promise<unknown>;
  /** Calls back once after `ms`; returns a function that cancels. */
  readonly after: (ms: number, callback: () => void) => () => void;
}

/**
 * The caller's side of the bridge. The transport passes events to `dispatch`, and calls `disconnect` when it is lost.
 */
export interface BridgeClient {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<BridgeReply<CallOutput<N>>>;
  subscribe<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void;
  /** Hands an event to its listeners; ignores events that are not in the contract. */
  dispatch(name: string, payload: unknown): void;
  /** Settles every pending call with `connection_lost`; later calls may try again. */
  disconnect(): void;
}

type Listener = (payload: unknown) => void;

/**
 * A client whose calls always settle: with the reply, with `connection_lost`, or with `timeout`, depending on the call.
 */
export function createBridgeClient({ send, after }: BridgeClientOptions): BridgeClient {
  const pending = new Set<(reply: BridgeReply<unknown>) => void>();
  const listeners = new Map<string, Set<Listener>>();

  function exchange(name: CallName, input: unknown): Promise<BridgeReply<unknown>> {
    return new Promise((resolve) => {
      const limit = callTimeouts[calls[name].time];
      const cancelTimer = limit === null ? undefined : after(limit, () => settle(failure('timeout', noAnswer)));
      const settle = (reply: BridgeReply<unknown>): void => {
        if (!pending.delete(settle)) return;
        cancelTimer?.();
        resolve(reply);
      };
      pending.add(settle);
      start(name, input).then(
        (reply) => settle(readReply(reply)),
        () => settle(failure('connection_lost', lost)),
      );
    });
  }

  // A transport that throws synchronously is treated like one that rejects.
  async function start(name: CallName, input: unknown): Promise<unknown> {
    return await send(name, input);
  }

  return {
    call: <N extends CallName>(name: N, input: CallInput<N>) => {
      if (!Object.hasOwn(calls, name)) return Promise.resolve(failure('unknown_call', 'Unknown call.'));
      // The call's own handler in the shell produced the value, and the contract types that handler.
      return exchange(name, input) as Promise<BridgeReply<CallOutput<N>>>;
    },
    subscribe: (name, listener) => {
      const own = listeners.get(name) ?? new Set<Listener>();
      listeners.set(name, own);
      // One entry per subscription, even if the same function subscribes twice.
      const entry: Listener = (payload) => listener(payload as never);
      own.add(entry);
      return () => own.delete(entry);
    },
    dispatch: (name, payload) => {
      if (!Object.hasOwn(events, name)) return;
      for (const listener of listeners.get(name) ?? []) listener(payload);
    },
    disconnect: () => {
      for (const settle of pending) settle(failure('connection_lost', lost));
    },
  };
}

const lost = 'Winnow has stopped responding. Restart it to continue; saved decisions are safe.';
const noAnswer = 'Winnow took too long to respond.';

function failure(code: ErrorWire['code'], message: string): { ok: false; error: ErrorWire } {
  return { ok: false, error: new AppError(code, message).toWire() };
}

function readReply(reply: unknown): BridgeReply<unknown> {
  if (typeof reply === 'object' && reply !== null && 'ok' in reply) {
    if (reply.ok === true) return { ok: true, value: 'value' in reply ? reply.value : null };
    const error = 'error' in reply ? errorWireSchema.safeParse(reply.error) : undefined;
    if (reply.ok === false && error?.success === true) return { ok: false, error: error.data };
  }
  return failure('bad_reply', 'Winnow gave an answer that could not be read. Restart it to continue.');
}
