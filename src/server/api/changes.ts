import type { Context } from 'hono';
import { streamSSE, type SSEStreamingApi } from 'hono/streaming';
import { changeOf } from './routes/changeOf.ts';
import type { AuditStore, UserRecord } from '../state/port.ts';
import { peopleOf } from './routes/team.ts';
import type { ApiDeps } from './routes/handler.ts';

/** How often the ledger is asked for news while anybody listens, in milliseconds. */
const lookMs = 300;
/** A stream without news says that it is there, before a proxy takes it for dead, in milliseconds. */
const heartbeatMs = 15_000;
/** How many events are put into the chain, or sent, at a time. */
const atOnce = 1000;

/** Tells listeners when the ledger has grown, whichever server of the team has written to it. */
export class ChangeFeed {
  readonly #audit: AuditStore;
  readonly #listeners = new Set<() => void>();
  #isLooking = false;
  #place = -1;

  constructor(audit: AuditStore) {
    this.#audit = audit;
  }

  /** Calls back whenever there is something new. Returns the way to end that. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (!this.#isLooking) this.#lookLater();
    return () => this.#listeners.delete(listener);
  }

  async #look(): Promise<void> {
    try {
      await this.#audit.seal(atOnce);
      const place = await this.#audit.place();
      if (place !== this.#place) for (const listener of this.#listeners) listener();
      this.#place = place;
    } catch {
      // The store is away: the next look finds it back, or the calls of those who listen say so.
    }
    this.#isLooking = false;
    if (this.#listeners.size > 0) this.#lookLater();
  }

  #lookLater(): void {
    this.#isLooking = true;
    setTimeout(() => void this.#look(), lookMs);
  }
}

function nothing(): void {
  // Nobody waits.
}

/** Who listens, and how to see that they still may: false once the token has ended, by whichever process. */
interface Listener {
  readonly user: UserRecord;
  readonly stillMay: () => Promise<boolean>;
}

/**
 * What others of the team do, as server-sent events from a place on, else from now (docs/api.md 11).
 * Each has the place in the chain of events as its id. Before anything is sent, and at each heartbeat, the listener's
 * token is looked up: once it is no good, the stream says `ended` and ends.
 */
export function streamChanges(
  context: Context,
  deps: Pick<ApiDeps, 'state'>,
  feed: ChangeFeed,
  listener: Listener,
  heartbeat = heartbeatMs,
): Response {
  const { req } = context;
  const asked = Number(req.header('Last-Event-ID') ?? req.query('since') ?? Number.NaN);
  return streamSSE(context, async (stream) => {
    let isNew = true;
    let wake = nothing;
    const end = feed.listen(() => {
      isNew = true;
      wake();
    });
    stream.onAbort(() => {
      end();
      wake();
    });
    try {
      let place = Number.isSafeInteger(asked) && asked >= 0 ? asked : await deps.state.audit.place();
      await stream.writeSSE({ event: 'ready', id: String(place), data: '' });
      while (!stream.aborted) {
        if (!(await listener.stillMay())) {
          await stream.writeSSE({ event: 'ended', data: '' });
          break;
        }
        if (isNew) {
          isNew = false;
          place = await sendFrom(place, stream, deps, listener.user);
        } else {
          await stream.write(': still here\n\n');
        }
        if (isNew) continue;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, heartbeat);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    } finally {
      end();
    }
  });
}

/** Sends what came after a place. Returns the place of the last of it. */
async function sendFrom(
  place: number,
  stream: SSEStreamingApi,
  deps: Pick<ApiDeps, 'state'>,
  user: UserRecord,
): Promise<number> {
  let at = place;
  for (;;) {
    const events = await deps.state.audit.after(at, atOnce);
    if (events.length === 0) return at;
    const people = await peopleOf({ deps });
    for (const event of events) {
      at = event.place;
      const change = changeOf(event, user, people);
      if (change !== null) await stream.writeSSE({ id: String(at), data: JSON.stringify(change) });
    }
  }
}
