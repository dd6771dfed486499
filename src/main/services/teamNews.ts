import type { DataTag } from '#shared/api/endpoint.ts';
import { teamChangeSchema, type TeamChange } from '#shared/domain/team.ts';
import { AppError } from '#shared/errors.ts';
import type { Clock, Log } from '../ports.ts';
import type { ApiClient } from './api/apiClient.ts';
import type { ChangeNews, EventHub } from './eventHub.ts';

/** The pauses before the server is listened to again, in milliseconds: the first, and the longest. */
const pauseMs = { first: 1000, longest: 30_000 } as const;
/** A stream that says nothing at all for this long is over: the server says every 15 s that it is there. */
const silentMs = 40_000;
/** How long the first word may take, in milliseconds: a proxy that keeps it back keeps the rest back, too. */
const firstWordMs = 8000;
/** How often the server is asked where it cannot be listened to, in milliseconds. */
const askMs = 10_000;

/** What may be out of date after each kind of change. */
const tagsOf = {
  decided: ['entries', 'smartLists'],
  settled: ['entries', 'smartLists'],
  assigned: ['assignments'],
  shared: ['smartLists', 'collections', 'entries'],
  note: ['notes', 'mentions'],
  people: ['team', 'account'],
  companies: ['companies', 'entries', 'smartLists', 'collections', 'digest'],
} as const satisfies Record<TeamChange['kind'], readonly DataTag[]>;

/** All that anything of this may have put out of date. */
const allTags = [...new Set(Object.values(tagsOf).flat())];

/** The server whose news are told. */
type TeamSource = Pick<ApiClient, 'listen' | 'request'>;

interface TeamNewsDeps {
  readonly clock: Clock;
  readonly events: EventHub;
  readonly changes: ChangeNews;
  readonly log: Log;
}

/**
 * Listens to what others on a server do and tells the windows. A lost connection is taken up where it was; where
 * something in between keeps the stream back, the server is asked every ten seconds.
 */
export class TeamNews {
  readonly #deps: TeamNewsDeps;
  #ended = new AbortController();

  constructor(deps: TeamNewsDeps) {
    this.#deps = deps;
  }

  /** Listens as this client's user from now on; null to nobody. */
  follow(client: TeamSource | null): void {
    this.#ended.abort();
    this.#ended = new AbortController();
    if (client !== null) void this.#listen(client, this.#ended.signal);
  }

  stop(): void {
    this.#ended.abort();
  }

  async #listen(client: TeamSource, signal: AbortSignal): Promise<void> {
    let place: number | null = null;
    let isLate = false;
    let pause: number = pauseMs.first;
    let isHeld = false;
    while (!signal.aborted) {
      const heard: Heard | 'none' = isHeld
        ? await this.#ask(client, { since: place, isLate }, signal)
        : await this.#hear(client, { since: place, isLate }, signal);
      if (heard === 'none') return;
      isLate = true;
      place = heard.place ?? place;
      isHeld ||= heard.isHeld;
      pause = heard.isWell ? pauseMs.first : Math.min(pause * 2, pauseMs.longest);
      await this.#wait(isHeld ? Math.max(askMs, pause) : pause, signal);
    }
  }

  /** Listens until the stream ends. `none`: this server has no such stream, or the session has ended. */
  async #hear(client: TeamSource, from: From, signal: AbortSignal): Promise<Heard | 'none'> {
    const { since } = from;
    let place = since;
    let isReady = false;
    const silence = new Silence(this.#deps.clock, signal);
    silence.allow(firstWordMs);
    try {
      await client.listen(since, silence.signal, {
        onWord: () => silence.allow(silentMs),
        onEvent: ({ id, event, data }) => {
          if (!isReady) this.#isHeard(from);
          isReady = true;
          if (id !== undefined && id !== '') place = Number(id);
          if (event === undefined) this.#tell([data]);
        },
      });
      return { place, isWell: true, isHeld: false };
    } catch (error) {
      const { code } = AppError.from(error);
      if (signal.aborted || gone.has(code)) return 'none';
      // Connected, and not a word came: something keeps the stream until it ends.
      return { place, isWell: isReady, isHeld: silence.isOver && !isReady };
    } finally {
      silence.end();
    }
  }

  async #ask(client: TeamSource, from: From, signal: AbortSignal): Promise<Heard | 'none'> {
    const { since } = from;
    try {
      const { place, results } = await client.request(
        'listChanges',
        { query: { since: since ?? undefined } },
        { signal },
      );
      this.#isHeard(from);
      this.#tell(results.map((change) => JSON.stringify(change)));
      return { place, isWell: true, isHeld: true };
    } catch (error) {
      if (signal.aborted || gone.has(AppError.from(error).code)) return 'none';
      return { place: since, isWell: false, isHeld: true };
    }
  }

  /** The server is heard from now on; what was done since the windows began to read, it does not tell. */
  #isHeard({ since, isLate }: From): void {
    if (since === null && isLate) this.#deps.changes.changed(allTags);
  }

  #tell(written: readonly string[]): void {
    const { events, changes, log } = this.#deps;
    for (const text of written) {
      try {
        const change = teamChangeSchema.parse(JSON.parse(text));
        events.publish('team.changed', change);
        changes.changed(tagsOf[change.kind]);
      } catch (error) {
        // A newer server may have kinds that this version does not know.
        log.warn('team.news', { code: AppError.from(error).code });
      }
    }
  }

  #wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        cancel();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const cancel = this.#deps.clock.after(ms, end);
      signal.addEventListener('abort', end);
    });
  }
}

/** From where on the server is asked to tell: null for from now on. `isLate`: it could not be heard before. */
interface From {
  readonly since: number | null;
  readonly isLate: boolean;
}

interface Heard {
  readonly place: number | null;
  /** Whether the server could be heard. */
  readonly isWell: boolean;
  /** Whether something in between keeps the stream back. */
  readonly isHeld: boolean;
}

/** What says that there is nothing to listen to, or nobody to listen for. */
const gone: ReadonlySet<string> = new Set([
  'not_found',
  'unauthenticated',
  'forbidden',
  'cancelled',
  'method_not_allowed',
]);

/** Aborts once nothing was heard for as long as is allowed. */
class Silence {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #over = new AbortController();
  readonly signal: AbortSignal;
  #cancel: () => void = () => undefined;

  constructor(clock: Pick<Clock, 'after'>, ended: AbortSignal) {
    this.#clock = clock;
    this.signal = AbortSignal.any([ended, this.#over.signal]);
  }

  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  allow(ms: number): void {
    this.#cancel();
    this.#cancel = this.#clock.after(ms, () => this.#over.abort(new AppError('timeout', 'Nothing more was heard.')));
  }

  end(): void {
    this.#cancel();
  }
}
