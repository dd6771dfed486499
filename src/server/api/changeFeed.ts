import type { Person } from '#shared/domain/team.ts';
import type { SealedEvent, State } from '../state/port.ts';
import { changeOf, isForAll } from './routes/changeOf.ts';
import { peopleOf } from './routes/team.ts';
import { sealAll } from './routes/sealAll.ts';

/** How often the chain is asked for news while anybody listens, in milliseconds. */
const lookMs = 300;
/** How long after a time that events were put into the chain they are again, in milliseconds. */
const sealMs = 1000;
/** How many events are put into the chain, or read from it, at a time. */
const atOnce = 1000;
/** How many events are kept for those who listen. */
const kept = 5000;

/** What a listener is sent of some events, and the place of the last of them. */
export interface News {
  readonly place: number;
  /** `''` for nothing that this listener may know. */
  readonly text: string | Uint8Array<ArrayBuffer>;
}

/** Events as they are read, with what each is to a listener who may know it. */
interface Batch {
  readonly first: number;
  readonly last: number;
  readonly events: readonly SealedEvent[];
  /** What everybody may know, written once for all. */
  readonly forAll: Uint8Array<ArrayBuffer>;
  /** Those that are not for everybody. */
  readonly apart: readonly SealedEvent[];
  readonly people: (id: number) => Person;
}

/**
 * What the team does, for all who listen to this server: the chain of events is read once, and what is new is kept and
 * written once. What is one user's alone is decided for each listener, without the store.
 */
export class ChangeFeed {
  readonly #state: Pick<State, 'audit' | 'team'>;
  readonly #listeners = new Set<() => void>();
  #batches: Batch[] = [];
  /** The last place that was read. -1 while nobody listens. */
  #place = -1;
  #isLooking = false;
  #sealedAt = Number.NEGATIVE_INFINITY;
  /** The sealing that runs, and the one that begins after it. */
  #sealing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(state: Pick<State, 'audit' | 'team'>) {
    this.#state = state;
  }

  /** Calls back whenever there is something new. Returns the way to end that. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (!this.#isLooking) this.#lookLater();
    return () => this.#listeners.delete(listener);
  }

  /** The place in the chain before all that happens from now on. */
  async now(): Promise<number> {
    await this.#sealAll();
    return this.#state.audit.place();
  }

  /** What there is after a place for a user; undefined for nothing new. */
  async after(place: number, userId: number): Promise<News | undefined> {
    const known = this.#batches.find(({ first, last }) => first <= place + 1 && place < last);
    if (known !== undefined) return newsOf(known, place, userId);
    // Nothing new, or longer ago than what is kept.
    if (place === this.#place) return undefined;
    const batch = await this.#read(place);
    return batch === undefined ? undefined : newsOf(batch, place, userId);
  }

  async #look(): Promise<void> {
    try {
      if (performance.now() - this.#sealedAt >= sealMs) await this.#sealAll();
      if (await this.#readNews()) for (const listener of this.#listeners) listener();
    } catch {
      // The store is away: the next look finds it back, or the calls of those who listen say so.
    }
    this.#isLooking = false;
    if (this.#listeners.size > 0) {
      this.#lookLater();
      return;
    }
    this.#batches = [];
    this.#place = -1;
  }

  #lookLater(): void {
    this.#isLooking = true;
    setTimeout(() => void this.#look(), lookMs);
  }

  /** Reads what is new into what is kept. Whether there was anything. */
  async #readNews(): Promise<boolean> {
    const place = await this.#state.audit.place();
    // From now on, or anew after a backup came back with a shorter chain.
    if (this.#place === -1 || place < this.#place) {
      this.#place = place;
      this.#batches = [];
      return true;
    }
    const before = this.#place;
    while (this.#place < place) {
      const batch = await this.#read(this.#place);
      if (batch === undefined) break;
      this.#batches.push(batch);
      this.#place = batch.last;
    }
    this.#batches = this.#batches.filter(({ last }) => last > this.#place - kept);
    // Whichever server has done that: it is done once a second.
    if (this.#place !== before) this.#sealedAt = performance.now();
    return this.#place !== before;
  }

  async #read(place: number): Promise<Batch | undefined> {
    const events = await this.#state.audit.after(place, atOnce);
    const [first, last] = [events[0]?.place, events.at(-1)?.place];
    if (first === undefined || last === undefined) return undefined;
    const people = await peopleOf({ deps: { state: this.#state } });
    const common = events.filter((event) => isForAll(event));
    const forAll = new TextEncoder().encode(common.map((event) => textOf(event, event.userId, people)).join(''));
    const apart = events.filter((event) => !isForAll(event));
    return { first, last, events, forAll, apart, people };
  }

  /**
   * Puts everything that has happened by now into the chain. Those who ask while that is being done wait for the next
   * time together.
   */
  async #sealAll(): Promise<void> {
    this.#next ??= this.#sealNext();
    await this.#next;
  }

  async #sealNext(): Promise<void> {
    await this.#sealing.catch(() => undefined);
    this.#next = undefined;
    this.#sealing = sealAll(this.#state.audit, atOnce).finally(() => (this.#sealedAt = performance.now()));
    await this.#sealing;
  }
}

function newsOf({ first, last, events, forAll, apart, people }: Batch, place: number, userId: number): News {
  const mine = apart.filter((event) => event.place > place && changeOf(event, { id: userId }, people) !== null);
  if (place < first && mine.length === 0) return { place: last, text: forAll.length === 0 ? '' : forAll };
  const rest = events.filter((event) => event.place > place);
  return { place: last, text: rest.map((event) => textOf(event, userId, people)).join('') };
}

/** An event as a listener is sent it; `''` for one that this user may not know. */
function textOf(event: SealedEvent, userId: number, people: (id: number) => Person): string {
  const change = changeOf(event, { id: userId }, people);
  return change === null ? '' : `data: ${JSON.stringify(change)}\nid: ${event.place}\n\n`;
}
