import { calls, type BridgeReply, type CallName, type CallOutput, type CallRequest } from '#shared/bridge/contract.ts';
import { AppError, fieldErrorsOf } from '#shared/errors.ts';
import type { Log } from '../ports.ts';

/**
 * Who makes a call, as found by the transport. `trusted` is true only if sender, frame and origin (or session key, Host
 * and Origin) were checked; `client` tells windows and tabs apart; `gone` aborts when that client has left.
 */
export interface Caller {
  readonly trusted: boolean;
  readonly client: string;
  readonly gone: AbortSignal;
}

/** One function per call of the contract. What it throws becomes the reply's error. */
export type Handlers = { readonly [N in CallName]: (input: CallRequest<N>, caller: Caller) => Promise<CallOutput<N>> };

/** The shell's side of the bridge. */
export interface Router {
  /** Answers one call. Never throws; a failure is an error reply. */
  handle(name: unknown, input: unknown, caller: Caller): Promise<BridgeReply<unknown>>;
}

type AnyHandler = (input: unknown, caller: Caller) => Promise<unknown>;

/** Checks in this order: trusted caller, own key of the contract, input schema, handler. */
export function createRouter(handlers: Handlers, log: Log): Router {
  async function answer(name: unknown, input: unknown, caller: Caller): Promise<unknown> {
    if (!caller.trusted) throw new AppError('untrusted_caller', 'This page is not allowed to call Winnow.');
    if (!isCallName(name)) throw new AppError('unknown_call', 'There is no such call.');
    const parsed = calls[name].input.safeParse(input);
    if (!parsed.success) {
      throw new AppError('invalid_input', `The call ${name} was made with a wrong input.`, {
        fields: fieldErrorsOf(parsed.error),
      });
    }
    // The schema of this very name has just produced the input that its handler takes.
    const handler = handlers[name] as unknown as AnyHandler;
    return await handler(parsed.data, caller);
  }

  return {
    handle: async (name, input, caller) => {
      try {
        return { ok: true, value: (await answer(name, input, caller)) ?? null };
      } catch (error) {
        if (!(error instanceof AppError)) log.error('rpc.failed', error, { call: isCallName(name) ? name : 'unknown' });
        return { ok: false, error: AppError.from(error).toWire() };
      }
    },
  };
}

function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(calls, name);
}

/** Runs `work` under a signal that a later run of the same caller with the same name aborts. */
type Replacing = <T>(caller: Caller, name: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * A new search cancels the one before it (product 4). An empty name replaces nothing; a client that leaves cancels all.
 */
export function createReplacing(): Replacing {
  const running = new Map<string, AbortController>();

  return async (caller, name, work) => {
    if (name === '') return await work(caller.gone);
    const key = `${caller.client}\n${name}`;
    const own = new AbortController();
    running.get(key)?.abort(new AppError('cancelled', 'Replaced by a newer search.'));
    running.set(key, own);
    try {
      return await work(AbortSignal.any([own.signal, caller.gone]));
    } finally {
      if (running.get(key) === own) running.delete(key);
    }
  };
}
