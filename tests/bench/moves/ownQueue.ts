import type { MoveTarget } from '#shared/bridge/moves.ts';
import { createEventHub } from '#main/services/eventHub.ts';
import { ApiClient, type ApiTransport } from '#main/services/api/apiClient.ts';
import { MoveQueue } from '#main/services/moves/moveQueue.ts';
import { systemClock } from '#main/shellCommon/system.ts';

/** Where moves go. */
export interface Destination {
  readonly transport: ApiTransport;
  readonly origin: string;
  readonly token: string;
}

const account = 'bench';
const ignore = (): void => undefined;
const quiet = { info: ignore, warn: ignore, error: ignore };

/** The app's own move queue on a real file, assembled as in the app. */
export class OwnQueue {
  readonly queue: MoveQueue;
  /** Calls sent so far. */
  sent = 0;
  readonly #client: ApiClient;
  readonly #events = createEventHub(quiet);
  /** Nothing is sent before `send`. */
  #limit = 0;
  #onLimit: () => void = () => undefined;

  constructor(path: string, { transport, origin, token }: Destination) {
    this.queue = new MoveQueue({ path, clock: systemClock(), events: this.#events, log: quiet });
    this.queue.start();
    this.#client = clientOf({ transport: { fetch: (request) => this.#fetch(transport, request) }, origin, token });
  }

  /** Takes decisions from now on. */
  attach(): void {
    this.queue.attach(account, this.#client);
  }

  /** Lets `count` calls out; resolves once they are confirmed and recorded, or when nothing is left. */
  async send(count: number): Promise<void> {
    this.#limit = this.sent + count;
    await new Promise<void>((resolve, reject) => {
      this.#onLimit = resolve;
      this.#events.subscribeAll(() => {
        const { status, reason, failed } = this.queue.state();
        if (status === 'lost' || status === 'blocked' || failed.length > 0) {
          reject(new Error(`The queue stopped: ${failed[0]?.reason ?? reason}`));
        }
        if (status === 'idle') resolve();
      });
      this.attach();
    });
    this.queue.detach();
  }

  close(): void {
    this.queue.stop();
    this.#client.close();
  }

  #fetch(transport: ApiTransport, request: Request): Promise<Response> {
    if (this.sent < this.#limit) {
      this.sent++;
      return transport.fetch(request);
    }
    this.#onLimit();
    // It is given up with the link, and was not sent.
    return new Promise(() => undefined);
  }
}

/** The app's client of a server. */
export function clientOf(destination: Destination): ApiClient {
  return new ApiClient({
    ...destination,
    jar: { csrf: '' },
    clock: systemClock(),
    onDenied: ignore,
    onReached: ignore,
  });
}

/** A company to move; `entryId` is its entry. */
export function targetOf(entryId: number, companyId = entryId): MoveTarget {
  return { entryId, companyId, name: `Company ${companyId}`, from: 'None', siblings: [] };
}
