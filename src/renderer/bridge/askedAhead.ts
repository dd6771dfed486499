import {
  eventNames,
  type BridgeReply,
  type CallInput,
  type CallName,
  type CallOutput,
  type WinnowBridge,
} from '#shared/bridge/contract.ts';

/** How long an answer is kept for who needs it, in milliseconds: the time in which a page starts. */
const keptMs = 5000;

/**
 * Calls that a page makes before the parts of it are there that need them, so that answers come while it is drawn. Each
 * answer is given once; and none after an event, which may tell of something newer and which nobody heard yet.
 */
export class AskedAhead {
  readonly #asked = new Map<string, Promise<BridgeReply<unknown>>>();

  /** Makes a call whose answer the first to make the same call gets. */
  ask<N extends CallName>(bridge: WinnowBridge, name: N, input: CallInput<N>): void {
    if (this.#asked.size === 0) this.#forgetInTime(bridge);
    this.#asked.set(keyOf(name, input), bridge.call(name, input));
  }

  /** The answer to a call that was made ahead; undefined where there is none. */
  take<N extends CallName>(name: N, input: CallInput<N>): Promise<BridgeReply<CallOutput<N>>> | undefined {
    if (this.#asked.size === 0) return undefined;
    const key = keyOf(name, input);
    const answer = this.#asked.get(key);
    this.#asked.delete(key);
    return answer as Promise<BridgeReply<CallOutput<N>>> | undefined;
  }

  #forgetInTime(bridge: WinnowBridge): void {
    const forget = (): void => {
      this.#asked.clear();
      clearTimeout(timer);
      for (const end of ends) end();
    };
    const timer = setTimeout(forget, keptMs);
    const ends = eventNames.map((name) => bridge.subscribe(name, forget));
  }
}

function keyOf(name: CallName, input: unknown): string {
  return JSON.stringify([name, input]);
}
