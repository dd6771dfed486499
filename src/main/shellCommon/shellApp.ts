import type { Updater } from '#main/ports.ts';
import type { BridgeReply, EventName, EventPayload } from '#shared/bridge/contract.ts';
import type { DeepLink } from '#shared/bridge/links.ts';

/** Who makes a call, as found by the shell. */
interface ShellCaller {
  readonly trusted: boolean;
  readonly client: string;
  readonly gone: AbortSignal;
}

/** What a shell uses of the composed app. */
export interface ShellApp {
  readonly router: { handle(name: unknown, input: unknown, caller: ShellCaller): Promise<BridgeReply<unknown>> };
  readonly events: {
    subscribe<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void;
    subscribeAll(listener: (event: { readonly name: string; readonly payload: unknown }) => void): () => void;
  };
  open(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The computer is going to sleep; nothing new is started until `resume` (F21). */
  suspend(): void;
  resume(): void;
  /** False if the link answers no sign-in of ours. */
  completeSignIn(link: DeepLink): Promise<boolean>;
}

/** A call that the shell itself makes: from the tray, or at the first start. */
export function shellCaller(): ShellCaller {
  return { trusted: true, client: 'shell', gone: new AbortController().signal };
}

/** For a shell that cannot update itself; `reason` tells the user why, in a sentence. */
export function noUpdater(reason: string): Updater {
  return {
    unsupported: reason,
    subscribe: () => () => undefined,
    check: async () => undefined,
    install: () => undefined,
  };
}
